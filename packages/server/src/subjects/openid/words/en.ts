export const en = {
  console: {
    events: {
      'oidc.key.rotated': 'Signing key of applications replaced',
    },
  },
}
