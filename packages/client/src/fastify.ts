import type { FastifyPluginAsync, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import { type Auth, createVerifier, isForPeople, signInAddress, type VerifierOptions } from './server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent it. Set by the plugin `latchkey()`. */
    auth: Auth
  }
}

/** Where the service of a request is, for `requireSession`. */
const services = new WeakMap<FastifyRequest, VerifierOptions>()

/** A plugin that notes in `request.auth` who sends a request. A session that has run out is renewed on the way. */
export function latchkey(options: VerifierOptions): FastifyPluginAsync {
  const verifier = createVerifier({ renews: true, ...options })
  const plugin: FastifyPluginAsync = async (app) => {
    app.decorateRequest('auth')
    app.addHook('onRequest', async (request, reply) => {
      request.auth = await verifier.verify(request)
      services.set(request, options)
      if (request.auth.setCookies.length > 0) reply.header('set-cookie', [...request.auth.setCookies])
    })
  }
  // For the routes around it, and not only for its own.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true })
}

/** A `preHandler` that lets nobody through who is not signed in: people are sent to sign in and back, programs are told. */
export const requireSession = (): preHandlerAsyncHookHandler => async (request, reply) => {
  const service = services.get(request)
  if (!service) throw new Error('requireSession() needs the plugin latchkey({ url })')
  if (request.auth.status === 'signed-in') return undefined
  if (request.auth.status === 'unavailable') return reply.code(503).send({ error: 'unavailable' })
  if (!isForPeople(request.method, request.headers.accept)) return reply.code(401).send({ error: 'unauthorized' })
  return reply.redirect(signInAddress(service, `${request.protocol}://${request.host}${request.url}`))
}
