import { connect } from 'node:net'
import type { Reply } from './browser.ts'
import type { Member } from './processes.ts'

type Seen = Pick<Reply, 'status' | 'text' | 'body'>

/**
 * A session check on a line of its own. It resolves when its bytes have left, to a promise of the answer: a process that is
 * stopped finds it waiting when it goes on.
 */
export async function waitingCheck(
  { server }: Member,
  token: string,
  page = '/auth/me',
): Promise<{ readonly answer: Promise<Seen> }> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  const answer = new Promise<Seen>((resolve, reject) => {
    let received = ''
    socket.on('data', (chunk: Buffer) => {
      received += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(read(received)))
  })
  answer.catch(() => undefined) // told to the one who asks for it
  await new Promise<void>((resolve) => {
    const head = `GET ${page} HTTP/1.1\r\nHost: ${hostname}\r\nCookie: app_session=${token}\r\nConnection: close\r\n\r\n`
    socket.write(head, () => resolve())
  })
  return { answer }
}

function read(received: string): Seen {
  const [head = '', text = ''] = received.split(/\r\n\r\n(.*)/s)
  const isJson = /^content-type: application\/json/im.test(head)
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), text, body: isJson ? JSON.parse(text) : undefined }
}
