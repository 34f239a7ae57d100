import type { FastifyReply, FastifyRequest } from 'fastify'
import { ASSET_FOLDER } from '../kernel/hosted-page.ts'
import type { ObservedRequest, Observer } from '../kernel/observer.ts'
import { whenEnded } from './when-ended.ts'

/** As in nginx: the client hung up before there was an answer. */
const HUNG_UP = 499

export const watchRequests =
  (observer: Observer) =>
  (request: FastifyRequest, reply: FastifyReply): ObservedRequest => {
    const { method, headers, route } = request
    const passage = observer.request({ method, headers, route: route ? templateOf(route.path) : 'other' })
    let hasEnded = false
    const end = (): void => {
      if (hasEnded) return
      hasEnded = true
      passage.end(reply.raw.writableEnded ? reply.raw.statusCode : HUNG_UP)
    }
    whenEnded(request, reply, end)
    return passage
  }

/** The names of files change with their content, so they share one template. */
const templateOf = (path: string): string => (path.includes(ASSET_FOLDER) ? `${ASSET_FOLDER}{file}` : path)
