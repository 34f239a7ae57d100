import type { Client } from './client.ts'
import type { ErrorCode } from './error.ts'
import type { Message, Routes } from './routes.ts'

type Caller = Pick<Client, 'request'>

/** The part of a page that is used: the types of a server lack it. */
interface Page {
  readonly location: { readonly href: string; assign(address: string): void }
}

const location = (): Page['location'] => (globalThis as unknown as Page).location

/** `available` are names to sign in with; `linked`, with a session, those of the account. */
export const listProviders = ({ request }: Caller): Promise<Routes['GET /auth/oauth/providers']['reply']> =>
  request('GET /auth/oauth/providers')

/** Where to go on to afterwards. */
export interface Onward {
  /** Where to come back to: an address at an allowed origin, or a path of the service. This page unless given. */
  readonly returnTo?: string
}

/** How somebody signs in at a provider. */
export interface ProviderSignIn extends Onward {
  /** A second factor, a verification or a failure is settled on the service's own pages, and comes back afterwards. */
  readonly pages?: 'hosted'
}

/** The address at the provider, for this browser alone. */
export async function providerAddress(
  { request }: Caller,
  provider: string,
  { returnTo, pages }: ProviderSignIn = {},
): Promise<string> {
  const query = { returnTo: returnTo ?? location().href, ...(pages && { pages }) }
  return (await request('GET /auth/oauth/{provider}', { params: { provider }, query })).url
}

/** Leaves this page for the provider's. */
export const signInWithProvider = async (client: Caller, provider: string, how: ProviderSignIn = {}): Promise<void> =>
  location().assign(await providerAddress(client, provider, how))

/** Connects a provider with the account that is signed in, and leaves this page for that. Wants a fresh proof. */
export async function linkProvider({ request }: Caller, provider: string, { returnTo }: Onward = {}): Promise<void> {
  const body = { returnTo: returnTo ?? location().href }
  location().assign((await request('POST /auth/oauth/{provider}/link', { params: { provider }, body })).url)
}

/** Takes a provider from the account that is signed in. Wants a fresh proof. */
export const unlinkProvider = ({ request }: Caller, provider: string): Promise<Message> =>
  request('POST /auth/oauth/{provider}/unlink', { params: { provider } })

/** What is still owed after a provider, or what went wrong there. */
export type ProviderReturn =
  | { readonly kind: 'two-factor'; readonly challengeId: string }
  | { readonly kind: 'verification' }
  | { readonly kind: 'failed'; readonly code: ErrorCode }

/** What the address says that a provider's sign-in, without `pages: 'hosted'`, has come back to; undefined where all is well. */
export function readProviderReturn(address = location().href): ProviderReturn | undefined {
  const { searchParams: facts } = new URL(address)
  const [challengeId, code] = [facts.get('challengeId'), facts.get('error')]
  if (facts.get('requiresTwoFactor') && challengeId) return { kind: 'two-factor', challengeId }
  if (facts.get('requiresVerification')) return { kind: 'verification' }
  return code ? { kind: 'failed', code: code as ErrorCode } : undefined
}
