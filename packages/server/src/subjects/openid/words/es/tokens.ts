import type { tokenEvents as en } from '../en/tokens.ts'

export const tokenEvents: typeof en = {
  'oidc.tokens.issued': 'Inicio de sesión en una aplicación',
  'oidc.tokens.refreshed': 'Tokens de una aplicación renovados',
  'oidc.tokens.revoked': 'Tokens devueltos por una aplicación',
  'oidc.code.reuse_detected': 'Sesión de la aplicación cerrada: su código se ha utilizado por segunda vez',
  'oidc.refresh.reuse_detected': 'Sesión de la aplicación cerrada: se ha vuelto a usar un token antiguo',
  'oidc.device.claimed': 'Código de un dispositivo introducido',
  'oidc.device.allowed': 'Dispositivo permitido',
  'oidc.device.denied': 'Dispositivo rechazado',
}
