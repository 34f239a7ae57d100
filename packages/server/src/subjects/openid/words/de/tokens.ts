import type { tokenEvents as en } from '../en/tokens.ts'

export const tokenEvents: typeof en = {
  'oidc.tokens.issued': 'Bei einer Anwendung angemeldet',
  'oidc.tokens.refreshed': 'Token einer Anwendung erneuert',
  'oidc.tokens.revoked': 'Token von einer Anwendung zurückgegeben',
  'oidc.code.reuse_detected': 'Anwendung abgemeldet: Ihr Code wurde ein zweites Mal verwendet',
  'oidc.refresh.reuse_detected': 'Anwendung abgemeldet: Ein altes Token wurde noch einmal verwendet',
  'oidc.device.claimed': 'Code eines Geräts eingegeben',
  'oidc.device.allowed': 'Gerät erlaubt',
  'oidc.device.denied': 'Gerät abgelehnt',
}
