import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { END_SESSION_PARAMETERS } from '../steps/end-session-request.ts'

/** The head of a request ends at 16 KiB, cookies included. */
const LONGEST = 12_000

/** What comes twice counts for nothing on the page, which then asks. */
const value = (description: string) => Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())], { description }))

const fields = {
  id_token_hint: value('The newest id_token that the application has.'),
  logout_hint: value('Not needed: the hint says who it is about.'),
  client_id: value('The application.'),
  post_logout_redirect_uri: value('Where the browser goes then: an address of the client, letter by letter.'),
  state: value('Comes back with the browser.'),
  ui_locales: value('The languages of the page, the best one first.'),
} satisfies Record<(typeof END_SESSION_PARAMETERS)[number], unknown>

/** Browsers send no cookies with a form of another site, so the request is sent on to the page, where they come along. */
export const endSessionForm = endpoint({
  route: 'POST /oidc/end-session',
  summary: 'Sign a person out on behalf of an application, by a form: sent on as GET',
  auth: 'none',
  limit: 'general',
  isForeignForm: true,
  redirects: 'everybody',
  body: Type.Object(fields),
  reply: Type.Object({}),
  errors: ['invalid_request'],

  async handle({ body, fail }) {
    const query = new URLSearchParams()
    for (const name of END_SESSION_PARAMETERS) for (const one of [body[name] ?? []].flat()) query.append(name, one)
    const address = `${pagePaths.endSession}?${query}`
    if (address.length > LONGEST) throw fail('invalid_request', { message: 'The parameters are too long for an address.' })
    return new Redirect(address)
  },
})
