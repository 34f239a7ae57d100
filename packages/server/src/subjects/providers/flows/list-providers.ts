import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { listOf } from '../../../gate/views/fields.ts'
import { identitiesIn } from '../tables/identities.ts'

export const listProviders = endpoint({
  route: 'GET /auth/oauth/providers',
  summary: 'Sign-in providers, and those that are linked to the account',
  auth: 'optional',
  limit: 'general',
  reply: Type.Object({
    available: listOf(Type.String(), 'Names of those that people can sign in with.'),
    linked: Type.Optional(listOf(Type.String(), 'Names of those that the account is connected with. Only with a session.')),
  }),
  errors: ['not_found'],

  async handle({ caller, deps: { providers, store }, fail }) {
    if (providers.size === 0) throw fail('not_found')
    const available = [...providers.keys()]
    if (!caller) return { available }
    const linked = await identitiesIn(store).listOf(caller.account.id)
    return { available, linked: linked.map(({ provider }) => provider) }
  },
})
