import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type ClientMetadata,
  type Configuration,
  errors,
  type Grant,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import { API } from '../support/application.ts'
import { identityTokens } from '../support/identity-tokens.ts'
import { atEnd } from '../support/shared.ts'
import { ASKED_IDS, type AskedClient, rowOf } from './asked-clients.ts'

/** The certified provider with the same applications as ours, and with what it can do that we cannot switched off. */
export async function oracle(secrets: ReadonlyMap<AskedClient, string>) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { jwk } = await identityTokens()
  const clients = ASKED_IDS.map((id) => metadataOf(id, secrets.get(id)))
  const provider = new Provider(url, { ...settings(), clients, jwks: { keys: [jwk] } })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    signIn(provider, request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  return { url }
}

/** Whoever gets as far as this page is Ada from now on. */
async function signIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  await provider.interactionFinished(request, response, { login: { accountId: 'ada' } })
}

function metadataOf(id: AskedClient, secret: string | undefined): ClientMetadata {
  const { kind, redirectUris = [], scopes = [] } = rowOf(id)
  const isPublic = kind === 'browser' || kind === 'native'
  const base = { client_id: id, redirect_uris: [...redirectUris], scope: scopes.join(' ') }
  if (kind === 'service')
    return { ...base, client_secret: secret ?? '', grant_types: ['client_credentials'], response_types: [], scope: 'read' }
  return {
    ...base,
    application_type: kind === 'native' ? 'native' : 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    ...(isPublic ? { token_endpoint_auth_method: 'none' } : { client_secret: secret ?? '' }),
  }
}

/** People may be asked to choose an account, which the library leaves to those who embed it. */
function policy() {
  const prompts = interactionPolicy.base()
  prompts.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return prompts
}

const settings = (): Configuration => ({
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name'],
    groups: ['groups'],
    organizations: ['organizations'],
  },
  scopes: ['openid', 'offline_access', 'read'],
  cookies: { keys: ['signs the cookies of the provider'], long: { sameSite: 'none' } },
  enableHttpPostMethods: true,
  clientBasedCORS: () => true,
  responseTypes: ['code'],
  pkce: { required: (_context, { clientId }) => clientId !== 'lax' },
  issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  loadExistingGrant: existingGrant,
  interactions: { url: (_context, { uid }) => `/interaction/${uid}`, policy: policy() },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    revocation: { enabled: true },
    introspection: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: () => true,
      getResourceServerInfo: (_context, resource, client) => resourceInfo(resource, client.clientId),
    },
  },
  routes: {
    authorization: '/oidc/authorize',
    token: '/oidc/token',
    revocation: '/oidc/revoke',
    introspection: '/oidc/introspect',
  },
  renderError: (context, { error }) => {
    context.body = `${error}`
  },
  ttl: {
    AccessToken: 3600,
    AuthorizationCode: 60,
    ClientCredentials: 3600,
    Grant: 3600,
    IdToken: 3600,
    Interaction: 3600,
    RefreshToken: 3600,
    Session: 3600,
  },
})

function resourceInfo(resource: string, clientId: string) {
  const { audiences = [] } = rowOf(clientId as AskedClient)
  if (!audiences.includes(resource)) throw new errors.InvalidTarget()
  return { scope: 'openid profile email groups offline_access read', audience: API, accessTokenFormat: 'opaque' as const }
}

/** Applications of one's own house need no consent. */
async function existingGrant(context: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, session, provider, params } = context.oidc
  if (!client || !session?.accountId || rowOf(client.clientId as AskedClient).isFirstParty !== true) return undefined
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
  grant.addOIDCScope(String(params?.['scope'] ?? ''))
  grant.addResourceScope(API, String(params?.['scope'] ?? ''))
  await grant.save()
  return grant
}
