import type { Caller, Deps } from '../../../gate/deps.ts'
import { openValue, sealValue } from '../../../platform/kernel/sealed-value.ts'
import { hashToken, isToken, newToken } from '../../../platform/kernel/tokens.ts'

export const CEREMONY_MS = 300_000

/** The account and the session are undefined where they are not known before the answer. */
interface CeremonyFor {
  readonly purpose: 'register' | 'sign-in' | 'second-factor' | 'step-up'
  readonly accountId?: string | undefined
  readonly sessionId?: string | undefined
  /** The two-factor challenge that the ceremony completes. */
  readonly challengeId?: string | undefined
}

/** The cookie is the browser's `_passkey`. */
export type ExpectedCeremony = CeremonyFor & { readonly cookie: string | undefined }

/** A ceremony that is begun in a session can be finished only there. */
export function sessionCeremony(purpose: CeremonyFor['purpose'], { account, session }: Caller, cookie: string | undefined) {
  return { purpose, cookie, accountId: account.id, sessionId: session.id }
}

interface State extends CeremonyFor {
  readonly challenge: string
  /** Hash of the cookie. */
  readonly browser: string
  readonly userHandle?: string | undefined
  readonly expiresAt: number
}

type Sealing = Pick<Deps, 'clock' | 'keys'>

/**
 * The client brings the state back with its answer, so that asking for options leaves nothing in the database. A browser keeps
 * its cookie, so that tabs do not take it from each other: a sign-in page asks for options as soon as it is shown. An attacker
 * who could plant a cookie would gain nothing.
 */
export function openCeremony({ clock, keys }: Sealing, { cookie, ...wanted }: ExpectedCeremony, userHandle?: string) {
  const token = cookie !== undefined && isToken(cookie) ? cookie : newToken()
  const challenge = newToken()
  const expiresAt = clock.now() + CEREMONY_MS
  const state: State = { ...bound(wanted), challenge, browser: hashToken(token), userHandle, expiresAt }
  return { state: sealValue(keys.passkeys, state).token, challenge, cookie: { token, expiresAt } }
}

/** Undefined unless we sealed the state for exactly this ceremony and it has time left. The hash is spent with the effect. */
export function readCeremony({ clock, keys }: Sealing, sealed: unknown, { cookie, ...wanted }: ExpectedCeremony) {
  const state = openValue<State>(keys.passkeys, sealed, clock.now())
  if (!state || cookie === undefined || state.browser !== hashToken(cookie)) return undefined
  const isSame = JSON.stringify(bound(state)) === JSON.stringify(bound(wanted))
  const { challenge, userHandle, expiresAt } = state
  // Not the hash of the sealed text, which can be spelled in several ways.
  return isSame ? { challenge, userHandle, expiresAt, hash: hashToken(`passkey ${challenge}`) } : undefined
}

/** Fixes the order of the properties, because two ceremonies are compared as JSON. */
const bound = ({ purpose, accountId, sessionId, challengeId }: CeremonyFor) => ({ purpose, accountId, sessionId, challengeId })
