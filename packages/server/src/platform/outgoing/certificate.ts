import { once } from 'node:events'
import { connect as connectPlainly, type Socket } from 'node:net'
import { connect as connectByTls } from 'node:tls'
import type { AddressesOf } from './addresses-of.ts'
import { hostOf, nameOf } from './addresses-of.ts'
import { connectingTo } from './connecting-to.ts'

/** A server that the service calls, or that our users do. */
export interface Called {
  /** What it is to the operator. */
  readonly what: string
  /** Of `https:`, `smtps:` or `smtp:`. */
  readonly url: URL
  /** Where the connection may go. */
  readonly addresses: AddressesOf
}

export interface Certificate {
  readonly endsAt: number
  /** Why it is not trusted on this machine. */
  readonly distrust: string | undefined
}

const MOST_CHARACTERS = 16_384
/** The last line of an answer, which may have many. */
const LAST_LINE = /(?:^|\n)\d{3}(?: [^\n]*)?\r?\n$/

/** Undefined where the server offers no TLS. Nothing but the name of its host is sent. */
export async function certificateOf({ url, addresses }: Called, cut: AbortSignal): Promise<Certificate | undefined> {
  const found = await Promise.race([addresses(url, cut), atEnd(cut)])
  const socket = connectPlainly(connectingTo(url, found))
  try {
    await once(socket, 'connect', { signal: cut })
    if (url.protocol === 'smtp:' && !(await startsTls(socket, cut))) return undefined
    // What is wrong with it is said, and ends nothing.
    const secure = connectByTls({ socket, host: hostOf(url), servername: nameOf(url) ?? '', rejectUnauthorized: false })
    await once(secure, 'secureConnect', { signal: cut })
    const distrust = secure.authorized ? undefined : String(secure.authorizationError)
    return { endsAt: Date.parse(secure.getPeerCertificate().valid_to), distrust }
  } finally {
    socket.destroy()
  }
}

const atEnd = (cut: AbortSignal): Promise<never> =>
  new Promise((_, reject) => cut.addEventListener('abort', () => reject(cut.reason), { once: true }))

/** A mail server is asked for TLS before it is told who we are. */
async function startsTls(socket: Socket, cut: AbortSignal): Promise<boolean> {
  if (!(await answered(socket, cut)).startsWith('220')) return false
  socket.write('EHLO [127.0.0.1]\r\n')
  if (!/^\d{3}[- ]STARTTLS\s*$/im.test(await answered(socket, cut))) return false
  socket.write('STARTTLS\r\n')
  return (await answered(socket, cut)).startsWith('220')
}

async function answered(socket: Socket, cut: AbortSignal): Promise<string> {
  const closed = once(socket, 'close', { signal: cut }).then(() => Promise.reject(new Error('the connection was closed')))
  let text = ''
  while (!LAST_LINE.test(text) && text.length < MOST_CHARACTERS)
    text += String((await Promise.race([once(socket, 'data', { signal: cut }), closed]))[0])
  return text
}
