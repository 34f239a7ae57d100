import { returnAddress } from '../../../gate/access/return-address.ts'
import type { Deps } from '../../../gate/deps.ts'
import type { CookieChange, PresentedCookies } from '../../../platform/kernel/cookies.ts'
import { hashToken, newToken } from '../../../platform/kernel/tokens.ts'
import { type Provider, ProviderError } from '../provider.ts'
import { nameOfAttempt, newAttempt, type OAuthState, STATE_TTL_MS } from './oauth-state.ts'

/** How many attempts of one browser may be under way, one in each tab. */
const MOST_ATTEMPTS = 4
/** A neighbour's subdomain may have planted any number of cookies, and proxies refuse an answer whose headers are too long. */
const MOST_ENDED = 8

/** The cookie is new for each attempt: an older one may have been planted by an attacker. Undefined when the provider fails. */
export async function beginAttempt(
  { config, clock, keys, refusedReturns }: Deps,
  provider: Provider,
  presented: PresentedCookies['oauth'],
  options: Pick<OAuthState, 'returnTo' | 'link' | 'isHosted'>,
): Promise<{ readonly url: string; readonly cookies: CookieChange } | undefined> {
  const browser = newToken()
  const expiresAt = clock.now() + STATE_TTL_MS
  const returnTo = returnAddress(config, options.returnTo)
  if (returnTo === undefined) refusedReturns.note(options.returnTo)
  const attempt = newAttempt(keys, { provider: provider.name, browser: hashToken(browser), expiresAt, ...options, returnTo })
  try {
    const url = await provider.begin(attempt)
    const begun = { name: nameOfAttempt(attempt.state), token: browser, expiresAt }
    return { url: url.href, cookies: { oauth: { begun, ended: surplusOf(presented) } } }
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}

/** The oldest cookies, which make room for one more: browsers send the oldest first (RFC 6265, 5.4). */
const surplusOf = (presented: PresentedCookies['oauth']): string[] =>
  [...presented.keys()].slice(0, Math.min(MOST_ENDED, Math.max(0, presented.size + 1 - MOST_ATTEMPTS)))
