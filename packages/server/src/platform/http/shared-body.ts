import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { unpacks } from './send-page.ts'

/** What is the same for all readers: there once, packed and as it is, however many of them wait for it. */
export interface SharedBody {
  readonly plain: Buffer
  readonly packed: Buffer | undefined
}

/** What the system takes of a long body before the next piece is looked for. */
const PIECE = 64 * 1024

const pack = promisify(gzip)

/** Packed beside the event loop. */
export const sharedBody = async (plain: Buffer): Promise<SharedBody> => ({
  plain,
  packed: await pack(plain, { level: constants.Z_BEST_COMPRESSION }),
})

export function sendShared({ headers }: FastifyRequest, reply: FastifyReply, { plain, packed }: SharedBody): FastifyReply {
  if (packed) reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
  if (!packed || !unpacks(headers['accept-encoding'] ?? '')) return sendPieces(reply, plain)
  return sendPieces(reply.header('content-encoding', 'gzip'), packed)
}

/** So that a reader who is slow has a piece waiting, and not the whole. */
function sendPieces(reply: FastifyReply, bytes: Buffer): FastifyReply {
  if (bytes.length <= PIECE) return reply.send(bytes)
  return reply.header('content-length', bytes.length).send(Readable.from(piecesOf(bytes), { highWaterMark: 1 }))
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}
