/** The words of what administrators do to applications. */
export const clientEvents = {
  'admin.client.created': 'Aplicación creada',
  'admin.client.changed': 'Aplicación cambiada',
  'admin.client.disabled': 'Aplicación desactivada',
  'admin.client.enabled': 'Aplicación activada',
  'admin.client.deleted': 'Aplicación eliminada',
  'admin.client.secret.created': 'Nuevo secreto de una aplicación',
  'admin.client.secret.ended': 'Secreto de una aplicación terminado',
  'oidc.application.removed': 'Aplicación desconectada',
}

export const clientScopes = {
  'clients:read': 'Ver las aplicaciones',
  'clients:write': 'Crear y cambiar aplicaciones',
}
