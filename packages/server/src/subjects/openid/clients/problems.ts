/** What can be wrong with a setting of a client, as a sentence goes on behind its name and value. */
const PROBLEMS = {
  id_form: 'has 2 to 63 small letters, digits and single hyphens, and is not like the id of an account',
  name: 'must be 1 to 100 characters on one line',
  kind: 'must be web, browser, native or service',
  kind_fixed: 'stays as it was made',
  uri_long: 'is longer than 1000 characters',
  uri_signs: 'has spaces or other characters that no address has',
  uri_form: 'is no address',
  uri_fragment: 'has a fragment, which no such address may have',
  uri_user: 'names a user, which no such address may do',
  uri_pattern: 'is a pattern: list every address as it is',
  uri_http: 'is http, which only 127.0.0.1, [::1] and localhost may be',
  uri_native: 'is not https, and only native applications have schemes of their own',
  uri_scheme: 'has a scheme that is not the name of a domain turned round, such as com.example.app',
  uri_web: 'is neither https nor http',
  uris_many: 'has more than 20 addresses',
  uris_twice: 'is listed twice',
  uris_missing: 'needs at least one address',
  uris_of_service: 'must be empty for a service: nobody signs in there',
  scope: 'is no scope that an application can have',
  scope_stay: 'is given by mayStay',
  scopes_many: 'has more than 50 scopes',
  audience: 'is no absolute address without a fragment, or is our own',
  audiences_many: 'has more than 20 services',
  algorithm: 'must be RS256 or ES256',
  pkce: 'cannot be switched off for an application that keeps no secret',
  role: 'must be admin or nothing',
  organisation: 'is no organisation here',
  of_people: 'must be left out for a service: nobody signs in there',
  pairwise_first_party: 'is for applications that ask people: isFirstParty has to be false',
  pairwise_fixed: 'stays as it is once people have signed in: the application would take each of them for somebody else',
  no_device_flow: 'is for native applications, which alone run on devices without a browser',
} as const

export type ProblemCode = keyof typeof PROBLEMS

export interface Problem {
  /** As the setting is called in bodies. */
  readonly field: string
  readonly code: ProblemCode
  /** The one of several that is wrong. */
  readonly value?: string
}

export const problemText = ({ field, code, value }: Problem): string =>
  `${field}${value === undefined ? '' : `: ${value}`} ${PROBLEMS[code]}.`
