export const de = {
  console: {
    events: {
      'oidc.key.rotated': 'Signaturschlüssel für Anwendungen ersetzt',
    },
  },
}
