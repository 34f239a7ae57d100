import { type Static, Type } from 'typebox'
import { flagField, listOf, parameter, textField } from '../../../gate/views/fields.ts'
import { oneOf } from '../../../platform/kernel/one-of.ts'
import { ALGORITHMS, CLIENT_KINDS } from './client.ts'

const optional = (description: string) => Type.Optional(Type.Boolean({ description }))
const addresses = (description: string) => Type.Optional(listOf(Type.String(), description))

const DemandsInput = Type.Object({
  role: parameter('`admin`: administrators alone.'),
  secondFactor: optional('A second factor was passed in the session.'),
  verified: optional('The address of the account is verified.'),
  organisation: parameter('Members of this organisation alone: its id or its short name.'),
})

/** What a client can be made of and changed to. What does not come stays, or is what its kind usually has. */
export const clientFields = {
  name: parameter('What people read: 1 to 100 characters on one line.'),
  homeUrl: parameter('Where the application is: people are led back there. An empty text for none.'),
  redirectUris: addresses('Where people are sent with a code: up to 20 addresses, compared as text.'),
  postLogoutUris: addresses('Where people may be sent after they have signed out: up to 20 addresses, compared as text.'),
  logoutUri: parameter('Where the application is told that a session has ended (back-channel). An empty text for none.'),
  isFirstParty: optional('People are not asked whether it may know them. True unless given.'),
  wantsPkce: optional('It has to send a PKCE challenge. True unless given; always so where it keeps no secret.'),
  mayStay: optional('It may ask for `offline_access`: a sign-in that outlives the browser session.'),
  hasDeviceFlow: optional('It may sign people in on a device without a browser. For native applications.'),
  scopes: addresses('What it may ask for; openid, profile and email unless given. For a service: words of your own.'),
  audiences: addresses('Services for which it gets signed access tokens, by their addresses.'),
  demands: Type.Optional(Type.Object(DemandsInput.properties, { description: 'What a person has to be. Replaced as a whole.' })),
  isPairwise: optional('It knows every person by an id that no other application knows.'),
  algorithm: Type.Optional(oneOf(ALGORITHMS, { description: 'What its tokens are signed with; `RS256` unless given.' })),
}

const ClientInput = Type.Object(clientFields)
export type ClientInput = Static<typeof ClientInput>

export const idInput = parameter('2 to 63 small letters, digits and single hyphens; made of the name unless given.')
export const kindInput = oneOf(CLIENT_KINDS, {
  description:
    'A web application keeps a secret; a browser application and a native one cannot; a service acts for itself alone.',
})
export const isDisabledInput = Type.Optional(
  flagField('Nobody signs in to it, and its tokens are refused, as long as this is true.'),
)
export const clientIdParam = { id: 'The client.' } as const
export const secretField = textField('Shown once, and never again.')
