import type { FastifyPluginAsync, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import { type Auth, createVerifier, isForPeople, signInAddress, type VerifierOptions } from './server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    auth: Auth
  }
}

/** The service that each request was checked with, for `requireSession`. */
const services = new WeakMap<FastifyRequest, VerifierOptions>()

/** A plugin that sets `request.auth`. An expired session is renewed on the way. */
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
  // Applies to the routes around the plugin, and not only to its own.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true })
}

/** A `preHandler`. Without a session, people are redirected to sign in and back, and programs get 401. */
export const requireSession = (): preHandlerAsyncHookHandler => async (request, reply) => {
  const service = services.get(request)
  if (!service) throw new Error('requireSession() needs the plugin latchkey({ url })')
  if (request.auth.status === 'signed-in') return undefined
  if (request.auth.status === 'unavailable') return reply.code(503).send({ error: 'unavailable' })
  if (!isForPeople(request.method, request.headers.accept)) return reply.code(401).send({ error: 'unauthorized' })
  return reply.redirect(signInAddress(service, `${request.protocol}://${request.host}${request.url}`))
}
