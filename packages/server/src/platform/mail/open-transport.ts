import type { Logger } from 'pino'
import type { Secret } from '../kernel/secret.ts'
import type { MailTransport } from './transport.ts'

type MailSettings = { readonly smtpUrl: Secret | undefined; readonly from: string }

export const openTransport = ({ smtpUrl, from }: MailSettings, otherwise: MailTransport): MailTransport =>
  smtpUrl ? smtpOnceNeeded(smtpUrl, from) : otherwise

/** The SMTP client is a tenth of the program: a start loads none of it. */
function smtpOnceNeeded(url: Secret, from: string): MailTransport {
  let loading: Promise<MailTransport> | undefined
  const loaded = (): Promise<MailTransport> =>
    (loading ??= import('./smtp-transport.ts').then(({ smtpTransport }) => smtpTransport(url, from)))
  return {
    async prepare() {
      await loaded()
    },
    async probe() {
      await (await loaded()).probe()
    },
    async send(mail, signal) {
      await (await loaded()).send(mail, signal)
    },
    close() {
      loading?.then((transport) => transport.close()).catch(() => undefined)
    },
  }
}

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
