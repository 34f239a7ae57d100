export const en = {
  console: {
    events: {
      'password.reset.requested': 'Password reset requested',
      'password.reset.completed': 'Password reset completed',
      'password.changed': 'Password changed',
      'password.set': 'First password set',
    },
  },
}
