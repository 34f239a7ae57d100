import { readableBy } from '../../../gate/data/rights.ts'
import { type Deps, endpoint } from '../../../gate/deps.ts'
import { type OwnPath, servedAddress } from '../../../platform/kernel/own-path.ts'
import * as languages from '../../../platform/pages/words/languages.ts'
import { ALGORITHMS } from '../clients/client.ts'
import { claimOfField, scopesKnown } from '../steps/claims.ts'
import { ACR_VALUES } from '../steps/proof.ts'
import { Discovery } from '../views/discovery-view.ts'

/** `none` answers without a page or not at all. */
const PROMPTS = ['none', 'login', 'consent', 'select_account']

const WITH_SECRET = ['client_secret_basic', 'client_secret_post']

/** The same before there is an application, so that one which is set up at the same time finds us. */
function documentOf(config: Deps['config']) {
  const at = (path: OwnPath): string => servedAddress(config.server, path)
  return {
    issuer: config.server.publicUrl,
    authorization_endpoint: at('~/oidc/authorize'),
    token_endpoint: at('~/oidc/token'),
    userinfo_endpoint: at('~/oidc/userinfo'),
    jwks_uri: at('~/oidc/jwks'),
    revocation_endpoint: at('~/oidc/revoke'),
    introspection_endpoint: at('~/oidc/introspect'),
    device_authorization_endpoint: at('~/oidc/device'),
    end_session_endpoint: at('~/oidc/end-session'),
    scopes_supported: [...scopesKnown(config)],
    claims_supported: claimsOf(config),
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'form_post'],
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    subject_types_supported: ['public', 'pairwise'],
    id_token_signing_alg_values_supported: [...ALGORITHMS],
    token_endpoint_auth_methods_supported: [...WITH_SECRET, 'none'],
    revocation_endpoint_auth_methods_supported: [...WITH_SECRET, 'none'],
    introspection_endpoint_auth_methods_supported: WITH_SECRET,
    code_challenge_methods_supported: ['S256'],
    acr_values_supported: [...ACR_VALUES],
    prompt_values_supported: PROMPTS,
    ui_locales_supported: Object.keys(languages),
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  }
}

const claimsOf = ({ data }: Deps['config']): string[] => [
  ...['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'acr', 'amr', 'sid', 'at_hash'],
  ...['name', 'preferred_username', 'locale', 'updated_at', 'email', 'email_verified', 'groups', 'organizations'],
  ...readableBy(data.fields, 'owner').map(({ name }) => claimOfField(name)),
]

const alike = { auth: 'none', limit: 'published', publicForSeconds: 300, reply: Discovery, errors: [] } as const

export const openidConfiguration = endpoint({
  ...alike,
  route: 'GET /.well-known/openid-configuration',
  summary: 'Where applications find what OpenID Connect has',
  handle: async ({ deps }) => documentOf(deps.config),
})

/** RFC 8414, for applications that know OAuth alone. */
export const oauthMetadata = endpoint({
  ...alike,
  route: 'GET /.well-known/oauth-authorization-server',
  summary: 'The same for applications that know OAuth alone',
  handle: async ({ deps }) => documentOf(deps.config),
})
