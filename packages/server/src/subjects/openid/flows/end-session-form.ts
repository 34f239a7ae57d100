import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { END_SESSION_PARAMETERS } from '../steps/end-session-request.ts'

/** The head of a request ends at 16 KiB, cookies included. */
const LONGEST = 12_000

/** Browsers send no cookies with a form of another site, so the request is sent on to the page, where they come along. */
export const endSessionForm = endpoint({
  route: 'POST /oidc/end-session',
  summary: 'Sign a person out on behalf of an application, by a form: sent on as GET',
  auth: 'none',
  limit: 'general',
  isForeignForm: true,
  redirects: 'everybody',
  body: Type.Object(Object.fromEntries(END_SESSION_PARAMETERS.map((name) => [name, Type.Optional(Type.String())]))),
  reply: Type.Object({}),
  errors: ['invalid_request'],

  async handle({ body, fail }) {
    const fields: Readonly<Record<string, unknown>> = body
    const query = new URLSearchParams()
    for (const name of END_SESSION_PARAMETERS) {
      const value = fields[name]
      if (typeof value === 'string') query.append(name, value)
    }
    const address = `${pagePaths.endSession}?${query}`
    if (address.length > LONGEST) throw fail('invalid_request', { message: 'The parameters are too long for an address.' })
    return new Redirect(address)
  },
})
