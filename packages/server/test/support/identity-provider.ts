import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { JWTPayload } from 'jose'
import { type Adapter, type AdapterPayload, type Configuration, Provider } from 'oidc-provider'
import { identityTokens } from './identity-tokens.ts'
import { callbackFormOf, callbackOf, pressed, providerPage, visit } from './provider-page.ts'
import { pathOf, unrulyServer } from './unruly-server.ts'

/** As whom the service is known to every provider of the tests. */
export const CLIENT = { id: 'latchkey', secret: 'between the provider and the service' }

export interface Person {
  readonly sub: string
  readonly email?: string
  /** A boolean in the specification; some providers send a text. */
  readonly email_verified?: boolean | string
  readonly name?: string
  readonly preferred_username?: string
}

/** A real OpenID Connect provider for the length of one test, whose answers can be forged and withheld. */
export async function identityProvider() {
  const { url, serve, altered, faults } = await unrulyServer({
    discovery: '/.well-known/openid-configuration',
    token: '/token',
    jwks: '/jwks',
    userinfo: '/me',
  })
  const people = new Map<string, Person>()
  const redirectUris: string[] = []
  const tokens = await identityTokens()
  const provider = new Provider(url, {
    ...settings,
    adapter: storage(() => ({
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      redirect_uris: redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
    })),
    jwks: { keys: [tokens.jwk] },
    findAccount: (_context, sub) => {
      const person = people.get(sub)
      return person && { accountId: sub, claims: () => ({ ...person }) }
    },
  })
  provider.use(async (context, next) => {
    await next()
    const body = await altered(context.path, context.body)
    if (body !== context.body) context.body = body
  })
  const answer = provider.callback()
  serve((request, response) => {
    // No sign-in is remembered: whoever comes is asked who they are.
    request.headers.cookie = request.headers.cookie?.replace(/_session(\.sig)?=[^;]*/g, '')
    if (!pathOf(request).startsWith('/interaction/')) return answer(request, response)
    converse(provider, people, request, response).catch((error) => response.writeHead(400).end(String(error)))
  })

  return {
    ...faults,
    /** Also the URL of the server. */
    issuer: url,
    /** Lets the service come back to this URL, besides others. */
    register: (redirectUri: string): void => void redirectUris.push(redirectUri),
    /** Somebody with an account here. The same `sub` again changes what is said about them. */
    person(person: Person): Person {
      people.set(person.sub, person)
      return person
    },
    /** What a browser does in which this person signs in and consents: the URL that it is sent back to. */
    approve: async (authorization: string | URL, { as }: { readonly as: Person }): Promise<string> =>
      callbackOf(await visit(String(authorization), pressed.person(as.sub))),
    /** The same where the answer is to be posted: the form, ready to be sent. */
    approveByForm: async (authorization: string | URL, { as }: { readonly as: Person }) =>
      callbackFormOf(await visit(String(authorization), pressed.person(as.sub))),
    deny: async (authorization: string | URL): Promise<string> => callbackOf(await visit(String(authorization), pressed.deny)),
    /** Other claims in the ID tokens, under the right signature. */
    tamper: (change: (claims: JWTPayload) => JWTPayload) => faults.alter('token', tokens.tampered(change)),
    unsigned: () => faults.alter('token', tokens.unsigned),
    signedByStranger: () => faults.alter('token', tokens.signedByStranger),
    signedWithPublicKey: () => faults.alter('token', tokens.signedWithPublicKey),
  }
}

const settings: Configuration = {
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
  // Like the large providers, which put all that was asked for into the ID token.
  conformIdTokenClaims: false,
  cookies: { keys: ['signs the cookies of the provider'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  pkce: { required: () => true },
  renderError: (context, { error, error_description }) => {
    context.body = `${error}: ${error_description}`
  },
  // Written down, because the defaults are announced on the console when they are first used.
  ttl: {
    AccessToken: 3600,
    AuthorizationCode: 60,
    Grant: 3600,
    IdToken: 3600,
    Interaction: 3600,
    RefreshToken: 3600,
    Session: 3600,
  },
}

/** Shows the page, or takes what was pressed there: one step for signing in and consenting. */
async function converse(
  provider: Provider,
  people: ReadonlyMap<string, Person>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response)
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    return void response.end(providerPage([...people.values()].map(({ sub, email }) => [sub, email ?? sub])))
  }
  const accountId = new URLSearchParams(await text(request)).get('person')
  if (accountId === null) {
    return provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'said no' })
  }
  const grant = new provider.Grant({ accountId, clientId: CLIENT.id })
  grant.addOIDCScope(String(params['scope']))
  await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId: await grant.save() } })
}

/** One table for everything that the provider remembers; the client is asked for anew, since its URLs come late. */
function storage(client: () => AdapterPayload): (model: string) => Adapter {
  const rows = new Map<string, AdapterPayload>()
  const find = (matches: (row: AdapterPayload) => boolean) => [...rows.values()].find(matches)
  return (model) => ({
    upsert: async (id, row) => void rows.set(`${model} ${id}`, row),
    find: async (id) => (model === 'Client' && id === CLIENT.id ? client() : rows.get(`${model} ${id}`)),
    findByUid: async (uid) => find((row) => row.kind === model && row.uid === uid),
    findByUserCode: async () => undefined,
    destroy: async (id) => void rows.delete(`${model} ${id}`),
    consume: async (id) => {
      const row = rows.get(`${model} ${id}`)
      if (row) row.consumed = true
    },
    revokeByGrantId: async (grantId) => {
      for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key)
    },
  })
}
