/** The words of what administrators do to applications. */
export const clientEvents = {
  'admin.client.created': 'Application made',
  'admin.client.changed': 'Application changed',
  'admin.client.disabled': 'Application disabled',
  'admin.client.enabled': 'Application enabled',
  'admin.client.deleted': 'Application removed',
  'admin.client.secret.created': 'New secret of an application',
  'admin.client.secret.ended': 'Secret of an application ended',
  'oidc.application.removed': 'Application disconnected',
}

export const clientScopes = {
  'clients:read': 'See applications',
  'clients:write': 'Make and change applications',
}
