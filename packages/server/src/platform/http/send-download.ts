import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Download } from '../kernel/hosted-page.ts'

/** The file name is never the user's: it stands in the header unescaped. */
export const asFile = (reply: FastifyReply, fileName: string): FastifyReply =>
  reply.header('content-disposition', `attachment; filename="${fileName}"`)

/** Streamed no faster than the client reads, and stopped when the client disconnects. */
export const sendDownload = (reply: FastifyReply, { fileName, type, pieces }: Download): FastifyReply =>
  asFile(reply, fileName).header('content-type', type).send(Readable.from(pieces))
