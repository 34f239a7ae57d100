export const fr = {
  console: {
    events: {
      'oidc.key.rotated': 'Clé de signature des applications remplacée',
    },
  },
}
