import type { ErrorCode, Failure } from '../kernel/errors.ts'

/** Codes that RFC 6749, 6750, 7009, 8628 and 8707 define for programs. */
const OF_OAUTH: ReadonlySet<string> = new Set([
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope'],
  ...['invalid_token', 'insufficient_scope', 'unsupported_token_type', 'invalid_target'],
  ...['authorization_pending', 'slow_down', 'access_denied', 'expired_token'],
])

/** Ours is a code of its own, because another of that name has another status. */
const NAMED: Readonly<Record<string, string>> = { device_denied: 'access_denied' }

/** What a program reads of a failure that could have come from any route. */
export function oauthCode({ code, status }: Pick<Failure, 'code' | 'status'>): string {
  if (OF_OAUTH.has(code)) return code
  const named = NAMED[code]
  if (named !== undefined) return named
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}

/** RFC 6749, 5.2, allows no other signs in a description. */
const described = (text: string): string => text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '')

/** What other routes tell of a body that could not be read is about JSON, which is not what these are sent. */
const UNREADABLE: Readonly<Record<string, string>> = {
  invalid_json: 'The form could not be read: it has to be URL-encoded, and each parameter may come once.',
  unsupported_media_type: 'The request must be a form in UTF-8 (application/x-www-form-urlencoded).',
}

export const oauthFailure = (failure: Failure<ErrorCode>) => ({
  error: oauthCode(failure),
  error_description: described(UNREADABLE[failure.code] ?? failure.message),
})
