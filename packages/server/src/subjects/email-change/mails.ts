import { pagePaths } from '../../gate/page-paths.ts'
import { type MailRows, notice, withCode } from '../../platform/mail/mail-kinds.ts'
import { type MailSamples, SAMPLE_CODE, SAMPLE_TOKEN } from '../../platform/mail/mail-samples.ts'

const HOUR_MS = 3_600_000

export const emailChangeMails = {
  'email-change': { variables: withCode, sample: { link: `${pagePaths.changeEmail}#code=${SAMPLE_CODE}`, expiresIn: HOUR_MS } },
  'email-change-approval': {
    variables: [...withCode, 'newEmail'],
    sample: { link: `${pagePaths.changeEmail}#code=${SAMPLE_CODE}`, expiresIn: HOUR_MS },
  },
  'email-changed': {
    variables: [...notice, 'newEmail', 'link', 'expiresIn'],
    sample: { link: `${pagePaths.revertEmail}#code=${SAMPLE_TOKEN}`, expiresIn: 7 * 24 * HOUR_MS },
    bare: { link: '' },
  },
  'email-change-done': { variables: notice },
  'email-taken': { variables: notice },
  'email-reverted': { variables: notice },
} as const satisfies MailRows

export const emailChangeSamples: MailSamples = { usual: { newEmail: 'ada@example.org' }, empty: { newEmail: '' } }

type EmailChangeMails = typeof emailChangeMails
declare module '../../platform/mail/mail-kinds.ts' {
  interface Mails extends EmailChangeMails {}
  interface MailValues {
    /** The address that an account is to have, or has by now; empty where the reader is not to know. */
    readonly newEmail: string
  }
}
