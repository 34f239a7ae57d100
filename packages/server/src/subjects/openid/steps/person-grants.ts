import { type Static, Type } from 'typebox'
import type { Context } from '../../../gate/deps.ts'
import { parameter } from '../../../gate/views/fields.ts'
import type { Failure } from '../../../platform/kernel/errors.ts'
import type { OidcClient } from '../tables/clients.ts'
import { ClientFields } from './client-fields.ts'
import type { Issued } from './issue-tokens.ts'
import { redeemAuthorizationCode } from './redeem-code.ts'
import { redeemDeviceCode } from './redeem-device-code.ts'
import { refreshTokens } from './refresh-tokens.ts'
import type { Refused } from './refused.ts'

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

export const TokenFields = Type.Object({
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

type Fields = Static<typeof TokenFields>
type TokenCall = Context & { readonly body: Fields; readonly fail: (code: 'invalid_request', detail: object) => Failure }
type OfPerson = (call: TokenCall, client: OidcClient) => Promise<Issued | Refused>

/** Of each grant that gives tokens for a person, what it is redeemed by. A parameter without a value was left out (RFC 6749, 3.2). */
export const PERSON_GRANTS: Readonly<Record<string, OfPerson>> = {
  authorization_code: (call, client) =>
    redeemAuthorizationCode(call, client, {
      code: required(call, 'code'),
      redirectUri: required(call, 'redirect_uri'),
      verifier: call.body.code_verifier || undefined,
      resource: call.body.resource || undefined,
    }),
  refresh_token: (call, client) =>
    refreshTokens(call, client, {
      token: required(call, 'refresh_token'),
      scope: call.body.scope,
      resource: call.body.resource || undefined,
    }),
  [DEVICE_GRANT]: (call, client) => redeemDeviceCode(call, client, required(call, 'device_code')),
}

export function required({ body, fail }: TokenCall, name: keyof Fields): string {
  const value = body[name]
  if (!value) throw fail('invalid_request', { message: `${name} is missing.` })
  return value
}
