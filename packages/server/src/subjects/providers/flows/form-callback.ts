import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { callbackFields } from './callback.ts'
import { findProvider } from './find-provider.ts'

/** Some providers come back with a form. No cookie of ours travels with it, so the browser is sent round once more. */
export const oauthFormCallback = endpoint({
  route: 'POST /auth/oauth/{provider}/callback',
  params: { provider: 'A name out of `GET /auth/oauth/providers`.' },
  summary: 'Come back from a provider that posts a form',
  auth: 'none',
  limit: 'general',
  isForeignForm: true,
  redirects: 'everybody',
  failurePage: pagePaths.signIn,
  body: Type.Object(callbackFields),
  reply: Type.Object({}),
  errors: ['not_found', 'provider_not_found'],

  async handle({ params, body, deps, fail }) {
    const provider = findProvider(deps, params.provider)
    if (typeof provider === 'string') throw fail(provider)
    const given = Object.entries(body).filter(([, value]) => value !== '')
    const callback = `${deps.config.server.publicUrl}/auth/oauth/${provider.name}/callback`
    return new Redirect(`${callback}?${new URLSearchParams(given)}`)
  },
})
