import type { Context, MiddlewareHandler } from 'hono'
import { type Auth, createVerifier, isForPeople, signInAddress, type VerifierOptions } from './server.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Who sent the request. Set by `latchkey()`. */
    auth: Auth
  }
}

/** Where the service of a request is, for `requireSession`. */
const services = new WeakMap<Context, VerifierOptions>()

/** Notes who sends a request, for `c.get('auth')`. A session that has run out is renewed on the way. */
export function latchkey(options: VerifierOptions): MiddlewareHandler {
  const verifier = createVerifier({ renews: true, ...options })
  return async (context, next) => {
    const auth = await verifier.verify(context.req.raw)
    context.set('auth', auth)
    services.set(context, options)
    await next()
    // Afterwards: an answer that a handler has made by itself would leave them out.
    for (const line of auth.setCookies) context.header('set-cookie', line, { append: true })
  }
}

/** Lets nobody through who is not signed in: people are sent to sign in and back, programs are told. */
export const requireSession = (): MiddlewareHandler => async (context, next) => {
  const service = services.get(context)
  if (!service) throw new Error('requireSession() needs latchkey({ url }) before it')
  const { status } = context.get('auth')
  if (status === 'signed-in') return next()
  if (status === 'unavailable') return context.json({ error: 'unavailable' }, 503)
  const isShown = isForPeople(context.req.method, context.req.header('accept'))
  return isShown ? context.redirect(signInAddress(service, context.req.url)) : context.json({ error: 'unauthorized' }, 401)
}
