// Without `.js`: with it Turbopack takes another file, which does not compile in a route handler.
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { type Auth, createVerifier, signInAddress, type Verifier, type VerifierOptions } from './server.ts'

type SignedIn = Extract<Auth, { status: 'signed-in' }>
interface Service {
  readonly options: VerifierOptions
  readonly verifier: Verifier
}

export interface Latchkey {
  auth(): Promise<Auth>
  /** Who it is; everybody else is sent to sign in, and back to this path or address, or else to the front page. */
  requireSession(returnTo?: string): Promise<SignedIn>
}

/** Next.js loads this module once for each of its bundles. They share nothing but the process. */
const shared = globalThis as { [given]?: Service | undefined }
const given: unique symbol = Symbol.for('latchkey-client/next')

/**
 * For server components, server actions and route handlers. A page that is being written cannot set cookies, so nothing is renewed
 * here: whose session has run out is sent to the service, which renews it and sends them straight back.
 */
export function latchkey(options: VerifierOptions): Latchkey {
  const service = serviceOf(options)
  shared[given] = service
  return {
    auth: () => ask(() => service),
    requireSession: (returnTo?: string) => demand(() => service, returnTo),
  }
}

/** Who sent the request, as the service last given to `latchkey()` says, else that of `LATCHKEY_URL`. */
export const auth: Latchkey['auth'] = () => ask(known)

/** The same service, for people who have to be signed in. */
export const requireSession: Latchkey['requireSession'] = (returnTo) => demand(known, returnTo)

function serviceOf(options: VerifierOptions): Service {
  return { options, verifier: createVerifier({ fetch: unkept, ...options, renews: false }) }
}

/**
 * Where a page has its requests kept, Next.js would keep this one, too, and with it a session that is over. With
 * `fetchCache = 'force-cache'` it does not even listen to `no-store`: only its own way around itself is left then.
 */
const unkept: typeof fetch = (to, init) => {
  const { _nextOriginalFetch: original = fetch } = fetch as typeof fetch & { _nextOriginalFetch?: typeof fetch }
  return original(to, { ...init, cache: 'no-store' } as RequestInit)
}

function known(): Service {
  const { LATCHKEY_URL: url, LATCHKEY_PUBLIC_URL: publicUrl } = process.env
  if (!shared[given] && !url) throw new Error('Where is the service? Set LATCHKEY_URL, or call latchkey({ url }) before.')
  shared[given] ??= serviceOf({ url: url ?? '', ...(publicUrl && { publicUrl }) })
  return shared[given]
}

/** The headers come first: while Next.js builds, they end the attempt, and nobody knows yet where the service will be. */
async function ask(find: () => Service): Promise<Auth> {
  const sent = await headers()
  return find().verifier.verify({ headers: sent })
}

async function demand(find: () => Service, returnTo = '/'): Promise<SignedIn> {
  const found = await ask(find)
  if (found.status === 'unavailable') throw found.error
  return found.status === 'signed-in' ? found : redirect(signInAddress(find().options, hereOf(await headers(), returnTo)))
}

/** An address of this app. Whatever the request says of its host, the service sends people to the apps that it was told of only. */
function hereOf(sent: Headers, path: string): string {
  const first = (name: string) => sent.get(name)?.split(',')[0]?.trim()
  const host = first('x-forwarded-host') ?? first('host')
  return new URL(path, `${first('x-forwarded-proto') ?? 'http'}://${host}`).href
}
