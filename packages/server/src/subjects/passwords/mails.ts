import { pagePaths } from '../../gate/page-paths.ts'
import { type MailRows, notice, withCode } from '../../platform/mail/mail-kinds.ts'
import { SAMPLE_CODE, SAMPLE_ID, SAMPLE_TOKEN } from '../../platform/mail/mail-samples.ts'

export const passwordsMails = {
  'password-reset': {
    variables: withCode,
    sample: { code: SAMPLE_TOKEN, link: `${pagePaths.resetPassword}#code=${SAMPLE_TOKEN}` },
  },
  'set-password': { variables: withCode, sample: { link: `${pagePaths.setPassword}#userId=${SAMPLE_ID}&code=${SAMPLE_CODE}` } },
  'password-changed': { variables: [...notice, 'providers'] },
  'password-set': { variables: notice },
} as const satisfies MailRows

type PasswordsMails = typeof passwordsMails
declare module '../../platform/mail/mail-kinds.ts' {
  interface Mails extends PasswordsMails {}
}
