import type { Context, MiddlewareHandler } from 'hono'
import { type Auth, createVerifier, isForPeople, signInAddress, type VerifierOptions } from './server.ts'

declare module 'hono' {
  interface ContextVariableMap {
    auth: Auth
  }
}

/** The service that each request was checked with, for `requireSession`. */
const services = new WeakMap<Context, VerifierOptions>()

/** Sets `c.get('auth')`. An expired session is renewed on the way. */
export function latchkey(options: VerifierOptions): MiddlewareHandler {
  const verifier = createVerifier({ renews: true, ...options })
  return async (context, next) => {
    const auth = await verifier.verify(context.req.raw)
    context.set('auth', auth)
    services.set(context, options)
    await next()
    // Only now: a response that the handler creates itself would lack cookies that were set before it.
    for (const line of auth.setCookies) context.header('set-cookie', line, { append: true })
  }
}

/** Without a session, people are redirected to sign in and back, and programs get 401. */
export const requireSession = (): MiddlewareHandler => async (context, next) => {
  const service = services.get(context)
  if (!service) throw new Error('requireSession() needs latchkey({ url }) before it')
  const { status } = context.get('auth')
  if (status === 'signed-in') return next()
  if (status === 'unavailable') return context.json({ error: 'unavailable' }, 503)
  const isShown = isForPeople(context.req.method, context.req.header('accept'))
  return isShown ? context.redirect(signInAddress(service, context.req.url)) : context.json({ error: 'unauthorized' }, 401)
}
