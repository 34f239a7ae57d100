/** The words of what administrators do to applications. */
export const clientEvents = {
  'admin.client.created': 'Application créée',
  'admin.client.changed': 'Application modifiée',
  'admin.client.disabled': 'Application désactivée',
  'admin.client.enabled': 'Application activée',
  'admin.client.deleted': 'Application supprimée',
  'admin.client.secret.created': 'Nouveau secret d’une application',
  'admin.client.secret.ended': 'Fin d’un secret d’une application',
  'oidc.application.removed': 'Application déconnectée',
}

export const clientScopes = {
  'clients:read': 'Voir les applications',
  'clients:write': 'Créer et modifier des applications',
}
