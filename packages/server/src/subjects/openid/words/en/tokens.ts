/** What the log says of tokens. */
export const tokenEvents = {
  'oidc.tokens.issued': 'Application signed in',
  'oidc.tokens.refreshed': 'Tokens of an application renewed',
  'oidc.tokens.revoked': 'Tokens given back by an application',
  'oidc.code.reuse_detected': 'Application signed out: its code was used a second time',
  'oidc.refresh.reuse_detected': 'Application signed out: an old token was used again',
  'oidc.device.claimed': 'Code of a device typed',
  'oidc.device.allowed': 'Device let in',
  'oidc.device.denied': 'Device refused',
}
