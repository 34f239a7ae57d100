export const en = {
  console: {
    importedPasswords: { title: 'Imported passwords', left: (count: string) => `${count} not used yet` },
    events: {
      'password.reset.requested': 'Password reset requested',
      'password.reset.completed': 'Password reset completed',
      'password.changed': 'Password changed',
      'password.expired': 'An imported password was never used, and is void',
      'password.set': 'First password set',
    },
  },
}

type Words = Omit<(typeof en)['console'], 'events'>
declare module '../../../platform/pages/words/catalogues.ts' {
  interface ConsoleWords extends Words {}
}
