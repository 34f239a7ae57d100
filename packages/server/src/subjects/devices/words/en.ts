export const en = {
  console: {
    events: {
      'device.trusted': 'Browser trusted',
      'device.revoked': 'Trust in a browser ended',
      'device.new': 'Signed in on a new device',
      'device.reported': 'Sign-in reported: this wasn’t me',
    },
  },
}
