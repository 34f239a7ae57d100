import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { parameter, textField } from '../../../gate/views/fields.ts'
import { Answer, Redirect } from '../../../platform/kernel/endpoint.ts'
import { beginAttempt } from './begin-attempt.ts'
import { failedAddress } from './destinations.ts'
import { findProvider, NO_PROVIDER } from './find-provider.ts'

/** A browser is sent to the provider at once; a program gets the address. */
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
  reply: Type.Object({ url: textField('Where to send the browser.') }),
  errors: [...NO_PROVIDER, 'provider_error'],

  async handle({ params, query, cookies, isNavigation, deps, fail }) {
    const provider = findProvider(deps, params.provider)
    const options = { returnTo: query.returnTo, isHosted: query.pages === 'hosted' }
    const begun = await beginAttempt(deps, provider, cookies.oauth, options)
    if (begun) return isNavigation ? new Redirect(begun.url, begun.cookies) : new Answer({ url: begun.url }, begun.cookies)
    if (isNavigation) return new Redirect(failedAddress(deps.config, {}, 'provider_error'))
    throw fail('provider_error')
  },
})
