import { type Static, Type } from 'typebox'
import { type Context, endpoint } from '../../../gate/deps.ts'
import { parameter } from '../../../gate/views/fields.ts'
import type { Failure } from '../../../platform/kernel/errors.ts'
import { authenticateClient, clientErrors } from '../steps/authenticate-client.ts'
import { ClientFields } from '../steps/client-fields.ts'
import { issueServiceToken } from '../steps/issue-service-token.ts'
import type { Issued } from '../steps/issue-tokens.ts'
import { noteRefusal } from '../steps/note-refusal.ts'
import { redeemCode } from '../steps/redeem-code.ts'
import { redeemDeviceCode } from '../steps/redeem-device-code.ts'
import { refreshTokens } from '../steps/refresh-tokens.ts'
import { type Refused, tokenErrors } from '../steps/refused.ts'
import type { OidcClient } from '../tables/clients.ts'
import { serviceTokenView, Tokens, tokensView } from '../views/token-view.ts'

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

const Body = Type.Object({
  ...ClientFields,
  grant_type: parameter(`\`authorization_code\`, \`refresh_token\`, \`client_credentials\` or \`${DEVICE_GRANT}\`.`),
  code: parameter('For `authorization_code`.'),
  redirect_uri: parameter('The very address that the code was sent to.'),
  code_verifier: parameter('Where the request for the code had a `code_challenge`, and only there.'),
  refresh_token: parameter('For `refresh_token`. Each is good once.'),
  device_code: parameter('For devices.'),
  scope: parameter('Fewer scopes than were granted; all of them where it is left out.'),
  resource: parameter('A service of the client, for a token that is signed for it (RFC 8707).'),
})

type Fields = Static<typeof Body>
type TokenCall = Context & { readonly body: Fields; readonly fail: (code: 'invalid_request', detail: object) => Failure }
type OfPerson = (call: TokenCall, client: OidcClient) => Promise<Issued | Refused>

/** Of each grant that gives tokens for a person, what it is redeemed by. */
const OF_PERSON: Readonly<Record<string, OfPerson>> = {
  authorization_code: (call, client) =>
    redeemCode(call, client, {
      code: required(call, 'code'),
      redirectUri: required(call, 'redirect_uri'),
      verifier: call.body.code_verifier,
      resource: call.body.resource,
    }),
  refresh_token: (call, client) =>
    refreshTokens(call, client, {
      token: required(call, 'refresh_token'),
      scope: call.body.scope,
      resource: call.body.resource,
    }),
  [DEVICE_GRANT]: (call, client) => redeemDeviceCode(call, client, required(call, 'device_code')),
}

/** The client says who it is first: what it asks for is nobody's business before. What is given is signed once it is committed. */
export const exchangeToken = endpoint({
  route: 'POST /oidc/token',
  summary: 'Give an application the tokens for a code, for an older token, or for itself',
  auth: 'none',
  limit: 'none',
  isOAuth: true,
  body: Body,
  reply: Tokens,
  errors: [...clientErrors, ...tokenErrors],

  async handle(call) {
    const { body, deps, fail } = call
    const client = await authenticateClient(call)
    const type = required(call, 'grant_type')
    const refuse = ({ refused, why }: Refused): Failure => {
      if (why !== undefined) noteRefusal(deps, client.id, why)
      return fail(refused)
    }
    if (type === 'client_credentials') {
      const issued = await issueServiceToken(call, client, { scope: body.scope, resource: body.resource })
      if ('refused' in issued) throw refuse(issued)
      return serviceTokenView(deps, issued)
    }
    const redeem = Object.hasOwn(OF_PERSON, type) ? OF_PERSON[type] : undefined
    if (!redeem) throw fail('unsupported_grant_type')
    if (client.kind === 'service' || (type === DEVICE_GRANT && !client.hasDeviceFlow))
      throw refuse({ refused: 'unauthorized_client', why: 'grant_type_not_allowed' })
    const issued = await redeem(call, client)
    if ('refused' in issued) throw refuse(issued)
    return tokensView(deps, issued)
  },
})

function required({ body, fail }: TokenCall, name: keyof Fields): string {
  const value = body[name]
  if (!value) throw fail('invalid_request', { message: `${name} is missing.` })
  return value
}
