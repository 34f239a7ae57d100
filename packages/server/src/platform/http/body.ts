import type { FastifyRequest } from 'fastify'
import { Failure } from '../kernel/errors.ts'

export const BODY_LIMIT = 64 * 1024
const MAX_DEPTH = 32
/** Several times the fields of our largest form. */
const MAX_FORM_FIELDS = 100

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** No honest client nests deeper than `MAX_DEPTH`, and the text has to be valid UTF-8. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  try {
    const text = utf8.decode(bytes)
    if (depthOf(text) > MAX_DEPTH) throw new Failure('invalid_json')
    return JSON.parse(text)
  } catch (cause) {
    throw cause instanceof Failure ? cause : new Failure('invalid_json', { cause })
  }
}

/** A field that comes twice becomes a list, which no route accepts. */
export function parseForm(bytes: Buffer): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>()
  let count = 0
  for (const [name, value] of new URLSearchParams(bytes.toString('utf8'))) {
    if (++count > MAX_FORM_FIELDS)
      throw new Failure('invalid_input', { message: `A form has at most ${MAX_FORM_FIELDS} fields.` })
    const before = fields.get(name)
    fields.set(name, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(fields)
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/gi

export const isUtf8 = (contentType = ''): boolean =>
  [...contentType.matchAll(CHARSET)].every(([, charset = '']) => /^utf-?8$/i.test(charset))

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index)
    if (isInString) {
      if (char === 0x5c) index++
      else if (char === 0x22) isInString = false
    } else if (char === 0x22) isInString = true
    else if (char === 0x5b || char === 0x7b) deepest = Math.max(deepest, ++depth)
    else if (char === 0x5d || char === 0x7d) depth--
  }
  return deepest
}

/** Node drains an unread body for as long as it comes, to reuse the connection; so a connection with a large body is closed. */
export const maySendTooMuch = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > BODY_LIMIT

/** Fastify sees a request without a body, and Node drains what was sent. */
export function ignoreBody({ raw }: FastifyRequest): void {
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete raw.headers[name]
}
