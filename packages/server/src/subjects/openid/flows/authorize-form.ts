import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { PARAMETERS } from '../steps/authorization-params.ts'

/** The head of a request ends at 16 KiB, cookies included. */
const LONGEST = 12_000

/** A parameter that comes twice is told to the application, which only the page can do. */
const value = (description: string) => Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())], { description }))

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
  body: Type.Object(Object.fromEntries(PARAMETERS.map((name) => [name, value(`\`${name}\` as a link would have it.`)]))),
  reply: Type.Object({}),
  errors: ['invalid_request'],

  async handle({ body, fail }) {
    const fields: Readonly<Record<string, unknown>> = body
    const query = new URLSearchParams()
    for (const name of PARAMETERS)
      for (const one of [fields[name] ?? []].flat()) if (typeof one === 'string') query.append(name, one)
    const address = `${pagePaths.authorize}?${query}`
    if (address.length > LONGEST) throw fail('invalid_request', { message: 'The parameters are too long for an address.' })
    return new Redirect(address)
  },
})
