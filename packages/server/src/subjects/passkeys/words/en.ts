export const en = {
  console: {
    events: {
      '2fa.passkey.verified': 'Signed in with a passkey as second factor',
      'passkey.added': 'Passkey added',
      'passkey.renamed': 'Passkey renamed',
      'passkey.removed': 'Passkey removed',
      'passkey.login': 'Signed in with a passkey',
      'passkey.failed': 'Passkey refused',
      'passkey.counter': 'Passkey with an old counter',
    },
  },
}
