import { returnAddress } from '../../../gate/access/return-address.ts'
import type { Deps } from '../../../gate/deps.ts'
import type { CookieChange, PresentedCookies } from '../../../platform/kernel/cookies.ts'
import { hashToken, newToken } from '../../../platform/kernel/tokens.ts'
import { type Provider, ProviderError } from '../provider.ts'
import { nameOfAttempt, newAttempt, type OAuthState, STATE_TTL_MS } from './oauth-state.ts'

interface AttemptOptions extends Pick<OAuthState, 'link' | 'isHosted'> {
  readonly returnTo: string | undefined
}

interface Departure {
  readonly url: string
  readonly cookies: CookieChange
}

/** How many attempts of one browser may be under way, one in each tab. */
const MOST_ATTEMPTS = 4
/** Proxies cut an answer off whose headers are too long, and a neighbour's subdomain may have planted any number. */
const MOST_ENDED = 8

/**
 * Sends a browser to a provider. It gets a cookie without which no other browser can come back in its place: a new one for each
 * attempt, since one that was there before may have been planted by an attacker who knows it. Undefined when the provider
 * cannot be asked.
 */
export async function beginAttempt(
  { config, clock, keys }: Deps,
  provider: Provider,
  presented: PresentedCookies['oauth'],
  { returnTo, ...rest }: AttemptOptions,
): Promise<Departure | undefined> {
  const browser = newToken()
  const expiresAt = clock.now() + STATE_TTL_MS
  const attempt = newAttempt(keys, {
    provider: provider.name,
    browser: hashToken(browser),
    expiresAt,
    returnTo: returnAddress(config, returnTo),
    ...rest,
  })
  try {
    const url = await provider.begin(attempt)
    const begun = { name: nameOfAttempt(attempt.state), token: browser, expiresAt }
    return { url: url.href, cookies: { oauth: { begun, ended: surplusOf(presented) } } }
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}

/** Those that have to go so that one more has room. Browsers send the oldest first (RFC 6265, 5.4). */
const surplusOf = (presented: PresentedCookies['oauth']): string[] =>
  [...presented.keys()].slice(0, Math.min(MOST_ENDED, Math.max(0, presented.size + 1 - MOST_ATTEMPTS)))
