import { pagePaths } from '../../gate/page-paths.ts'
import { type MailRows, notice } from '../../platform/mail/mail-kinds.ts'
import type { MailSamples } from '../../platform/mail/mail-samples.ts'

const sample = { link: pagePaths.consoleWebhooks }

export const webhooksMails = {
  'webhook-created': { variables: [...notice, 'webhook', 'by', 'link'], sample },
  'webhook-disabled': { variables: [...notice, 'webhook', 'link'], sample },
} as const satisfies MailRows

export const webhooksSamples: MailSamples = { usual: { webhook: 'Billing' }, empty: { webhook: '' } }

type WebhooksMails = typeof webhooksMails
declare module '../../platform/mail/mail-kinds.ts' {
  interface Mails extends WebhooksMails {}
  interface MailValues {
    /** What a webhook is for, in the words of its maker; empty where it looks like a link. */
    readonly webhook: string
  }
}
