import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Download } from '../kernel/hosted-page.ts'

/** A file for the reader's disk. No faster than they take it; and when they go away, no further. */
export const sendDownload = (reply: FastifyReply, { fileName, type, pieces }: Download): FastifyReply =>
  reply.headers({ 'content-type': type, 'content-disposition': `attachment; filename="${fileName}"` }).send(Readable.from(pieces))
