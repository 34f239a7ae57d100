import { pagePaths } from '../../gate/page-paths.ts'
import { type ClientLocation, type MailRows, notice, withCode } from '../../platform/mail/mail-kinds.ts'
import type { MailSamples } from '../../platform/mail/mail-samples.ts'
import { CODE_MS } from './steps/code-life.ts'

const SAMPLE_SHORT_CODE = '7K3M-Q9TX'

export const mailedSignInMails = {
  'sign-in-code': {
    variables: [...withCode, 'askedFrom'],
    sample: { code: SAMPLE_SHORT_CODE, link: `${pagePaths.signInCode}#code=${SAMPLE_SHORT_CODE}`, expiresIn: CODE_MS },
  },
  'sign-in-unknown': { variables: [...notice, 'askedFrom'] },
} as const satisfies MailRows

export const mailedSignInSamples: MailSamples = {
  usual: { askedFrom: { ip: '203.0.113.0/24', browser: 'Firefox', system: 'Linux' } },
  empty: { askedFrom: { ip: '', browser: '', system: '' } },
}

type MailedSignInMails = typeof mailedSignInMails
declare module '../../platform/mail/mail-kinds.ts' {
  interface Mails extends MailedSignInMails {}
  interface MailValues {
    /** The browser that asked, and its network instead of its address: the mail may have another reader than the person who asked. */
    readonly askedFrom: ClientLocation
  }
}
