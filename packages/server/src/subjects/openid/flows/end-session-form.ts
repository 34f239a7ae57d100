import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { END_SESSION_PARAMETERS } from '../steps/end-session-request.ts'
import { passedOn, sentOn } from '../steps/form-as-query.ts'

const fields = {
  id_token_hint: passedOn('The newest id_token that the application has.'),
  logout_hint: passedOn('Not needed: the hint says who it is about.'),
  client_id: passedOn('The application.'),
  post_logout_redirect_uri: passedOn('Where the browser goes then: an address of the client, letter by letter.'),
  state: passedOn('Comes back with the browser.'),
  ui_locales: passedOn('The languages of the page, the best one first.'),
} satisfies Record<(typeof END_SESSION_PARAMETERS)[number], unknown>

/** OpenID Connect RP-Initiated Logout 1.0, 2, has requests by POST as well. */
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

  handle: async ({ body, fail }) => sentOn(pagePaths.endSession, END_SESSION_PARAMETERS, body, fail),
})
