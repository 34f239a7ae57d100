import { type TSchema, Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { PARAMETERS, type Parameter } from '../steps/authorization-params.ts'
import { passedOn, sentOn } from '../steps/form-as-query.ts'

const fields = {
  client_id: passedOn('The application.'),
  redirect_uri: passedOn('Where the answer goes: an address of the client, letter by letter.'),
  response_type: passedOn('`code`.'),
  response_mode: passedOn('`query` unless named, or `form_post`.'),
  scope: passedOn('What the application wants to know, with spaces between.'),
  state: passedOn('Comes back with the answer.'),
  nonce: passedOn('Comes back in the `id_token`.'),
  resource: passedOn('A service of the client, for which it wants an access token (RFC 8707).'),
  code_challenge: passedOn('The SHA-256 of a verifier, in base64url (RFC 7636).'),
  code_challenge_method: passedOn('`S256`.'),
  prompt: passedOn('`none`, or of `login`, `consent` and `select_account`.'),
  max_age: passedOn('So many seconds ago at most the person has to have proved who they are.'),
  acr_values: passedOn('How well the person should be recognised; the token says how well they were.'),
  login_hint: passedOn('An email address to fill in.'),
  ui_locales: passedOn('Languages for visitors who have chosen none.'),
  id_token_hint: passedOn('Names the person who is expected, by a token that the client was given before.'),
  request: passedOn('Refused: `request_not_supported`.'),
  request_uri: passedOn('Refused: `request_uri_not_supported`.'),
  registration: passedOn('Refused: `registration_not_supported`.'),
} satisfies Readonly<Record<Parameter, TSchema>>

/** OpenID Connect Core 1.0, 3.1.2.1, has requests by POST as well. */
export const authorizeForm = endpoint({
  route: 'POST /oidc/authorize',
  summary: 'Begin to sign a person in to an application by a form: sent on as GET',
  auth: 'none',
  limit: 'general',
  isForeignForm: true,
  redirects: 'everybody',
  body: Type.Object(fields),
  reply: Type.Object({}),
  errors: ['invalid_request'],

  handle: async ({ body, fail }) => sentOn(pagePaths.authorize, PARAMETERS, body, fail),
})
