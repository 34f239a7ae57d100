import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { ASSET_FOLDER } from '../kernel/hosted-page.ts'

const LONGEST = 100

/** What a client asked for in vain, without its query, and so that no terminal takes a part of it for a command. */
const typedPath = (url: string): string => {
  const path = encodeURI(url.replace(/[?#].*$/s, '').toWellFormed()).replaceAll('%25', '%')
  return path.length > LONGEST ? `${path.slice(0, LONGEST)}…` : path
}

/** For a terminal, a line for every answer but files of pages. Of an address that the table knows it has no more than that does. */
export const requestLines =
  (log: Logger) =>
  ({ id, method, route, url }: FastifyRequest, { raw }: FastifyReply): void => {
    if (route?.path.includes(ASSET_FOLDER)) return
    const begun = performance.now()
    raw.once('finish', () => {
      const ms = Math.round(performance.now() - begun)
      log.info({ requestId: id, route: `${method} ${route?.path ?? typedPath(url)}`, status: raw.statusCode, ms }, 'answered')
    })
  }
