import type { FastifyReply, FastifyRequest } from 'fastify'
import { ASSET_FOLDER } from '../kernel/hosted-page.ts'
import type { ObservedRequest, Observer } from '../kernel/observer.ts'

/** As in nginx: the client hung up before there was an answer. */
const HUNG_UP = 499

export const watchRequests =
  (observer: Observer) =>
  ({ method, headers, route, raw: incoming }: FastifyRequest, { raw }: FastifyReply): ObservedRequest => {
    const passage = observer.request({ method, headers, route: route ? templateOf(route.path) : 'other' })
    let hasEnded = false
    const end = (): void => {
      if (hasEnded) return
      hasEnded = true
      passage.end(raw.writableEnded ? raw.statusCode : HUNG_UP)
    }
    raw.once('close', end)
    // An answer that waits behind another is not told that the connection has ended; its request is.
    incoming.once('close', () => incoming.socket.destroyed && end())
    if (raw.closed || incoming.socket.destroyed) end()
    return passage
  }

/** The names of files change with their content, so they share one template. */
const templateOf = (path: string): string => (path.includes(ASSET_FOLDER) ? `${ASSET_FOLDER}{file}` : path)
