import { pagePaths } from '../../gate/page-paths.ts'
import { type MailRows, withCode } from '../../platform/mail/mail-kinds.ts'
import { SAMPLE_TOKEN } from '../../platform/mail/mail-samples.ts'

export const invitesMails = {
  invite: {
    variables: withCode,
    isInvitation: true,
    sample: { code: SAMPLE_TOKEN, link: `${pagePaths.invite}#token=${SAMPLE_TOKEN}` },
  },
} as const satisfies MailRows

type InvitesMails = typeof invitesMails
declare module '../../platform/mail/mail-kinds.ts' {
  interface Mails extends InvitesMails {}
}
