import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Download } from '../kernel/hosted-page.ts'

/** For the reader's disk, under a name that is ours. */
export const asFile = (reply: FastifyReply, fileName: string): FastifyReply =>
  reply.header('content-disposition', `attachment; filename="${fileName}"`)

/** A file that is sent no faster than its reader takes it; and when they go away, no further. */
export const sendDownload = (reply: FastifyReply, { fileName, type, pieces }: Download): FastifyReply =>
  asFile(reply, fileName).header('content-type', type).send(Readable.from(pieces))
