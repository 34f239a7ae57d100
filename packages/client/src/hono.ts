import { type Auth, createVerifier, signInAddress, type VerifierOptions } from './server.ts'

/** As far as we need Hono, so that it need not be installed for the types. */
interface Context {
  readonly req: { readonly raw: Request; readonly url: string }
  get(key: 'auth' | 'latchkey'): unknown
  set(key: 'auth' | 'latchkey', value: unknown): void
  header(name: string, value: string, options: { readonly append: boolean }): void
  json(body: unknown, status: 401 | 503): Response
  redirect(address: string): Response
}
type Next = () => Promise<void>

/** Notes who sends a request, for `c.get('auth')`. A session that has run out is renewed on the way. */
export function latchkey(options: VerifierOptions) {
  const verifier = createVerifier({ renews: true, ...options })
  return async (context: Context, next: Next): Promise<void> => {
    const auth = await verifier.verify(context.req.raw)
    context.set('auth', auth)
    context.set('latchkey', options)
    for (const line of auth.setCookies) context.header('set-cookie', line, { append: true })
    await next()
  }
}

/** Lets nobody through who is not signed in: people are sent to sign in and back, programs are told. */
export const requireSession =
  () =>
  async (context: Context, next: Next): Promise<Response | undefined> => {
    const [auth, service] = [context.get('auth') as Auth | undefined, context.get('latchkey') as VerifierOptions | undefined]
    if (!auth || !service) throw new Error('requireSession() needs latchkey({ url }) before it')
    if (auth.status === 'unavailable') return context.json({ error: 'unavailable' }, 503)
    if (auth.status === 'signed-in') {
      await next()
      return undefined
    }
    const isShown = context.req.raw.headers.get('accept')?.includes('text/html')
    return isShown ? context.redirect(signInAddress(service, context.req.url)) : context.json({ error: 'unauthorized' }, 401)
  }
