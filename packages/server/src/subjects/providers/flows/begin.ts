import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { parameter } from '../../../gate/views/fields.ts'
import { Answer, Redirect } from '../../../platform/kernel/endpoint.ts'
import { beginAttempt } from './begin-attempt.ts'
import { failedAddress } from './destinations.ts'
import { findProvider } from './find-provider.ts'

/** Begins a sign-in with a provider. A browser is sent there at once; a program gets the address. */
export const beginOAuth = endpoint({
  route: 'GET /auth/oauth/{provider}',
  params: { provider: 'A name out of `GET /auth/oauth/providers`.' },
  summary: 'Sign in with a provider',
  auth: 'none',
  limit: 'general',
  redirects: 'browsers',
  query: Type.Object({
    returnTo: parameter('A path of ours, or an address at an allowed origin.'),
    pages: parameter('`hosted`: what is still owed, or has failed, is settled on our own pages, whatever the return address is.'),
  }),
  reply: Type.Object({ url: Type.String() }),
  errors: ['not_found', 'provider_not_found', 'provider_error'],

  async handle({ params, query, cookies, isNavigation, deps, fail }) {
    const provider = findProvider(deps, params.provider)
    if (typeof provider === 'string') throw fail(provider)
    const departure = await beginAttempt(deps, provider, cookies.oauth, {
      returnTo: query.returnTo,
      isHosted: query.pages === 'hosted',
    })
    if (departure) {
      return isNavigation ? new Redirect(departure.url, departure.cookies) : new Answer({ url: departure.url }, departure.cookies)
    }
    if (isNavigation) return new Redirect(failedAddress(deps.config, {}, 'provider_error'))
    throw fail('provider_error')
  },
})
