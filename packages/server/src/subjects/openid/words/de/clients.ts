/** The words of what administrators do to applications. */
export const clientEvents = {
  'admin.client.created': 'Anwendung eingerichtet',
  'admin.client.changed': 'Anwendung geändert',
  'admin.client.disabled': 'Anwendung gesperrt',
  'admin.client.enabled': 'Anwendung freigegeben',
  'admin.client.deleted': 'Anwendung entfernt',
  'admin.client.secret.created': 'Neues Geheimnis einer Anwendung',
  'admin.client.secret.ended': 'Geheimnis einer Anwendung beendet',
  'oidc.application.removed': 'Anwendung getrennt',
}

export const clientScopes = {
  'clients:read': 'Anwendungen sehen',
  'clients:write': 'Anwendungen einrichten und ändern',
}
