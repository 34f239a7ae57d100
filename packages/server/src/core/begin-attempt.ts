import type { CookieChange } from '../kernel/endpoint.ts'
import { type Provider, ProviderError } from '../kernel/provider.ts'
import { hashToken, isToken, newToken } from '../kernel/tokens.ts'
import type { Deps } from './deps.ts'
import { newAttempt, type OAuthState, STATE_TTL_MS } from './oauth-state.ts'
import { returnAddress } from './return-address.ts'

interface Departure {
  readonly url: string
  readonly cookies: CookieChange
}

/**
 * Sends a browser to a provider. It gets a cookie without which nobody can come back in its place; several tabs share
 * one. Undefined when the provider cannot be asked.
 */
export async function beginAttempt(
  { config, clock, keys }: Deps,
  provider: Provider,
  presented: string | undefined,
  { returnTo, link }: { readonly returnTo: string | undefined; readonly link?: OAuthState['link'] },
): Promise<Departure | undefined> {
  const browser = presented !== undefined && isToken(presented) ? presented : newToken()
  const expiresAt = clock.now() + STATE_TTL_MS
  const attempt = newAttempt(keys, {
    provider: provider.name,
    browser: hashToken(browser),
    expiresAt,
    returnTo: returnAddress(config, returnTo),
    link,
  })
  try {
    const url = await provider.begin(attempt)
    return { url: url.href, cookies: { oauth: { token: browser, expiresAt } } }
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}
