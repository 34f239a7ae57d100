export const es = {
  console: {
    events: {
      'oidc.key.rotated': 'Clave de firma de las aplicaciones sustituida',
    },
  },
}
