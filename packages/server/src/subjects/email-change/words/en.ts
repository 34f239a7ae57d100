import { lifecycle } from './en/lifecycle.ts'

export const en = {
  console: {
    events: {
      'email.change.requested': 'Change of the email address requested',
      'email.change.confirmed': 'Change of the email address confirmed in a mailbox',
      'email.change.cancelled': 'Change of the email address cancelled',
      'email.changed': 'Email address changed',
      'email.change.reverted': 'Change of the email address reverted',
    },
  },
  lifecycle,
}

type Words = Omit<typeof en, 'console'>
declare module '../../../platform/pages/words/catalogues.ts' {
  interface Messages extends Words {}
}
