import type { Logger } from 'pino'
import type { Secret } from '../kernel/secret.ts'
import type { MailTransport } from './transport.ts'

type MailSettings = { readonly smtpUrl: Secret | undefined; readonly from: string }

/** The SMTP client is loaded only where there is a server to talk to. */
export const openTransport = async ({ smtpUrl, from }: MailSettings, otherwise: MailTransport): Promise<MailTransport> =>
  smtpUrl ? (await import('./smtp-transport.ts')).smtpTransport(smtpUrl, from) : otherwise

const refuse = async (): Promise<never> => {
  throw new Error('no mail sender is configured')
}

/** A service whose features need no mail starts without a sender; a flow that sends mail all the same fails. */
export const noTransport: MailTransport = { probe: refuse, send: refuse, close() {} }

export const logTransport = (log: Logger): MailTransport => ({
  async probe() {},
  async send({ to, subject, text }) {
    log.info({ to, subject, text }, 'mail (not sent: SMTP_URL is not set)')
  },
  close() {},
})
