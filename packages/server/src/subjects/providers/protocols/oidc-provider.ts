import * as oidc from 'openid-client'
import { type Attempt, type Identity, type Provider, ProviderError, ProviderRefusal } from '../provider.ts'
import type { ProviderSettings } from '../provider-settings.ts'
import { boundedFetch, TIMEOUT_MS } from './bounded-fetch.ts'

/** Endpoints and keys of a provider may change, so its metadata is read again after so long. */
const DISCOVERY_MS = 3_600_000

/** The signature of the ID token is checked as well, although the specification lets a client trust the connection instead. */
export function oidcProvider(settings: ProviderSettings, redirectUri: string, now: () => number): Provider {
  let known: { readonly configuration: Promise<oidc.Configuration>; readonly until: number } | undefined
  const configuration = (): Promise<oidc.Configuration> => {
    if (known && now() < known.until) return known.configuration
    const discovered = discover(settings)
    known = { configuration: discovered, until: now() + DISCOVERY_MS }
    // A failure is not remembered: the next sign-in asks again.
    discovered.catch(() => {
      if (known?.configuration === discovered) known = undefined
    })
    return discovered
  }

  return {
    name: settings.name,
    label: settings.label,
    async begin({ state, nonce, verifier }) {
      const server = await orProviderError(configuration())
      const challenge = { code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
      const mode = settings.responseMode === 'form_post' ? { response_mode: 'form_post' } : {}
      const request = { redirect_uri: redirectUri, scope: settings.scope, state, nonce, ...challenge, ...mode }
      return oidc.buildAuthorizationUrl(server, request)
    },
    complete: (callback, attempt) =>
      orProviderError(configuration().then((server) => redeem(server, new URL(`?${callback.toString()}`, redirectUri), attempt))),
  }
}

function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
  return oidc.discovery(new URL(issuer), clientId, undefined, authentication(clientSecret.reveal()), {
    [oidc.customFetch]: boundedFetch,
    timeout: TIMEOUT_MS / 1000,
    execute: [oidc.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [])],
  })
}

/** Every provider must support the secret in the header, unless its metadata says otherwise (RFC 6749, 2.3.1). */
const authentication =
  (secret: string): oidc.ClientAuth =>
  (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported
    const usesHeader = methods === undefined || methods.includes('client_secret_basic')
    return (usesHeader ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret))(server, ...request)
  }

async function redeem(server: oidc.Configuration, url: URL, { state, nonce, verifier }: Attempt): Promise<Identity> {
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
  const tokens = await oidc.authorizationCodeGrant(server, url, checks)
  const claims = tokens.claims()
  if (!claims) throw new ProviderError('the provider sent no ID token')
  const profile =
    claims['email'] === undefined && server.serverMetadata().userinfo_endpoint !== undefined
      ? await oidc.fetchUserInfo(server, tokens.access_token, claims.sub)
      : claims
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: textOf(profile['email']),
    isEmailVerified: profile['email_verified'] === true,
    name: textOf(profile['name']) ?? textOf(profile['preferred_username']),
    tokens: JSON.stringify(tokens),
  }
}

const textOf = (claim: unknown): string | undefined => (typeof claim === 'string' && claim !== '' ? claim : undefined)

export async function orProviderError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    if (cause instanceof ProviderError) throw cause
    if (cause instanceof oidc.AuthorizationResponseError && cause.error === 'access_denied')
      throw new ProviderRefusal('the sign-in was refused at the provider', { cause })
    throw new ProviderError('the sign-in with the provider failed', { cause })
  }
}
