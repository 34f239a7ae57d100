import { Check } from 'typebox/schema'
import type { Limit } from '../kernel/endpoint-facts.ts'
import type { AnyEndpoint } from '../kernel/endpoint-table.ts'
import { type ErrorCode, errors } from '../kernel/errors.ts'
import { oauthCode } from './oauth-failure.ts'
import { refTo } from './openapi-schemas.ts'
import { splitRoute } from './route-table.ts'
import { isSafe } from './sender-check.ts'

export const ERROR = 'Error'
export const errorSchema = {
  title: ERROR,
  description: 'What every request that fails is answered with.',
  type: 'object',
  required: ['error', 'message'],
  properties: {
    error: { type: 'string', description: 'A code to program against.' },
    message: { type: 'string', description: 'A text for people.' },
  },
}

export const OAUTH_ERROR = 'OAuthError'
export const oauthErrorSchema = {
  title: OAUTH_ERROR,
  description: 'What applications are answered with when a request of theirs fails, as RFC 6749 has it.',
  type: 'object',
  required: ['error', 'error_description'],
  properties: {
    error: { type: 'string', description: 'A code to program against.' },
    error_description: { type: 'string', description: 'A text for those who write the application.' },
  },
}

export const retryAfter = { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer', minimum: 1 } }

/** These errors always come with `Retry-After`. */
export const SAYS_WHEN: ReadonlySet<ErrorCode> = new Set(['rate_limit_exceeded', 'overloaded'])

export const needsSession = ({ auth }: AnyEndpoint): boolean => !['none', 'optional'].includes(auth)

/** Counted by each process, which tells the others later. */
const IN_MEMORY: ReadonlySet<Limit> = new Set(['none', 'general', 'published'])

/** Sessions are in the database, and so are the counters that all processes share at once. */
const asksDatabase = ({ auth, limit }: AnyEndpoint): boolean => auth !== 'none' || !IN_MEMORY.has(limit)

/** A proxy may ask about requests of other sites; everywhere else those are refused. */
function ofSender({ route, isForeignForm, isProxyQuestion, isOAuth, publicForSeconds }: AnyEndpoint) {
  if (isProxyQuestion || isOAuth || publicForSeconds !== undefined) return []
  if (isSafe(splitRoute(route)[0]) || isForeignForm) return ['origin_not_allowed'] as const
  return ['csrf_headers_missing', 'origin_not_allowed', 'csrf_token_invalid'] as const
}

/** A form whose fields may all come twice is answered whatever it says. */
const mayBeMalformed = ({ body, isForeignForm }: AnyEndpoint): boolean =>
  body !== undefined && !(isForeignForm && Object.values(body.properties).every((field) => Check(field, ['', ''])))

// biome-ignore lint/suspicious/noEmptyInterface: the subjects fill it
export interface ImpliedErrors {}
export type Implied = (endpoint: AnyEndpoint) => readonly (keyof ImpliedErrors & ErrorCode)[]
export const implied: Implied[] = []

/** What an endpoint declares decides which checks it passes through, and so how it can fail. */
export const impliedCodes = (endpoint: AnyEndpoint) => [
  ...ofSender(endpoint),
  // Probes answer for the database themselves.
  ...(endpoint.limit === 'none' ? [] : (['rate_limit_exceeded'] as const)),
  ...(asksDatabase(endpoint) ? (['overloaded'] as const) : []),
  ...(needsSession(endpoint) ? ([endpoint.signedOut ?? 'session_expired'] as const) : []),
  ...(endpoint.wantsStepUp || ['guarded', 'elevated', 'enrolling'].includes(endpoint.auth)
    ? (['step_up_required'] as const)
    : []),
  ...(endpoint.auth === 'enrolling' ? (['two_factor_required'] as const) : []),
  ...(endpoint.auth === 'admin' ? (['forbidden', 'two_factor_required'] as const) : []),
  ...(endpoint.scope ? (['invalid_api_key', 'insufficient_scope', 'invalid_input'] as const) : []),
  ...(mayBeMalformed(endpoint) ? (['invalid_json'] as const) : []),
  ...(endpoint.body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
  ...(endpoint.query || endpoint.isForeignForm ? (['invalid_input'] as const) : []),
  ...(endpoint.partOf ? (['method_disabled'] as const) : []),
  ...implied.flatMap((codesOf) => codesOf(endpoint)),
]

/** Codes of a subject that is left out of the build are not listed. */
export const codesOf = (endpoint: AnyEndpoint): ErrorCode[] => [
  ...new Set([...impliedCodes(endpoint), ...endpoint.errors, 'internal_error' as const].filter((code) => code in errors)),
]

export function failures(endpoint: AnyEndpoint): Record<string, object> {
  const codes = codesOf(endpoint)
  const failure = endpoint.isOAuth ? oauthFailure : ownFailure
  const statuses = [...new Set(codes.map((code) => errors[code][0]))].sort()
  return Object.fromEntries(statuses.map((status) => [status, failure(codes.filter((code) => errors[code][0] === status))]))
}

const ownFailure = (codes: readonly ErrorCode[]) => failureOf(codes, ERROR, codes)

const oauthFailure = (codes: readonly ErrorCode[]) =>
  failureOf(codes, OAUTH_ERROR, [...new Set(codes.map((code) => oauthCode({ code, status: errors[code][0] })))])

const failureOf = (codes: readonly ErrorCode[], shape: string, told: readonly string[]) => ({
  description: [...new Set(codes.map((code) => errors[code][1]))].join(' '),
  ...(codes.some((code) => SAYS_WHEN.has(code)) && { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }),
  content: {
    'application/json': { schema: { allOf: [refTo(shape), { properties: { error: { type: 'string', enum: told } } }] } },
  },
})
