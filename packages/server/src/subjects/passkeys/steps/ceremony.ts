import type { Caller, Deps } from '../../../gate/deps.ts'
import { seal, unseal } from '../../../platform/kernel/keys.ts'
import { hashToken, isToken, newToken } from '../../../platform/kernel/tokens.ts'

/** How long a visitor may take over a passkey. */
export const CEREMONY_MS = 300_000

/** What is done with a passkey, by which account and in which session as far as that is known before. */
interface CeremonyFor {
  readonly purpose: 'register' | 'sign-in' | 'second-factor' | 'step-up'
  readonly accountId?: string | undefined
  readonly sessionId?: string | undefined
  /** The two-factor challenge that it answers. */
  readonly challengeId?: string | undefined
}

/** The same, in the browser with this `_passkey` cookie. */
export interface ExpectedCeremony extends CeremonyFor {
  readonly cookie: string | undefined
}

/** Bound to the session: what is begun in one is finished there. */
export const sessionCeremony = (
  purpose: CeremonyFor['purpose'],
  { account, session }: Caller,
  cookie: string | undefined,
): ExpectedCeremony => ({ purpose, cookie, accountId: account.id, sessionId: session.id })

interface State extends CeremonyFor {
  /** 256 random bits in base64url. */
  readonly challenge: string
  /** Hash of the cookie. */
  readonly browser: string
  /** What the authenticator was told to call the account by. */
  readonly userHandle?: string | undefined
  readonly expiresAt: number
}

type Sealing = Pick<Deps, 'clock' | 'keys'>

interface OpenedCeremony {
  /** For the client, which brings it back with its answer: so asking for options leaves nothing in the database. */
  readonly state: string
  readonly challenge: string
  readonly cookie: { readonly token: string; readonly expiresAt: number }
}

/** What an answer is held against, and what is spent with it. */
interface Ceremony {
  readonly challenge: string
  readonly userHandle: string | undefined
  readonly expiresAt: number
  /** Under this it is spent, in the transaction of its effect. */
  readonly hash: string
}

/**
 * Begins a ceremony. A browser keeps the cookie that it has, so that tabs do not take it from each other: a sign-in page asks for
 * options as soon as it is shown. An attacker who could plant one would gain nothing by that.
 */
export function openCeremony(
  { clock, keys }: Sealing,
  { cookie, ...wanted }: ExpectedCeremony,
  userHandle?: string,
): OpenedCeremony {
  const token = cookie !== undefined && isToken(cookie) ? cookie : newToken()
  const challenge = newToken()
  const expiresAt = clock.now() + CEREMONY_MS
  const state: State = { ...bound(wanted), challenge, browser: hashToken(token), userHandle, expiresAt }
  return { state: seal(keys.passkeys, JSON.stringify(state)), challenge, cookie: { token, expiresAt } }
}

/** A ceremony that was begun for exactly this and has time left. Undefined for everything else, and for all that we did not seal. */
export function readCeremony(
  { clock, keys }: Sealing,
  sealed: unknown,
  { cookie, ...wanted }: ExpectedCeremony,
): Ceremony | undefined {
  const state = openState(keys.passkeys, sealed)
  if (!state || cookie === undefined || state.browser !== hashToken(cookie) || state.expiresAt <= clock.now()) return undefined
  const isSame = JSON.stringify(bound(state)) === JSON.stringify(bound(wanted))
  const { challenge, userHandle, expiresAt } = state
  // Not the hash of the sealed text: that can be written in several ways.
  return isSame ? { challenge, userHandle, expiresAt, hash: hashToken(`passkey ${challenge}`) } : undefined
}

/** In one order, and without what is not there. */
const bound = ({ purpose, accountId, sessionId, challengeId }: CeremonyFor): CeremonyFor => ({
  purpose,
  accountId,
  sessionId,
  challengeId,
})

/** Longer than any that we seal. */
const LONGEST = 2000

function openState(keys: Deps['keys']['passkeys'], sealed: unknown): State | undefined {
  if (typeof sealed !== 'string' || sealed.length > LONGEST) return undefined
  try {
    return JSON.parse(unseal(keys, sealed))
  } catch {
    return undefined
  }
}
