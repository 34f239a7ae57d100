import { randomInt } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Below this a smaller answer would arrive no sooner. */
const LEAST = 512
const HEADER = 10
const HAS_NAME = 0b1000
const MOST_PADDING = 128

/** An HTML answer, packed for those who can unpack it. */
export function sendPage({ headers }: FastifyRequest, reply: FastifyReply, html: string): FastifyReply {
  reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
  if (html.length < LEAST || !unpacks(headers['accept-encoding'] ?? '')) return reply.send(html)
  return reply.header('content-encoding', 'gzip').send(padded(gzipSync(html, { level: 4 })))
}

/** Named, and not as something that the client does without. */
export const unpacks = (accepted: string): boolean =>
  accepted.split(',').some((one) => /^\s*gzip\b/i.test(one) && !/;\s*q=0(?:\.0*)?\s*$/.test(one))

/**
 * A page may hold a secret beside a text that a stranger can choose, and how well both compress together would tell one from the
 * other (BREACH). So every answer is longer by a chance number of bytes: a file name in the header, which no browser reads.
 */
function padded(packed: Buffer): Buffer {
  const header = Buffer.from(packed.subarray(0, HEADER))
  header[3] = (header[3] ?? 0) | HAS_NAME
  return Buffer.concat([header, Buffer.alloc(randomInt(1, MOST_PADDING), 'x'), Buffer.alloc(1), packed.subarray(HEADER)])
}
