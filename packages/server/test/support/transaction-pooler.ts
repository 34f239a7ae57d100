import { createServer, type Socket } from 'node:net'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { streamOf } from '../../src/platform/store/engines/pg-internals.ts'

interface Options {
  readonly mode: 'session' | 'transaction'
  /** How many sessions it has at the server. */
  readonly size: number
  /** Which of those that are free comes next: the one that was used last, or the one that was not used for longest. */
  readonly order?: 'last' | 'longest'
}

const SSL_REQUEST = 80_877_103
const IDLE = 'I'.charCodeAt(0)

const message = (type: string, ...words: readonly number[]): Buffer => {
  const body = Buffer.alloc(4 + 4 * words.length)
  for (const [at, word] of [body.length, ...words].entries()) body.writeInt32BE(word, 4 * at)
  return Buffer.concat([Buffer.from(type), body])
}

/** Greeted without a question, as its pooler knows it: trusted, with a key of the pooler's own, and ready. */
const GREETING = Buffer.concat([message('R', 0), message('K', 4711, 1), Buffer.from([0x5a, 0, 0, 0, 5, IDLE])])

/** Whole messages of a stream: a letter, a length that counts itself, and so many bytes. */
function framed(onMessage: (message: Buffer) => void): (packet: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (packet) => {
    rest = Buffer.concat([rest, packet])
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const length = 1 + rest.readUInt32BE(1)
      onMessage(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  }
}

/** A pooler as PgBouncer is one: connections of many clients are carried over few sessions of the server, for each transaction or for as long as the client stays. */
export async function transactionPooler(databaseUrl: string, { mode, size, order = 'last' }: Options): Promise<string> {
  const sessions = await Promise.all(Array.from({ length: size }, () => openSession(databaseUrl)))
  const free = [...sessions]
  const waiting: ((session: Session) => void)[] = []
  const release = (session: Session): void => {
    session.client = undefined
    const next = waiting.shift()
    if (next) next(session)
    else free.push(session)
  }
  const serve = (client: Socket): void => {
    let session: Session | undefined
    let unsent: Buffer[] | undefined
    let unanswered = 0
    const assign = (given: Session): void => {
      session = given
      given.client = (answer) => {
        client.write(answer)
        if (answer[0] !== 0x5a || --unanswered > 0 || answer[5] !== IDLE || mode === 'session') return
        session = undefined
        release(given)
      }
      for (const one of unsent ?? []) given.socket.write(one)
      unsent = undefined
    }
    const send = framed((one) => {
      if (one[0] === 0x58) return // a farewell is for the pooler alone
      if (one[0] === 0x51 || one[0] === 0x53) unanswered++ // each ends with the word that the server is ready
      if (session) return void session.socket.write(one)
      if (unsent) return void unsent.push(one)
      unsent = [one]
      const next = order === 'last' ? free.pop() : free.shift()
      if (next) assign(next)
      else waiting.push(assign)
    })
    client.on('error', () => undefined)
    client.on('close', () => session && release(session))
    const greet = (packet: Buffer): void => {
      if (packet.readInt32BE(4) === SSL_REQUEST) return void client.write('N')
      client.off('data', greet).on('data', send).write(GREETING)
    }
    client.on('data', greet)
  }
  const clients = new Set<Socket>()
  const pooler = createServer({ noDelay: true }, (client) => {
    clients.add(client)
    serve(client)
  })
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(async () => {
    for (const client of clients) client.destroy()
    for (const { socket } of sessions) socket.destroy()
    await new Promise<void>((resolve) => pooler.close(() => resolve()))
  })
  const address = pooler.address()
  const url = new URL(databaseUrl)
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return url.href
}

interface Session {
  readonly socket: Socket
  /** Takes what the server answers. */
  client: ((answer: Buffer) => void) | undefined
}

/** The driver signs in, and from then on the bytes are ours. */
async function openSession(connectionString: string): Promise<Session> {
  const driver = new pg.Client({ connectionString })
  driver.on('error', () => undefined)
  await driver.connect()
  const socket = streamOf(driver) as Socket
  const session: Session = { socket, client: undefined }
  socket.removeAllListeners('data').on(
    'data',
    framed((answer) => session.client?.(answer)),
  )
  return session
}
