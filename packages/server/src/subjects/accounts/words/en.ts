import { account } from './en/account.ts'
import { publicPages } from './en/public.ts'

export const en = {
  console: {
    events: {
      'account.deleted': 'Account deleted',
      'user.renamed': 'Name changed',
      'account.exported': 'Data exported',
    },
  },
  ...publicPages,
  account,
}

type Words = Omit<typeof en, 'console'>
declare module '../../../platform/pages/words/catalogues.ts' {
  interface Messages extends Words {}
}
