import { type TSchema, Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { PARAMETERS, type Parameter } from '../steps/authorization-params.ts'

/** The head of a request ends at 16 KiB, cookies included. */
const LONGEST = 12_000

/** That one came twice only the page can tell: the application, or the person where there is no telling where the answer goes. */
const value = (description: string) => Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())], { description }))

const fields = {
  client_id: value('The application.'),
  redirect_uri: value('Where the answer goes: an address of the client, letter by letter.'),
  response_type: value('`code`.'),
  response_mode: value('`query` unless named, or `form_post`.'),
  scope: value('What the application wants to know, with spaces between.'),
  state: value('Comes back with the answer.'),
  nonce: value('Comes back in the `id_token`.'),
  resource: value('A service of the client, for which it wants an access token (RFC 8707).'),
  code_challenge: value('The SHA-256 of a verifier, in base64url (RFC 7636).'),
  code_challenge_method: value('`S256`.'),
  prompt: value('`none`, or of `login`, `consent` and `select_account`.'),
  max_age: value('So many seconds ago at most the person has to have proved who they are.'),
  acr_values: value('How well the person should be recognised; the token says how well they were.'),
  login_hint: value('An email address to fill in.'),
  ui_locales: value('Languages for visitors who have chosen none.'),
  id_token_hint: value('Names the person who is expected, by a token that the client was given before.'),
  request: value('Refused: `request_not_supported`.'),
  request_uri: value('Refused: `request_uri_not_supported`.'),
  registration: value('Refused: `registration_not_supported`.'),
} satisfies Readonly<Record<Parameter, TSchema>>

/**
 * OpenID Connect Core 1.0, 3.1.2.1, has requests by POST as well. Browsers send no cookies with a form of another site, so the request is
 * sent on to the page, where they come along.
 */
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

  async handle({ body, fail }) {
    const query = new URLSearchParams()
    for (const name of PARAMETERS) for (const one of [body[name] ?? []].flat()) query.append(name, one)
    const address = `${pagePaths.authorize}?${query}`
    if (address.length > LONGEST) throw fail('invalid_request', { message: 'The parameters are too long for an address.' })
    return new Redirect(address)
  },
})
