import { Type } from 'typebox'
import { type Deps, endpoint } from '../../../gate/deps.ts'
import { parameter } from '../../../gate/views/fields.ts'
import { isPublic } from '../clients/client.ts'
import { authenticateClient, clientErrors } from '../steps/authenticate-client.ts'
import { subjectFor } from '../steps/claims.ts'
import { ClientFields } from '../steps/client-fields.ts'
import { type KnownToken, knownToken } from '../steps/known-token.ts'
import { clientFailure } from '../steps/presented-client.ts'
import type { OidcClient } from '../tables/clients.ts'
import { scopeOf } from '../views/token-view.ts'

const Described = Type.Object({
  active: Type.Boolean({ description: 'False for every token that is over, unknown or none of the asking client’s business.' }),
  scope: Type.Optional(Type.String({ description: 'What it is good for.' })),
  client_id: Type.Optional(Type.String({ description: 'Whose token it is.' })),
  sub: Type.Optional(Type.String({ description: 'Whom it acts for; the client itself where it is a service.' })),
  sid: Type.Optional(Type.String({ description: 'The grant that it hangs on.' })),
  aud: Type.Optional(Type.String({ description: 'The service that it was signed for.' })),
  iss: Type.Optional(Type.String({ description: 'This service.' })),
  token_type: Type.Optional(Type.String({ description: '`Bearer` or `refresh_token`.' })),
  iat: Type.Optional(Type.Integer({ description: 'When it was made, in seconds.' })),
  exp: Type.Optional(Type.Integer({ description: 'When it runs out, in seconds.' })),
})

/**
 * Whether a token is good at this moment (RFC 7662). Only clients with a secret may ask, and only of their own tokens and of those that
 * were signed for the service at their home address: what others hold is none of their business, and is answered like a token that is
 * over. Unlike the signature, this answer knows what has ended since.
 */
export const introspectToken = endpoint({
  route: 'POST /oidc/introspect',
  summary: 'Ask whether a token is good, and what for',
  auth: 'none',
  limit: 'none',
  isOAuth: true,
  body: Type.Object({
    ...ClientFields,
    token: parameter('An access or refresh token.'),
    token_type_hint: parameter('Not needed: tokens tell themselves apart.'),
  }),
  reply: Described,
  errors: [...clientErrors],

  async handle(call) {
    const { body, deps, fail, authorization } = call
    const asking = await authenticateClient(call)
    if (isPublic(asking)) throw clientFailure(authorization !== undefined, 'Only clients with a secret may ask about tokens.')
    if (!body.token) throw fail('invalid_request', { message: 'token is missing.' })
    const token = await knownToken(deps, body.token)
    return token && isFor(asking, token) ? { active: true, ...(await described(deps, token)) } : { active: false }
  },
})

const isFor = ({ id, homeUrl }: OidcClient, { client, audience }: KnownToken): boolean =>
  client.id === id || (audience !== undefined && audience === homeUrl)

async function described(
  deps: Deps,
  { client, accountId, grantId, scopes, audience, createdAt, expiresAt, isRefresh }: KnownToken,
) {
  return {
    client_id: client.id,
    iss: deps.config.server.publicUrl,
    sub: accountId === undefined ? client.id : await subjectFor(deps, client, accountId),
    ...(grantId !== undefined && { sid: grantId }),
    ...scopeOf(scopes),
    ...(audience !== undefined && { aud: audience }),
    token_type: isRefresh ? 'refresh_token' : 'Bearer',
    iat: Math.floor(createdAt / 1000),
    exp: Math.floor(expiresAt / 1000),
  }
}
