import * as oidc from 'openid-client'
import { type Attempt, type Identity, type Provider, ProviderError } from '../provider.ts'
import type { ProviderSettings } from '../provider-settings.ts'
import { boundedFetch, TIMEOUT_MS } from './bounded-fetch.ts'
import { orProviderError } from './oidc-provider.ts'

/** GitHub's answers are not trusted to have the documented types. */
type GitHubUser = { readonly [Field in 'id' | 'login' | 'name']?: unknown }
type GitHubEmail = { readonly [Field in 'email' | 'primary' | 'verified']?: unknown }

/** The public address of a profile may be a stranger's: only the primary address counts, and only when GitHub has verified it. */
export function githubProvider(settings: ProviderSettings, redirectUri: string): Provider {
  const { name, label, clientId, clientSecret, scope } = settings
  // The issuer is part of every identity: a slash that the operator adds at the end must not make all users strangers.
  const issuer = settings.issuer.replace(/\/+$/, '')
  const server = new oidc.Configuration(
    { issuer, authorization_endpoint: `${issuer}/login/oauth/authorize`, token_endpoint: `${issuer}/login/oauth/access_token` },
    clientId,
    undefined,
    oidc.ClientSecretPost(clientSecret.reveal()),
  )
  server[oidc.customFetch] = boundedFetch
  server.timeout = TIMEOUT_MS / 1000
  if (issuer.startsWith('http:')) oidc.allowInsecureRequests(server)
  // GitHub Enterprise servers have their API under their own host name.
  const api = issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`

  return {
    name,
    label,
    async begin({ state, verifier }) {
      const challenge = { code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
      return oidc.buildAuthorizationUrl(server, { redirect_uri: redirectUri, scope, state, ...challenge })
    },
    complete: (callback, attempt) =>
      orProviderError(redeem(server, api, new URL(`?${callback.toString()}`, redirectUri), attempt)),
  }
}

async function redeem(server: oidc.Configuration, api: string, url: URL, { state, verifier }: Attempt): Promise<Identity> {
  const tokens = await oidc.authorizationCodeGrant(server, url, { expectedState: state, pkceCodeVerifier: verifier })
  const read = async (path: string): Promise<unknown> => {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'latchkey' })
    const address = new URL(`${api}${path}`)
    const response = await oidc.fetchProtectedResource(server, tokens.access_token, address, 'GET', null, headers)
    if (!response.ok) throw new ProviderError(`GitHub answered ${response.status} to ${path}`)
    return response.json()
  }
  const user = (await read('/user')) as GitHubUser
  const emails = (await read('/user/emails?per_page=100')) as readonly GitHubEmail[]
  if (!Number.isSafeInteger(user.id) || !Array.isArray(emails)) throw new ProviderError('GitHub sent no user')
  const primary = emails.find(({ primary, verified }) => primary === true && verified === true)?.email
  const email = typeof primary === 'string' ? primary : undefined
  const name = [user.name, user.login].find((one) => typeof one === 'string' && one !== '') as string | undefined
  const { issuer } = server.serverMetadata()
  return { issuer, subject: String(user.id), email, isEmailVerified: email !== undefined, name, tokens: JSON.stringify(tokens) }
}
