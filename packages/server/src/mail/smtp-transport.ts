import { createTransport } from 'nodemailer'
import type { Secret } from '../kernel/secret.ts'
import { MailRefused, type MailTransport } from './transport.ts'

const CONNECTIONS = 5

/** Commands whose 5xx answer speaks of this one mail, and not of the login or the server. */
const ABOUT_THE_MAIL = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

/** SMTP over a small pool. Certificates are verified; every step has a time-out, so a server that hangs holds nobody for long. */
export function smtpTransport(url: Secret, from: string): MailTransport {
  const transport = createTransport(
    {
      url: url.reveal(),
      pool: true,
      maxConnections: CONNECTIONS,
      connectionTimeout: 5000,
      greetingTimeout: 5000,
      socketTimeout: 10_000,
      dnsTimeout: 5000,
      // Nothing in a mail of ours is a reference to a file or an address that the sender should fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  const domain = from.replace(/^.*@|>\s*$/g, '')

  return {
    async probe() {
      await transport.verify()
    },
    async send({ id, to, subject, text, html }) {
      try {
        await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw isFinal(error) ? new MailRefused('the server refused the mail', { cause: error }) : error
      }
    },
    close: () => transport.close(),
  }
}

function isFinal(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && ABOUT_THE_MAIL.has(command)
}
