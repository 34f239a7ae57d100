import { type Asking, type Auth, createVerifier, signInAddress, type VerifierOptions } from './server.ts'

/** As far as we need Fastify, so that it need not be installed for the types. */
interface Incoming extends Asking {
  auth?: Auth
  readonly url: string
  readonly protocol: string
  readonly host: string
}
interface Outgoing {
  header(name: string, value: readonly string[]): unknown
  code(status: number): { send(body: unknown): unknown }
  redirect(address: string): unknown
}
interface App {
  decorateRequest(name: string, value: unknown): unknown
  addHook(name: 'onRequest', hook: (request: never, reply: never) => Promise<unknown>): unknown
}

const services = new WeakMap<object, VerifierOptions>()

/** A plugin that notes in `request.auth` who sends a request. A session that has run out is renewed on the way. */
export function latchkey(options: VerifierOptions) {
  const verifier = createVerifier({ renews: true, ...options })
  const plugin = async (app: App): Promise<void> => {
    app.decorateRequest('auth', undefined)
    app.addHook('onRequest', async (request: Incoming, reply: Outgoing) => {
      request.auth = await verifier.verify(request)
      services.set(request, options)
      if (request.auth.setCookies.length > 0) reply.header('set-cookie', request.auth.setCookies)
    })
  }
  // For the routes around it, and not only for its own.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true })
}

/** A `preHandler` that lets nobody through who is not signed in: people are sent to sign in and back, programs are told. */
export const requireSession = () => async (request: Incoming, reply: Outgoing) => {
  const [status, service] = [request.auth?.status, services.get(request)]
  if (status === undefined || !service) throw new Error('requireSession() needs the plugin latchkey({ url })')
  if (status === 'signed-in') return undefined
  if (status === 'unavailable') return reply.code(503).send({ error: 'unavailable' })
  const { accept } = request.headers as Readonly<Record<string, string | undefined>>
  if (!accept?.includes('text/html')) return reply.code(401).send({ error: 'unauthorized' })
  return reply.redirect(signInAddress(service, `${request.protocol}://${request.host}${request.url}`))
}
