import { type Asking, type Auth, createVerifier, signInAddress, type VerifierOptions } from './server.ts'

/** As far as we need Express, so that it need not be installed for the types. */
interface Incoming extends Asking {
  auth?: Auth
  readonly originalUrl: string
  readonly protocol: string
  get(name: string): string | undefined
  accepts(type: string): string | false
}
interface Outgoing {
  append(name: string, value: readonly string[]): unknown
  status(code: number): { json(body: unknown): unknown }
  redirect(address: string): unknown
}
type Next = (error?: unknown) => void

declare global {
  namespace Express {
    interface Request {
      auth?: Auth
    }
  }
}

/** Where the service of a request is, for `requireSession`. */
const services = new WeakMap<object, VerifierOptions>()

/** Notes in `req.auth` who sends a request. A session that has run out is renewed on the way. */
export function latchkey(options: VerifierOptions) {
  const verifier = createVerifier({ renews: true, ...options })
  return (request: Incoming, response: Outgoing, next: Next): void => {
    verifier.verify(request).then((auth) => {
      request.auth = auth
      services.set(request, options)
      if (auth.setCookies.length > 0) response.append('Set-Cookie', auth.setCookies)
      next()
    }, next)
  }
}

/** Lets nobody through who is not signed in: people are sent to sign in and back, programs are told. */
export const requireSession =
  () =>
  (request: Incoming, response: Outgoing, next: Next): void => {
    const [status, service] = [request.auth?.status, services.get(request)]
    if (status === undefined || !service) return next(new Error('requireSession() needs latchkey({ url }) before it'))
    if (status === 'signed-in') return next()
    if (status === 'unavailable') return void response.status(503).json({ error: 'unavailable' })
    if (!request.accepts('html')) return void response.status(401).json({ error: 'unauthorized' })
    response.redirect(signInAddress(service, `${request.protocol}://${request.get('host')}${request.originalUrl}`))
  }
