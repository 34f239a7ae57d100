import { pagePaths } from '../../gate/page-paths.ts'
import { type MailRows, withCode } from '../../platform/mail/mail-kinds.ts'
import { SAMPLE_CODE } from '../../platform/mail/mail-samples.ts'

export const verificationMails = {
  verification: { variables: withCode, sample: { link: `${pagePaths.verifyEmail}#code=${SAMPLE_CODE}` } },
} as const satisfies MailRows

type VerificationMails = typeof verificationMails
declare module '../../platform/mail/mail-kinds.ts' {
  interface Mails extends VerificationMails {}
}
