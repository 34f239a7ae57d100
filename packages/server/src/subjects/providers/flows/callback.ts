import { Type } from 'typebox'
import { homeOf } from '../../../gate/access/return-address.ts'
import { newcomerCookie } from '../../../gate/accounts/newcomer-cookie.ts'
import { record } from '../../../gate/audit/audit.ts'
import { type Context, endpoint } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { parameter } from '../../../gate/views/fields.ts'
import type { CookieChange } from '../../../platform/kernel/cookies.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { arrivalCookie } from '../steps/arrival-cookie.ts'
import { failedAddress, failedLinkAddress, finishAddress, gatedAddress, pendingAddress } from './destinations.ts'
import { enterByIdentity, refusedOnTheWay } from './enter-by-identity.ts'
import { findProvider, NO_PROVIDER } from './find-provider.ts'
import { linkIdentity } from './link-identity.ts'
import { endOfAttempt, type OAuthState } from './oauth-state.ts'
import { proveIdentity } from './prove-identity.ts'

export const callbackFields = {
  state: parameter('Which sign-in it is the end of.'),
  code: parameter('What the provider gives out the identity for.'),
  iss: parameter('Who the provider says it is.'),
  error: parameter('Why there is no code.'),
  error_description: parameter('The same, for people.'),
}

/** Counts as an attempt only with a state of this browser: any page can send a visitor here, and must not use up their attempts. */
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
  errors: NO_PROVIDER,

  async handle(call) {
    const { query, cookies, deps } = call
    const { config } = deps
    const provider = findProvider(deps, call.params.provider)
    const oauth = endOfAttempt(cookies.oauth, query.state)
    const leave = (location: string, change: CookieChange = {}) => new Redirect(location, { ...change, oauth })
    const proved = await proveIdentity(deps, provider, query, cookies.oauth, () => call.count('redeem'))
    const wish: Partial<OAuthState> = proved.state ?? {}
    const { returnTo, link } = wish
    if ('refusal' in proved) {
      await noteFailure(call, provider.name, proved.refusal)
      return leave((link ? failedLinkAddress : failedAddress)(config, wish, proved.refusal))
    }
    if (link) {
      const refusal = await linkIdentity(call, provider, proved.identity, link, call.caller)
      return leave(refusal ? failedLinkAddress(config, wish, refusal) : (returnTo ?? homeOf(config)))
    }

    const arrived = { provider: provider.name, identity: proved.identity, cookies, returnTo }
    const entry = await enterByIdentity(call, arrived).catch(refusedOnTheWay)
    if (entry.kind === 'asked') {
      const arrival = arrivalCookie(deps, { provider: provider.name, identity: proved.identity })
      return leave(finishAddress(config, returnTo), { arrival })
    }
    if (entry.kind === 'refused') {
      await noteFailure(call, provider.name, entry.code)
      return leave(failedAddress(config, wish, entry.code))
    }
    // Where a mail was written just now, this browser has made the account just now.
    if (entry.kind === 'verification')
      return leave(pendingAddress(config, wish), entry.mail ? { newcomer: newcomerCookie(deps, entry.account.id) } : {})
    if (entry.kind === 'second-factor') {
      const { id, binding, expiresAt } = entry.challenge
      return leave(gatedAddress(config, wish, id), { binding: { token: binding, expiresAt } })
    }
    return leave(returnTo ?? homeOf(config), { session: entry.issued.cookies })
  },
})

const noteFailure = (call: Context, provider: string, reason: string): Promise<string> =>
  record(call.deps.store, call, 'oauth.login', { isSuccess: false, metadata: { provider, reason } })
