import { createHmac, randomBytes } from 'node:crypto'
import type { Posted } from '../kernel/receiver.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
/** As few and as many bytes as the standard lets a secret have. */
const SECRET = { least: 24, most: 64 }

export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

function keyOf(secret: string): Buffer | undefined {
  const text = secret.slice(PREFIX.length)
  const key = Buffer.from(text, 'base64')
  const isOurs = secret.startsWith(PREFIX) && key.toString('base64') === text
  return isOurs && key.length >= SECRET.least && key.length <= SECRET.most ? key : undefined
}

export const isWebhookSecret = (text: string): boolean => keyOf(text) !== undefined

/** As far as clocks may differ. */
const TOLERANCE_MS = 300_000

export interface WebhookMessage {
  /** The same at every attempt. */
  readonly id: string
  /** Of the attempt, in milliseconds. */
  readonly at: number
  readonly body: string
}

/**
 * The headers of Standard Webhooks 1.0.0, with a signature by each secret: while one is being replaced, a receiver that knows either of
 * them can verify.
 */
export function webhookHeaders(secrets: readonly string[], { id, at, body }: WebhookMessage) {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map((secret) => {
    const key = keyOf(secret)
    if (!key) throw new Error('a secret of a webhook cannot be read')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'Latchkey',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/** Whether a message that came is signed by one of these secrets, and not long ago. */
export function isSigned(secrets: readonly string[], headers: Posted['headers'], body: string, now: number): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name])
  const at = Number(timestamp) * 1000
  if (typeof id !== 'string' || typeof signatures !== 'string' || !(Math.abs(now - at) <= TOLERANCE_MS)) return false
  const sent = signatures.split(' ')
  return secrets.some((secret) => sent.includes(webhookHeaders([secret], { id, at, body })['webhook-signature']))
}
