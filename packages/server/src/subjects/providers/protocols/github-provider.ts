import * as oidc from 'openid-client'
import { type Attempt, type Identity, type Provider, ProviderError } from '../provider.ts'
import type { ProviderSettings } from '../provider-settings.ts'
import { boundedFetch, TIMEOUT_MS } from './bounded-fetch.ts'
import { orProviderError } from './oidc-provider.ts'

interface GitHubUser {
  readonly id?: unknown
  readonly login?: unknown
  readonly name?: unknown
}

interface GitHubEmail {
  readonly email?: unknown
  readonly primary?: unknown
  readonly verified?: unknown
}

/**
 * GitHub is plain OAuth: there is no ID token, so the user and the addresses are asked for with the access token. The
 * public address of a profile may be a stranger's; only the primary one counts, and only when GitHub has verified it.
 */
export function githubProvider(settings: ProviderSettings, redirectUri: string): Provider {
  const { name, label, clientId, clientSecret, scope } = settings
  // Part of every identity, so that a slash at the end must not make strangers of all users.
  const issuer = settings.issuer.replace(/\/+$/, '')
  const server = new oidc.Configuration(
    {
      issuer,
      authorization_endpoint: `${issuer}/login/oauth/authorize`,
      token_endpoint: `${issuer}/login/oauth/access_token`,
    },
    clientId,
    undefined,
    oidc.ClientSecretPost(clientSecret.reveal()),
  )
  server[oidc.customFetch] = boundedFetch
  server.timeout = TIMEOUT_MS / 1000
  if (issuer.startsWith('http:')) oidc.allowInsecureRequests(server)
  // Enterprise servers have their interface under their own name.
  const api = issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`

  return {
    name,
    label,
    begin: async ({ state, verifier }) =>
      oidc.buildAuthorizationUrl(server, {
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    complete: (callback, attempt) =>
      orProviderError(redeem(server, api, issuer, new URL(`?${callback.toString()}`, redirectUri), attempt)),
  }
}

async function redeem(
  server: oidc.Configuration,
  api: string,
  issuer: string,
  url: URL,
  { state, verifier }: Attempt,
): Promise<Identity> {
  const tokens = await oidc.authorizationCodeGrant(server, url, { expectedState: state, pkceCodeVerifier: verifier })
  const read = async (path: string): Promise<unknown> => {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'latchkey' })
    const response = await oidc.fetchProtectedResource(
      server,
      tokens.access_token,
      new URL(`${api}${path}`),
      'GET',
      null,
      headers,
    )
    if (!response.ok) throw new ProviderError(`GitHub answered ${response.status} to ${path}`)
    return response.json()
  }
  const user = (await read('/user')) as GitHubUser
  const emails = (await read('/user/emails?per_page=100')) as readonly GitHubEmail[]
  if (!Number.isSafeInteger(user.id) || !Array.isArray(emails)) throw new ProviderError('GitHub sent no user')
  const primary = emails.find(({ primary, verified }) => primary === true && verified === true)?.email
  const email = typeof primary === 'string' ? primary : undefined
  const name = [user.name, user.login].find((one) => typeof one === 'string' && one !== '') as string | undefined
  return { issuer, subject: String(user.id), email, isEmailVerified: email !== undefined, name, tokens: JSON.stringify(tokens) }
}
