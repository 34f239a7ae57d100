// Without `.js`: with it Turbopack picks a file that does not compile in a route handler.
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { type Auth, createVerifier, signInAddress, type Verifier, type VerifierOptions } from './server.ts'

type SignedIn = Extract<Auth, { status: 'signed-in' }>
type Service = { readonly options: VerifierOptions; readonly verifier: Verifier }

/** What pages, actions and routes ask. */
export interface Latchkey {
  /** Who is signed in. */
  auth(): Promise<Auth>
  /** Visitors without a session are sent to sign in, and back to this path or address, else to the front page. */
  requireSession(returnTo?: string): Promise<SignedIn>
}

/** Next.js loads this module once for each of its bundles, which share nothing but the process. */
const shared = globalThis as { [serviceKey]?: Service | undefined }
const serviceKey: unique symbol = Symbol.for('latchkey-client/next')

/**
 * For server components, server actions and route handlers. A page that is being rendered cannot set cookies, so nothing is
 * renewed here: a visitor whose session has expired is sent to the service, which renews it and sends them straight back.
 */
export function latchkey(options: VerifierOptions): Latchkey {
  const service = serviceOf(options)
  shared[serviceKey] = service
  return { auth: () => ask(() => service), requireSession: (returnTo?: string) => demand(() => service, returnTo) }
}

/** Asks the service that was last given to `latchkey()`, else that of `LATCHKEY_URL`. */
export const auth: Latchkey['auth'] = () => ask(known)

/** Sends visitors without a session to sign in, and back to this path or address, else to the front page. */
export const requireSession: Latchkey['requireSession'] = (returnTo) => demand(known, returnTo)

function serviceOf(options: VerifierOptions): Service {
  return { options, verifier: createVerifier({ fetch: unkept, ...options, renews: false }) }
}

/** Next.js may cache a session that is over. With `fetchCache = 'force-cache'` only its own original `fetch` prevents that. */
const unkept: typeof fetch = (to, init) => {
  const { _nextOriginalFetch: original = fetch } = fetch as typeof fetch & { _nextOriginalFetch?: typeof fetch }
  return original(to, { ...init, cache: 'no-store' } as RequestInit)
}

function known(): Service {
  const { LATCHKEY_URL: url, LATCHKEY_PUBLIC_URL: publicUrl } = process.env
  if (!shared[serviceKey] && !url) throw new Error('Where is the service? Set LATCHKEY_URL, or call latchkey({ url }) before.')
  shared[serviceKey] ??= serviceOf({ url: url ?? '', ...(publicUrl && { publicUrl }) })
  return shared[serviceKey]
}

/** The headers come first: they abort a build of Next.js, during which the address of the service is not known yet. */
async function ask(find: () => Service): Promise<Auth> {
  const sent = await headers()
  return find().verifier.verify({ headers: sent })
}

async function demand(find: () => Service, returnTo = '/'): Promise<SignedIn> {
  const found = await ask(find)
  if (found.status === 'unavailable') throw found.error
  return found.status === 'signed-in' ? found : redirect(signInAddress(find().options, hereOf(await headers(), returnTo)))
}

/** The host is not checked here: the service redirects only to applications that it was configured with. */
function hereOf(sent: Headers, path: string): string {
  const first = (name: string) => sent.get(name)?.split(',')[0]?.trim()
  const host = first('x-forwarded-host') ?? first('host')
  return new URL(path, `${first('x-forwarded-proto') ?? 'http'}://${host}`).href
}
