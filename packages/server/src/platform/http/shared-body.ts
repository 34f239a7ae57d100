import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from './send-page.ts'

/** In memory once, plain and compressed, however many clients wait for it. */
export type SharedBody = { readonly plain: Buffer; readonly packed: Buffer | undefined }

/** A slow client has one piece waiting in memory, and not the whole body. */
const PIECE = 64 * 1024

const pack = promisify(gzip)

export const sharedBody = async (plain: Buffer): Promise<SharedBody> => ({
  plain,
  packed: await pack(plain, { level: constants.Z_BEST_COMPRESSION }),
})

export function sendShared({ headers }: FastifyRequest, reply: FastifyReply, { plain, packed }: SharedBody): FastifyReply {
  if (packed) reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
  if (!packed || !acceptsGzip(headers['accept-encoding'] ?? '')) return sendPieces(reply, plain)
  return sendPieces(reply.header('content-encoding', 'gzip'), packed)
}

function sendPieces(reply: FastifyReply, bytes: Buffer): FastifyReply {
  if (bytes.length <= PIECE) return reply.send(bytes)
  return reply.header('content-length', bytes.length).send(Readable.from(piecesOf(bytes), { highWaterMark: 1 }))
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}
