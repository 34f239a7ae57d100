import { spentStatesIn } from '../../../gate/codes/tables/spent-states.ts'
import type { Deps } from '../../../gate/deps.ts'
import type { PresentedCookies } from '../../../platform/kernel/cookies.ts'
import { isSame } from '../../../platform/kernel/csrf.ts'
import type { ErrorCode } from '../../../platform/kernel/errors.ts'
import { hashToken } from '../../../platform/kernel/tokens.ts'
import { type Identity, type Provider, ProviderError, ProviderRefusal } from '../provider.ts'
import { nameOfAttempt, type OAuthState, openState } from './oauth-state.ts'

type Proved =
  | { readonly state: OAuthState; readonly identity: Identity }
  /** `state` only when it is ours and came back in the browser that left with it. */
  | { readonly refusal: ErrorCode; readonly state?: OAuthState }

/** The state is spent before the provider is asked, so that a second arrival with the same state costs the provider nothing. */
export async function proveIdentity(
  { store, keys, clock }: Deps,
  provider: Provider,
  callback: Readonly<Record<string, string | undefined>>,
  presented: PresentedCookies['oauth'],
  count: () => Promise<void>,
): Promise<Proved> {
  const sealed = callback['state'] ?? ''
  const browser = presented.get(nameOfAttempt(sealed))
  const opened = openState(keys, sealed)
  const state = opened?.state
  const isOurs = state?.provider === provider.name && browser !== undefined && isSame(hashToken(browser), state.browser)
  if (!opened || !state || !isOurs) return { refusal: 'invalid_state' }
  await count() // before anything is spent, so that a visitor who has to wait can come back with the same state
  if (state.expiresAt <= clock.now()) return { refusal: 'state_expired', state }
  if (!(await spentStatesIn(store).spend(hashToken(sealed), state.expiresAt))) return { refusal: 'state_used', state }
  try {
    const sent = Object.entries(callback).filter((pair): pair is [string, string] => pair[1] !== undefined)
    return { state, identity: await provider.complete(new URLSearchParams(sent), opened.attempt) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { refusal: error instanceof ProviderRefusal ? 'access_denied' : 'provider_error', state }
  }
}
