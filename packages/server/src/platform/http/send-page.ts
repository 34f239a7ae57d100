import { randomInt } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Below this size compression makes no answer faster. */
const LEAST = 512
const HEADER = 10
const HAS_NAME = 0b1000
const MOST_PADDING = 128

export function sendPage({ headers }: FastifyRequest, reply: FastifyReply, html: string): FastifyReply {
  reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
  if (html.length < LEAST || !acceptsGzip(headers['accept-encoding'] ?? '')) return reply.send(html)
  return reply.header('content-encoding', 'gzip').send(padded(gzipSync(html, { level: 4 })))
}

/** `gzip;q=0` means that the client refuses gzip. */
export const acceptsGzip = (accepted: string): boolean =>
  accepted.split(',').some((one) => /^\s*gzip\b/i.test(one) && !/;\s*q=0(?:\.0*)?\s*$/.test(one))

/**
 * Against BREACH: on a page with a secret and a text chosen by a stranger, the compressed length would tell something of the secret.
 * So each answer is longer by a random number of bytes: a file name in the gzip header, which no browser reads.
 */
function padded(packed: Buffer): Buffer {
  const header = Buffer.from(packed.subarray(0, HEADER))
  header[3] = (header[3] ?? 0) | HAS_NAME
  return Buffer.concat([header, Buffer.alloc(randomInt(1, MOST_PADDING), 'x'), Buffer.alloc(1), packed.subarray(HEADER)])
}
