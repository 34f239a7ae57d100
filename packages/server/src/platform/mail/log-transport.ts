import type { Logger } from 'pino'
import type { MailTransport } from './transport.ts'

/** For development without SMTP: the mail is in the log, code and all; the development inbox, where there is one, has it too. */
export const logTransport = (log: Logger): MailTransport => ({
  async probe() {},
  async send({ to, subject, text }) {
    log.info({ to, subject, text }, 'mail (not sent: SMTP_URL is not set)')
  },
  close() {},
})
