import type { WebhookBodies } from './webhook-bodies.ts'

/** Something that the service posts to a server of yours, by its type. */
export type WebhookEvent = {
  readonly [Type in keyof WebhookBodies]: { readonly type: Type } & WebhookBodies[Type]
}[keyof WebhookBodies]

/** `id`: the same at every attempt, so that what came twice is done once. A refused one is from somebody else, or too old: answer 400. */
export type ReceivedWebhook =
  | { readonly status: 'verified'; readonly id: string; readonly event: WebhookEvent }
  | { readonly status: 'refused'; readonly reason: 'unsigned' | 'too_old' | 'wrong_signature' | 'unreadable' }

/** A request as the web has it, or its headers and its body just as it came: what was parsed and written again is signed by nobody. */
export type WebhookRequest =
  | Request
  | {
      readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
      readonly body: string | Uint8Array<ArrayBuffer>
    }

const TOLERANCE_S = 300
const MOST_BYTES = 65_536
const MOST_SIGNATURES = 10
const encoder = new TextEncoder()

/**
 * Tells whether the service has sent a request, by the signature of Standard Webhooks, and what it says. With several secrets any of them
 * will do, as while one is being replaced. `at` is for tests: when the request came, in milliseconds.
 */
export async function verifyWebhook(
  request: WebhookRequest,
  secrets: string | readonly string[],
  at = Date.now(),
): Promise<ReceivedWebhook> {
  const keys = [secrets].flat().map(keyOf)
  if (keys.length === 0) throw new TypeError('no secret was named')
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerOf(request.headers, `webhook-${name}`))
  if (!id || !timestamp || !signatures || !/^\d{1,12}$/.test(timestamp)) return refused('unsigned')
  if (Math.abs(at / 1000 - Number(timestamp)) > TOLERANCE_S) return refused('too_old')
  const body = await bodyOf(request)
  if (!body) return refused('unreadable')
  const head = encoder.encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(head.length + body.length)
  signed.set(head)
  signed.set(body, head.length)
  if (!(await isSigned(signed, signatures, keys))) return refused('wrong_signature')
  try {
    const event: WebhookEvent = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return { status: 'verified', id, event }
  } catch {
    return refused('unreadable')
  }
}

type Refusal = Extract<ReceivedWebhook, { readonly status: 'refused' }>
const refused = (reason: Refusal['reason']): Refusal => ({ status: 'refused', reason })

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length < 16) throw new TypeError('a secret of a webhook cannot be read')
  return bytes
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** By shape, because frameworks have `Headers` classes of their own. */
function headerOf(headers: WebhookRequest['headers'], name: string): string | undefined {
  const value =
    typeof headers['get' as keyof typeof headers] === 'function' ? (headers as Headers).get(name) : Reflect.get(headers, name)
  return typeof value === 'string' ? value : undefined
}

/** The comparison takes the same time wherever signatures differ: that is the browser's, or the server's, own. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  header: string,
  secrets: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const texts = header.split(' ').filter((one) => one.startsWith('v1,'))
  const signatures = texts.slice(0, MOST_SIGNATURES).flatMap((one) => bytesOf(one.slice(3)) ?? [])
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    for (const signature of signatures) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
  }
  return false
}

/** As it came. Nothing that we send is as long as what is read at most. */
async function bodyOf(request: WebhookRequest): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!('arrayBuffer' in request)) {
    const bytes = typeof request.body === 'string' ? encoder.encode(request.body) : request.body
    return bytes.length > MOST_BYTES ? undefined : bytes
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > MOST_BYTES) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer())
}
