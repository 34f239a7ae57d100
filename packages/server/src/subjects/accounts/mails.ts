import { pagePaths } from '../../gate/page-paths.ts'
import { type MailRows, notice, withCode } from '../../platform/mail/mail-kinds.ts'
import { SAMPLE_CODE } from '../../platform/mail/mail-samples.ts'

export const accountsMails = {
  'account-deletion': { variables: withCode, sample: { link: `${pagePaths.deleteAccount}#code=${SAMPLE_CODE}` } },
  'account-deleted': { variables: notice },
  'sign-up': { variables: ['appName', 'publicUrl', 'name', 'code', 'expiresIn'] },
} as const satisfies MailRows

type AccountsMails = typeof accountsMails
declare module '../../platform/mail/mail-kinds.ts' {
  interface Mails extends AccountsMails {}
}
