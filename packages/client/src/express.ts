import type { Request, RequestHandler } from 'express'
import { type Auth, createVerifier, isForPeople, signInAddress, type VerifierOptions } from './server.ts'

declare global {
  namespace Express {
    interface Request {
      auth: Auth
    }
  }
}

/** The service that each request was checked with, for `requireSession`. */
const services = new WeakMap<Request, VerifierOptions>()

/** Sets `req.auth`. An expired session is renewed on the way. */
export function latchkey(options: VerifierOptions): RequestHandler {
  const verifier = createVerifier({ renews: true, ...options })
  return async (request, response, next) => {
    request.auth = await verifier.verify(request)
    services.set(request, options)
    if (request.auth.setCookies.length > 0) response.append('Set-Cookie', [...request.auth.setCookies])
    next()
  }
}

/** Without a session, people are redirected to sign in and back, and programs get 401. */
export const requireSession = (): RequestHandler => (request, response, next) => {
  const service = services.get(request)
  if (!service) return next(new Error('requireSession() needs latchkey({ url }) before it'))
  if (request.auth.status === 'signed-in') return next()
  if (request.auth.status === 'unavailable') response.status(503).json({ error: 'unavailable' })
  else if (!isForPeople(request.method, request.headers.accept)) response.status(401).json({ error: 'unauthorized' })
  else response.redirect(signInAddress(service, `${request.protocol}://${request.get('host')}${request.originalUrl}`))
}
