import type { Secret } from '../kernel/secret.ts'
import type { MailTransport } from './transport.ts'

interface MailSettings {
  readonly smtpUrl: Secret | undefined
  readonly from: string
}

/** The SMTP client is loaded only where there is a server to talk to. */
export const openTransport = async ({ smtpUrl, from }: MailSettings, otherwise: MailTransport): Promise<MailTransport> =>
  smtpUrl ? (await import('./smtp-transport.ts')).smtpTransport(smtpUrl, from) : otherwise
