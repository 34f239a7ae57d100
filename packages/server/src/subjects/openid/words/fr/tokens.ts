import type { tokenEvents as en } from '../en/tokens.ts'

export const tokenEvents: typeof en = {
  'oidc.tokens.issued': 'Connexion à une application',
  'oidc.tokens.refreshed': 'Jetons d’une application renouvelés',
  'oidc.tokens.revoked': 'Jetons rendus par une application',
  'oidc.code.reuse_detected': 'Application déconnectée\u202f: son code a été utilisé une seconde fois',
  'oidc.refresh.reuse_detected': 'Application déconnectée\u202f: un ancien jeton a été réutilisé',
  'oidc.device.claimed': 'Code d’un appareil saisi',
  'oidc.device.allowed': 'Appareil autorisé',
  'oidc.device.denied': 'Appareil refusé',
}
