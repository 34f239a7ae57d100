import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'
import { identitiesIn } from '../tables/identities.ts'
import { beginAttempt } from './begin-attempt.ts'
import { findProvider } from './find-provider.ts'

/**
 * Begins to add a provider to the caller's account. The browser goes to the address and comes back to the callback. What is
 * linked opens the account for good, so a session that was left open, or stolen, is not enough to begin it.
 */
export const linkProvider = endpoint({
  route: 'POST /auth/oauth/{provider}/link',
  params: { provider: 'A name out of `GET /auth/oauth/providers`.' },
  summary: 'Add a sign-in provider to the account',
  auth: 'enrolling',
  limit: 'general',
  body: Type.Object({ returnTo: Type.String({ default: '' }) }),
  reply: Type.Object({ url: Type.String() }),
  errors: ['not_found', 'provider_not_found', 'provider_error', 'already_linked'],

  async handle({ params, body, cookies, caller, deps, fail }) {
    const provider = findProvider(deps, params.provider)
    if (typeof provider === 'string') throw fail(provider)
    const { account, session } = caller
    const linked = await identitiesIn(deps.store).listOf(account.id)
    if (linked.some((one) => one.provider === provider.name)) throw fail('already_linked')
    const link = { accountId: account.id, sessionId: session.id }
    const departure = await beginAttempt(deps, provider, cookies.oauth, { returnTo: body.returnTo, link })
    if (!departure) throw fail('provider_error')
    return new Answer({ url: departure.url }, departure.cookies)
  },
})
