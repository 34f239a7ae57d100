import { type ClientRequest, type IncomingMessage, request as open } from 'node:http'
import { connect as connectPlainly, type Socket } from 'node:net'
import { connect as connectByTls } from 'node:tls'
import { type AddressesOf, nameOf } from './addresses-of.ts'
import { connectingTo } from './connecting-to.ts'
import { NotSent, type Outcome, outcomeOf } from './outcome.ts'

export interface Sending {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For everything, from the name to the last byte. */
  readonly timeoutMs: number
  /** What is under way is given up, and throws. */
  readonly cut: AbortSignal
  /** Where the connection may go. */
  readonly addresses: AddressesOf
}

export interface Sent {
  readonly outcome: Outcome
  readonly status?: number
  readonly retryAfter?: string
  /** The connection was there, and was ended before an answer. */
  readonly brokeOff?: true
  /** What was answered, where it came as a whole and was no longer than is read. */
  readonly body?: string
  readonly ms: number
}

type Told = Omit<Sent, 'ms'>

const MOST_BYTES = 16_384
/** Answers before the answer, of which there may be any number. */
const MOST_INTERIM = 8

/**
 * Posts to an address that others chose, and trusts nothing there: no redirect is followed, no proxy of the environment asked, no connection
 * kept, and neither an answer without end nor one that never begins holds more than its time.
 */
export async function send(sending: Sending): Promise<Sent> {
  const { cut, timeoutMs } = sending
  cut.throwIfAborted()
  const startedAt = performance.now()
  const ended = new AbortController()
  const end = () => ended.abort()
  const timer = setTimeout(end, timeoutMs)
  cut.addEventListener('abort', end, { once: true })
  try {
    const told = await exchanged(sending, ended.signal)
    if (told.status === undefined) cut.throwIfAborted()
    return { ...told, ms: Math.round(performance.now() - startedAt) }
  } finally {
    clearTimeout(timer)
    cut.removeEventListener('abort', end)
  }
}

async function exchanged(sending: Sending, ended: AbortSignal): Promise<Told> {
  try {
    const addresses = await Promise.race([sending.addresses(sending.url, ended), atEnd(ended)])
    return await exchange(sending, addresses, ended)
  } catch (error) {
    if (!(error instanceof NotSent)) throw error
    return { outcome: ended.aborted ? 'timeout' : error.outcome }
  }
}

const atEnd = (ended: AbortSignal): Promise<never> =>
  new Promise((_, reject) => ended.addEventListener('abort', () => reject(new NotSent('timeout')), { once: true }))

function exchange({ url, headers, body }: Sending, addresses: readonly string[], ended: AbortSignal): Promise<Told> {
  return new Promise((resolve) => {
    const { socket, failure, isConnected } = connection(url, addresses)
    const request = open({
      createConnection: () => socket,
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host, connection: 'close', 'content-length': Buffer.byteLength(body) },
      maxHeaderSize: MOST_BYTES,
    })
    const settle = (told: Told): void => {
      ended.removeEventListener('abort', late)
      request.destroy()
      socket.destroy()
      resolve(told)
    }
    const late = () => settle({ outcome: 'timeout' })
    let isAnswered = false
    const fail = () => {
      if (!isAnswered) settle({ outcome: failure(), ...(isConnected() && { brokeOff: true }) })
    }
    ended.addEventListener('abort', late, { once: true })
    if (ended.aborted) return late()
    limitInterim(request, fail)
    // Without this listener Node would wait for ever, and without the next a broken answer would end the process.
    request.once('upgrade', ({ statusCode = 0 }) => settle({ outcome: outcomeOf(statusCode), status: statusCode }))
    for (const end of [request, socket]) end.on('error', fail)
    request.once('close', fail)
    request.once('response', (response) => {
      isAnswered = true
      ended.removeEventListener('abort', late)
      readAnswer(response, ended).then(settle)
    })
    request.end(body)
  })
}

function limitInterim(request: ClientRequest, fail: () => void): void {
  let count = 0
  request.on('information', () => {
    if (++count > MOST_INTERIM) fail()
  })
}

interface Connection {
  readonly socket: Socket
  /** What went wrong depends on how far it came. */
  readonly failure: () => Outcome
  readonly isConnected: () => boolean
}

function connection(url: URL, addresses: readonly string[]): Connection {
  let failed: Outcome = 'connect_failed'
  let isConnected = false
  const isTls = url.protocol === 'https:'
  const to = connectingTo(url, addresses)
  // Certificates are checked whatever the environment says.
  const socket = isTls
    ? connectByTls({ ...to, servername: nameOf(url) ?? '', rejectUnauthorized: true, ALPNProtocols: ['http/1.1'] })
    : connectPlainly(to)
  if (isTls) {
    socket.once('connect', () => (failed = 'tls_failed'))
    socket.once('secureConnect', () => (failed = 'connect_failed'))
  }
  socket.once(isTls ? 'secureConnect' : 'connect', () => (isConnected = true))
  return { socket, failure: () => failed, isConnected: () => isConnected }
}

/** The status tells what became of it, whatever follows, and however slowly. */
function readAnswer(response: IncomingMessage, ended: AbortSignal): Promise<Told> {
  const { statusCode: status = 0 } = response
  const retryAfter = response.headers['retry-after']
  const told = { outcome: outcomeOf(status), status, ...(retryAfter !== undefined && { retryAfter }) }
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const cutShort = () => resolve(told)
    ended.addEventListener('abort', cutShort, { once: true })
    response.on('data', (chunk: Buffer) => {
      size += chunk.byteLength
      if (size > MOST_BYTES) cutShort()
      else chunks.push(chunk)
    })
    response.once('end', () => resolve({ ...told, body: Buffer.concat(chunks).toString('utf8') }))
    response.once('close', cutShort)
    response.on('error', cutShort)
    if (ended.aborted) cutShort()
  })
}
