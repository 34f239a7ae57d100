import { pagePaths } from '../../gate/page-paths.ts'
import { type MailRows, notice } from '../../platform/mail/mail-kinds.ts'
import { FIRST_MAIL_MS } from './steps/next-step.ts'

export const unusedAccountsMails = {
  'account-inactive': {
    variables: [...notice, 'link', 'expiresIn'],
    sample: { link: pagePaths.signIn, expiresIn: FIRST_MAIL_MS },
  },
} as const satisfies MailRows

type UnusedAccountsMails = typeof unusedAccountsMails
declare module '../../platform/mail/mail-kinds.ts' {
  interface Mails extends UnusedAccountsMails {}
}
