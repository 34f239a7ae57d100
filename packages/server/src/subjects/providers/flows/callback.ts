import { Type } from 'typebox'
import { homeOf } from '../../../gate/access/return-address.ts'
import { newcomerCookie } from '../../../gate/accounts/newcomer-cookie.ts'
import { record } from '../../../gate/audit/audit.ts'
import { type Context, endpoint } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { parameter } from '../../../gate/views/fields.ts'
import type { CookieChange } from '../../../platform/kernel/cookies.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { failedAddress, failedLinkAddress, gatedAddress, pendingAddress, type Wish } from './destinations.ts'
import { enterByIdentity } from './enter-by-identity.ts'
import { findProvider } from './find-provider.ts'
import { linkIdentity } from './link-identity.ts'
import { endOfAttempt } from './oauth-state.ts'
import { proveIdentity } from './prove-identity.ts'

/** What a provider sends along. Anything else it adds is not looked at. */
export const callbackFields = {
  state: parameter('Which sign-in it is the end of.'),
  code: parameter('What the provider gives out the identity for.'),
  iss: parameter('Who the provider says it is.'),
  error: parameter('Why there is no code.'),
  error_description: parameter('The same, for people.'),
}

/**
 * The browser is back from a provider: it is signed in, signed up or linked, and sent to where it wanted to be. It counts as
 * an entry only once its state is known to be ours and this browser's: any page can send a visitor here, and must not use up
 * what they may try.
 */
export const oauthCallback = endpoint({
  route: 'GET /auth/oauth/{provider}/callback',
  params: { provider: 'A name out of `GET /auth/oauth/providers`.' },
  summary: 'Come back from a provider: redirects to the return path, with `error=<code>` when it failed',
  auth: 'optional',
  limit: 'general',
  isOneWay: true,
  redirects: 'everybody',
  failurePage: pagePaths.signIn,
  query: Type.Object(callbackFields),
  reply: Type.Object({}),
  errors: ['not_found', 'provider_not_found'],

  async handle(call) {
    const { params, query, cookies, caller, deps, fail, count } = call
    const { config } = deps
    const provider = findProvider(deps, params.provider)
    if (typeof provider === 'string') throw fail(provider)
    const oauth = endOfAttempt(cookies.oauth, query.state)
    const leave = (location: string, change: CookieChange = {}) => new Redirect(location, { ...change, oauth })
    const proved = await proveIdentity(deps, provider, query, cookies.oauth, () => count('redeem'))
    const wish: Wish = proved.state ?? {}
    const { returnTo } = wish
    const link = proved.state?.link
    if ('refusal' in proved) {
      await noteFailure(call, provider.name, proved.refusal)
      return leave((link ? failedLinkAddress : failedAddress)(config, wish, proved.refusal))
    }
    if (link) {
      const refusal = await linkIdentity(call, provider, proved.identity, link, caller)
      return leave(refusal ? failedLinkAddress(config, wish, refusal) : (returnTo ?? homeOf(config)))
    }

    const entry = await enterByIdentity(call, { provider: provider.name, identity: proved.identity, cookies, returnTo })
    if (entry.kind === 'refused') {
      await noteFailure(call, provider.name, entry.code)
      return leave(failedAddress(config, wish, entry.code))
    }
    if (entry.kind === 'verification') {
      // A mail that was written just now came with the account that it is for.
      return leave(pendingAddress(config, wish), entry.mail ? { newcomer: newcomerCookie(deps, entry.account.id) } : {})
    }
    if (entry.kind === 'second-factor') {
      const { id, binding, expiresAt } = entry.challenge
      return leave(gatedAddress(config, wish, id), { binding: { token: binding, expiresAt } })
    }
    return leave(returnTo ?? homeOf(config), { session: entry.issued.cookies })
  },
})

const noteFailure = (call: Context, provider: string, reason: string): Promise<string> =>
  record(call.deps.store, call, 'oauth.login', { isSuccess: false, metadata: { provider, reason } })
