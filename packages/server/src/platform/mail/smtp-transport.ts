import { createTransport, type Transporter } from 'nodemailer'
import type { Secret } from '../kernel/secret.ts'
import { onAbort, Semaphore } from '../kernel/semaphore.ts'
import { MailRefused, type MailTransport } from './transport.ts'

const CONNECTIONS = 5

/** Commands whose 5xx answer speaks of this one mail, and not of the login or the server. */
const ABOUT_THE_MAIL = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

/** One connection, kept open between mails. */
interface Line {
  transport: Transporter
}

const never = new AbortController().signal

/**
 * SMTP over a few connections. Certificates are verified; every step has a time-out, so a server that hangs holds
 * no mail for long. A mail waits for a connection here and not in the library, whose line it could not leave: a mail
 * that was given up must not be sent later. For the same reason its connection is cut when it has one already.
 */
export function smtpTransport(url: Secret, from: string): MailTransport {
  const connect = (): Transporter =>
    createTransport(
      {
        url: url.reveal(),
        pool: true,
        maxConnections: 1,
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
  const lines: readonly Line[] = Array.from({ length: CONNECTIONS }, () => ({ transport: connect() }))
  const free = new Semaphore(lines)
  const prober = connect()
  const domain = from.replace(/^.*@|>\s*$/g, '')

  return {
    async probe() {
      await prober.verify()
    },
    async send({ id, to, subject, text, html }, signal = never) {
      signal.throwIfAborted()
      const line = await free.acquire(onAbort(signal))
      const cut = () => {
        closeAtOnce(line.transport)
        line.transport = connect()
      }
      signal.addEventListener('abort', cut, { once: true })
      try {
        await line.transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw isFinal(error) ? new MailRefused('the server refused the mail', { cause: error }) : error
      } finally {
        signal.removeEventListener('abort', cut)
        free.release(line)
      }
    },
    close() {
      for (const { transport } of [...lines, { transport: prober }]) closeAtOnce(transport)
    },
  }
}

/** Also in the middle of a delivery; the published types do not know the option yet. */
const closeAtOnce = (transport: { close(options?: { readonly force: boolean }): void }): void => transport.close({ force: true })

function isFinal(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && ABOUT_THE_MAIL.has(command)
}
