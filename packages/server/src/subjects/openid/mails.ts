import { pagePaths } from '../../gate/page-paths.ts'
import { type MailRows, notice } from '../../platform/mail/mail-kinds.ts'
import type { MailSamples } from '../../platform/mail/mail-samples.ts'

const about = { variables: [...notice, 'application', 'by', 'link'], sample: { link: pagePaths.consoleClients } } as const

export const openidMails = { 'client-created': about, 'client-secret-created': about } as const satisfies MailRows

export const openidSamples: MailSamples = { usual: { application: 'Grafana' }, empty: { application: '' } }

type OpenidMails = typeof openidMails
declare module '../../platform/mail/mail-kinds.ts' {
  interface Mails extends OpenidMails {}
  interface MailValues {
    /** What an application is called, in the words of its maker; empty where it looks like a link. */
    readonly application: string
  }
}
