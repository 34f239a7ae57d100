import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { textField } from '../../../gate/views/fields.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'
import { identitiesIn } from '../tables/identities.ts'
import { beginAttempt } from './begin-attempt.ts'
import { findProvider, NO_PROVIDER } from './find-provider.ts'

/** A linked provider opens the account for good, so a session that was left open or stolen is not enough to begin. */
export const linkProvider = endpoint({
  route: 'POST /auth/oauth/{provider}/link',
  params: { provider: 'A name out of `GET /auth/oauth/providers`.' },
  summary: 'Add a sign-in provider to the account',
  auth: 'enrolling',
  limit: 'general',
  body: Type.Object({
    returnTo: Type.String({
      default: '',
      description: 'Where to come back to: a path of ours, or an address at an allowed origin.',
    }),
  }),
  reply: Type.Object({ url: textField('Where to send the browser.') }),
  errors: [...NO_PROVIDER, 'provider_error', 'already_linked'],

  async handle({ params, body, cookies, caller: { account, session }, deps, fail }) {
    const provider = findProvider(deps, params.provider)
    const linked = await identitiesIn(deps.store).listOf(account.id)
    if (linked.some((identity) => identity.provider === provider.name)) throw fail('already_linked')
    const link = { accountId: account.id, sessionId: session.id }
    const begun = await beginAttempt(deps, provider, cookies.oauth, { returnTo: body.returnTo, link })
    if (!begun) throw fail('provider_error')
    return new Answer({ url: begun.url }, begun.cookies)
  },
})
