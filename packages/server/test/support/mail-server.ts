import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { atEnd } from './shared.ts'
import { type SmtpManner, smtpInbox } from './smtp-inbox.ts'

/** A real mail server for as long as what it was opened for. */
export async function mailServer(manner: SmtpManner = 'accepts') {
  const inbox = await smtpInbox()
  inbox.treat(manner)
  atEnd(inbox.close)
  return inbox
}

/** Refuses every login, and is as careless as to repeat what it was sent. */
export async function gossip(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 ready\r\n')
    socket.on('data', (chunk: Buffer) => {
      const [line = ''] = chunk.toString().split('\r\n')
      if (line.startsWith('EHLO')) socket.write('250-hello\r\n250 AUTH PLAIN\r\n')
      else socket.write(`535 \u001b[31mrefused: ${line} canary%2Fword canary/word\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
