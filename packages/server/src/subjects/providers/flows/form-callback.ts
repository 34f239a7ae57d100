import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { servedAddress } from '../../../platform/kernel/own-path.ts'
import { callbackPath } from '../protocols/callback-path.ts'
import { callbackFields } from './callback.ts'
import { findProvider, NO_PROVIDER } from './find-provider.ts'

/** Browsers send our cookies with no form of another site, so the browser is redirected to the callback without a form. */
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
  errors: NO_PROVIDER,

  async handle({ params, body, deps }) {
    const { name } = findProvider(deps, params.provider)
    const query = new URLSearchParams(Object.entries(body).filter(([, value]) => value !== ''))
    return new Redirect(servedAddress(deps.config.server, `${callbackPath(name)}?${query}`))
  },
})
