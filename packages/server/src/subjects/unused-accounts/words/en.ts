export const en = {
  console: {
    unusedAccounts: {
      title: 'Accounts that will be removed',
      unverified: (count: string) => `${count} never proved`,
      inactive: (count: string) => `${count} inactive, unless their owners sign in`,
    },
    events: {
      'account.inactive': 'Told by mail that the unused account will be removed',
    },
  },
}

type Words = Omit<(typeof en)['console'], 'events'>
declare module '../../../platform/pages/words/catalogues.ts' {
  interface ConsoleWords extends Words {}
}
