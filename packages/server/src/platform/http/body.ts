import type { FastifyRequest } from 'fastify'
import { Failure } from '../kernel/errors.ts'

export const BODY_LIMIT = 64 * 1024
const MAX_DEPTH = 32
/** Several times what our largest form has. */
const MAX_FORM_FIELDS = 100

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** JSON as text that is really UTF-8, and no deeper than any honest client would nest it; undefined where none was sent. */
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

/** The fields of a form. One that comes twice is a list, which no route takes. */
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

/** Whether a body may be read as UTF-8: it says so, or it says nothing. */
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

/**
 * Whether more may follow than any route reads. What no route reads Node drains, to keep the connection usable, for as long
 * as it comes; so such a connection ends with the answer.
 */
export const maySendTooMuch = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > BODY_LIMIT

/** Makes Fastify see a request without a body; Node drains what was sent. */
export function ignoreBody(request: FastifyRequest): void {
  delete request.raw.headers['content-type']
  delete request.raw.headers['content-length']
  delete request.raw.headers['transfer-encoding']
}
