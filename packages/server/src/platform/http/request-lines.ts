import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { ASSET_FOLDER } from '../kernel/hosted-page.ts'

/** A line for every answer but files of pages. Of the address it has what the table knows, and never what a client typed. */
export const requestLines =
  (log: Logger) =>
  ({ id, method, route }: FastifyRequest, { raw }: FastifyReply): void => {
    if (route?.path.includes(ASSET_FOLDER)) return
    const begun = performance.now()
    raw.once('finish', () => {
      const ms = Math.round(performance.now() - begun)
      log.info({ requestId: id, route: `${method} ${route?.path ?? '(no such path)'}`, status: raw.statusCode, ms }, 'answered')
    })
  }
