import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import { expect, vi } from 'vitest'
import { inTime } from './in-time.ts'

export type SmtpManner =
  | 'accepts'
  | 'hangs at the greeting'
  | 'hangs in DATA'
  | 'drops in DATA'
  | 'says 421'
  | 'rejects the recipient'
  | 'rejects the mail'

export interface Delivered extends Email {
  /** Envelope recipients. */
  readonly recipients: readonly string[]
  /** The line of the text part that is nothing but a code. */
  readonly code: string
  readonly link: string
  readonly raw: string
}

/** Listens for 100 ms whether somebody talks too soon, unless it is told not to: most of the time of every test with a mail. */
class PromptConnection extends SMTPConnection {
  override init(): void {
    this._setListeners(() => this.connectionReady())
  }
}

class PromptServer extends SMTPServer {
  override connect(...[socket, options]: Parameters<SMTPServer['connect']>): void {
    const connection = new PromptConnection(this, socket, options)
    this.connections.add(connection)
    connection.on('error', () => undefined)
    connection.init()
  }

  /** It speaks no TLS, and to read a certificate takes a tenth of a world. */
  override updateSecureContext(): void {}
}

/** A real SMTP server, and how it treats what it is sent. */
export async function smtpInbox() {
  const mails: Delivered[] = []
  const offered: string[] = []
  const inbox = { manner: 'accepts' as SmtpManner, connections: 0 }
  const held = new Set<() => void>()
  const hanging = new Set<() => Promise<void>>()

  const open = () => {
    const server = new PromptServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 100,
      logger: false,
      onConnect(_session, callback) {
        inbox.connections++
        if (inbox.manner === 'hangs at the greeting') held.add(() => callback())
        else if (inbox.manner === 'says 421') callback(refusal(421, 'come back later'))
        else callback()
      },
      onRcptTo(_address, _session, callback) {
        callback(inbox.manner === 'rejects the recipient' ? refusal(550, 'no such mailbox') : null)
      },
      onData(stream, session, callback) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('error', () => undefined)
        stream.on('end', async () => {
          const raw = Buffer.concat(chunks).toString('utf8')
          offered.push(raw)
          const recipients = session.envelope.rcptTo.map(({ address }) => address)
          const take = async () => {
            mails.push(await read(raw, recipients))
            callback()
          }
          if (inbox.manner === 'hangs in DATA') {
            hanging.add(take)
            return void held.add(() => callback())
          }
          if (inbox.manner === 'drops in DATA') return dropAll(server)
          if (inbox.manner === 'rejects the mail') return callback(refusal(554, 'no'))
          await take()
        })
      },
    })
    server.on('error', () => undefined)
    return server
  }
  let server = open()
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = server.server.address() as AddressInfo

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** Every message that was sent in full, whatever became of it. */
    offered,
    treat: (manner: SmtpManner) => {
      inbox.manner = manner
    },
    connections: () => inbox.connections,
    /** The newest mail to an address; waits until there are as many as expected. */
    async newest(to: string, count = 1): Promise<Delivered> {
      const mine = () => mails.filter(({ recipients }) => recipients.includes(to))
      await vi.waitFor(() => expect(mine().length).toBeGreaterThanOrEqual(count), inTime)
      const last = mine().at(-1)
      if (!last) throw new Error('unreachable')
      return last
    },
    countTo: (to: string): number => mails.filter(({ recipients }) => recipients.includes(to)).length,
    /** Takes, after all, what it has left hanging. */
    async goOn(): Promise<void> {
      held.clear()
      for (const take of hanging) await take()
      hanging.clear()
    },
    /** Nobody listens any more: connections are refused. */
    goAway: () => new Promise<void>((resolve) => server.close(() => resolve())),
    /** Listens again, where it did. */
    comeBack: () => {
      server = open()
      return listen(port)
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const release of held) release()
        dropAll(server)
        server.close(() => resolve())
      }),
  }
}

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })

function dropAll(server: SMTPServer): void {
  for (const connection of (server as unknown as { connections: Set<{ _socket: { destroy(): void } }> }).connections)
    connection._socket.destroy()
}

async function read(raw: string, recipients: readonly string[]): Promise<Delivered> {
  const mail = await PostalMime.parse(raw)
  const lines = (mail.text ?? '').split(/\r?\n/)
  const code = lines.find((line) => /^(?:[0-9A-Z]{4}(?:-[0-9A-Z]{4}){1,2}|[A-Za-z0-9_-]{43}|\d{6})$/.test(line)) ?? ''
  const link = lines.find((line) => /^https?:\/\/\S+$/.test(line)) ?? ''
  return { ...mail, recipients, code, link, raw }
}
