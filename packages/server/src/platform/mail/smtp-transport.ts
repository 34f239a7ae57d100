import { createTransport, type Transporter } from 'nodemailer'
import type { Secret } from '../kernel/secret.ts'
import { onAbort, Semaphore } from '../kernel/semaphore.ts'
import { MailRefused, type MailTransport } from './transport.ts'

const CONNECTIONS = 5

/** A 5xx answer to these commands is about this mail, and not about the login or the server. */
const ABOUT_THE_MAIL = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

/**
 * Every step has a time-out, so that a server that hangs holds no mail for long. A mail waits for a connection here and not in
 * the library, whose queue it could not leave, and its connection is cut when it is given up: it must not be sent later.
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
        // No mail of ours refers to a file or an address that the library should fetch.
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from },
    )
  const connections = Array.from({ length: CONNECTIONS }, () => ({ transport: connect() }))
  const free = new Semaphore(connections)
  const prober = connect()
  const domain = from.replace(/^.*@|>\s*$/g, '')

  return {
    async probe() {
      await prober.verify()
    },
    async send({ id, to, subject, text, html }, signal = new AbortController().signal) {
      signal.throwIfAborted()
      const connection = await free.acquire(onAbort(signal))
      const cut = () => {
        closeAtOnce(connection.transport)
        connection.transport = connect()
      }
      signal.addEventListener('abort', cut, { once: true })
      try {
        await connection.transport.sendMail({
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
        free.release(connection)
      }
    },
    close() {
      for (const { transport } of [...connections, { transport: prober }]) closeAtOnce(transport)
    },
  }
}

/** Also during a delivery. The published types lack the option. */
const closeAtOnce = (transport: { close(options?: { readonly force: boolean }): void }): void => transport.close({ force: true })

function isFinal(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && ABOUT_THE_MAIL.has(command)
}
