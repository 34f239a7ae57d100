import { lifecycleErrors } from '../../subjects/email-change/errors.ts'
import { factorErrors } from '../../subjects/factors/errors.ts'
import { organisationErrors } from '../../subjects/organisations/errors.ts'

/**
 * Every error a client can ever see, in one table.
 *
 * The table is the contract: HTTP reads the status from it, `docs/reference/errors.md` and the
 * OpenAPI document are generated from it. A code, once released, is never renamed.
 */
type Row = readonly [status: number, text: string, advice: string]

// biome-ignore format: a table is read by its rows
export const errors = {
  // The request itself
  invalid_json: [400, 'The request body is not valid JSON of the expected shape.', 'Send a JSON object with the documented field types.'],
  invalid_input: [400, 'The request is not valid.', 'Fix the value the message names.'],
  not_found: [404, 'There is nothing at this address.', 'Check the path; the feature may be switched off.'],
  method_not_allowed: [405, 'This address does not support that method.', 'Use a method of the `Allow` header.'],
  method_disabled: [405, 'This feature is switched off.', 'The operator can enable it in the configuration.'],
  payload_too_large: [413, 'The request is too large.', 'Keep bodies below 64 KiB.'],
  unsupported_media_type: [415, 'The request body must be JSON in UTF-8.', 'Send `Content-Type: application/json`.'],
  expectation_failed: [417, 'This expectation cannot be met.', 'Send `Expect: 100-continue`, or none.'],
  headers_too_large: [431, 'The headers of the request are too large.', 'Keep address and headers below 16 KiB; clear the cookies of this site.'],
  request_timeout: [408, 'The request took too long to arrive.', 'Send the headers within 10 and the whole request within 30 seconds.'],
  rate_limit_exceeded: [429, 'Too many attempts. Please wait a moment.', 'Honour the `Retry-After` header.'],

  // Cross-site protection
  csrf_headers_missing: [403, 'CSRF headers are missing: send an Origin or a Referer header.', 'Browsers do; other clients send `Origin: <public URL>`.'],
  origin_not_allowed: [403, 'Requests from this origin are not allowed.', 'The operator can add it to `ALLOWED_ORIGINS`.'],
  csrf_token_invalid: [403, 'The CSRF token is missing or not valid.', 'Fetch one from `GET /auth/csrf-token` and send it as `X-CSRF-Token`.'],

  // Applications behind a proxy
  app_not_allowed: [403, 'This application is not known here.', 'The operator names it in `FORWARD_AUTH_APPS`, and the proxy that asks in `TRUSTED_PROXIES`.'],
  invalid_ticket: [400, 'This sign-in could not be matched to this browser. If cookies are blocked for this site, allow them.', 'Start again at the application.'],
  ticket_expired: [410, 'This sign-in took too long.', 'Start again at the application.'],
  ticket_used: [410, 'This sign-in was already completed.', 'Open the application again.'],
  verification_required: [403, 'This needs an account whose email address is verified.', 'Verify the address first.'],

  // Signing up and in
  invalid_email: [400, 'Please enter a valid email address.', 'A plain `local@domain` address of at most 254 characters.'],
  name_required: [400, 'Please enter a name.', '1 to 200 visible characters.'],
  weak_password: [400, 'This password is too weak.', 'The message names what is missing.'],
  password_mismatch: [400, 'The two passwords differ.', 'Send the same value as `password` and `confirmPassword`.'],
  email_already_exists: [409, 'An account with this email address already exists.', 'Offer sign-in or a password reset.'],
  forbidden: [403, 'You may not do this.', 'Registration is by invite only, or the caller is no administrator.'],
  invalid_credentials: [401, 'The email address or the password is not right.', 'Wrong password, unknown address and accounts without a password look the same on purpose.'],
  user_banned: [403, 'This account is banned.', 'Only told after the right password or code.'],
  overloaded: [503, 'The service is busy. Please try again shortly.', 'Honour the `Retry-After` header.'],

  // Sessions
  unauthorized: [401, 'You are not authenticated.', 'Sign in first.'],
  session_expired: [401, 'Your session has ended. Please sign in again.', 'Sign in again.'],
  session_not_found: [404, 'There is no such session.', 'It may have ended already.'],
  invalid_refresh: [401, 'There is no refresh cookie.', 'Sign in again.'],
  invalid_refresh_token: [401, 'The refresh token is not known.', 'Sign in again.'],
  refresh_expired: [401, 'The session was unused for too long.', 'Sign in again.'],
  session_revoked: [401, 'The session has been ended.', 'Sign in again.'],
  max_lifetime_exceeded: [401, 'The session has reached its maximum lifetime.', 'Sign in again.'],

  // Account
  validation_error: [400, 'This value is not valid.', 'Fix the value the message names.'],
  user_not_found: [404, 'There is no such user.', 'The account no longer exists.'],
  wrong_password: [400, 'The password is not right.', 'Ask for the current password again.'],
  no_password: [400, 'This account has no password.', 'Use the set-password or the code flow.'],
  already_set: [400, 'This account already has a password.', 'Use change-password.'],
  password_account: [400, 'This account has a password.', 'Use `DELETE /auth/account` with the password.'],
  password_update_conflict: [409, 'The password was changed at the same moment.', 'Retry with a fresh code.'],

  // Mailed codes
  email_failed: [500, 'The email could not be sent.', 'Try again later; the operator checks the mail settings.'],
  code_invalid: [400, 'This code is not valid.', 'Ask for a new one.'],
  code_expired: [410, 'This code has expired.', 'Ask for a new one.'],
  code_already_used: [410, 'This code was already used.', 'Sign in.'],
  account_changed: [409, 'This browser is now signed in to a different account. Nothing was changed.', 'Load the page again: the form was shown to somebody else.'],
  other_account: [409, 'This browser is signed in to another account.', 'The code is unspent: ask, then send it again with that account as `leaving`.'],
  already_verified: [400, 'The email address is already verified.', 'Nothing to do.'],
  reset_token_invalid: [400, 'This reset link is not valid.', 'Ask for a new one.'],
  reset_token_expired: [410, 'This link has expired.', 'Ask for a new one.'],
  reset_token_already_used: [410, 'This reset link was already used.', 'Ask for a new one.'],
  invalid_code: [400, 'This code is not valid.', 'Ask for a new one.'],
  code_used: [400, 'This code was already used.', 'Sign in with the password.'],
  delete_code_invalid: [400, 'This deletion code is not valid.', 'Ask for a new one.'],
  delete_code_expired: [410, 'This deletion code has expired.', 'Ask for a new one.'],
  delete_code_already_used: [410, 'This deletion code was already used.', 'Ask for a new one.'],

  ...lifecycleErrors,

  ...factorErrors,

  // Invites
  missing_token: [400, 'The invite token is missing.', 'Send it as the query parameter `token`.'],
  invite_not_found: [404, 'This invite is not known.', 'Ask for a new one.'],
  invite_already_used: [410, 'This invite was already used.', 'Sign in.'],
  invite_revoked: [403, 'This invite has been withdrawn.', 'Ask for a new one.'],
  invite_expired: [410, 'This invite has expired.', 'Ask for a new one.'],
  invite_already_exists: [409, 'There is already an open invite for this address.', 'Resend or revoke it.'],

  ...organisationErrors,

  // Administration
  already_banned: [400, 'This account is already banned.', 'Nothing to do.'],
  not_banned: [400, 'This account is not banned.', 'Nothing to do.'],
  last_admin: [400, 'The last administrator cannot be removed.', 'Make another account an administrator first.'],
  invalid_role: [400, 'There is no such role.', 'Use `user` or `admin`; in organisations `owner`, `admin` or `member`.'],

  // Keys for backends
  invalid_api_key: [401, 'This key is not valid.', 'It may have been revoked. Send `Authorization: Bearer lk_…`.'],
  insufficient_scope: [403, 'This key does not open this route.', 'Make another one with the scope that the route names.'],

  // Sign-in providers
  provider_not_found: [404, 'There is no such sign-in provider.', 'See `GET /auth/oauth/providers`.'],
  provider_not_linked: [404, 'This provider is not linked to the account.', 'Nothing to do.'],
  provider_error: [502, 'The sign-in provider did not answer as expected.', 'Try again later.'],
  access_denied: [403, 'The sign-in was cancelled at the provider.', 'Start again.'],
  already_linked: [409, 'This identity is already linked.', 'Unlink it from the other account first.'],
  cannot_unlink_last_provider: [400, 'This is the only way to sign in to the account.', 'Set a password first.'],
  invalid_state: [400, 'The sign-in could not be matched to this browser.', 'Start again.'],
  state_used: [400, 'This sign-in was already completed.', 'Start again.'],
  state_expired: [400, 'The sign-in took too long.', 'Start again.'],

  not_ready: [503, 'The service is not ready.', 'It is starting, stopping, or cannot reach its database.'],
  internal_error: [500, 'Something went wrong on our side.', 'Retry later; quote `X-Request-Id` to the operator.'],
} as const satisfies Record<string, Row>

export type ErrorCode = keyof typeof errors

/** What a password lacks, for pages that say it in another language. */
export interface Weakness {
  readonly isUnstorable?: boolean
  readonly maxBytes?: number
  readonly minLength?: number
  readonly needsLetter?: boolean
  readonly needsDigit?: boolean
  /** Many people use it. */
  readonly isCommon?: boolean
  /** It is the account's own name or address, or the name of the service. */
  readonly isOwnData?: boolean
}

/** Two accounts, by their addresses, between which the visitor has to choose. */
export interface AccountChoice {
  /** The one that the browser is signed in to. */
  readonly current: string
  readonly other: string
}

/** One field of a form that cannot be right as it is: left empty, of no form that it could have, or refused for what it says. */
export interface WrongField {
  readonly field: string
  readonly code: ErrorCode | 'empty' | 'malformed'
  readonly weakness?: Weakness
}

export interface FailureDetail {
  /** Replaces the table's text where it has to name something. */
  readonly message?: string
  readonly cause?: unknown
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter?: number
  readonly weakness?: Weakness
  readonly choice?: AccountChoice
  /** Every field of a page's form that is wrong, in their order. */
  readonly wrong?: readonly WrongField[]
  /** Where a visitor would go from here, sent as `Location`. */
  readonly location?: string
  /** Clears both session cookies together with this answer. */
  readonly endsSession?: boolean
}

/** The only error class that crosses a layer on purpose. Anything else is a bug and becomes `internal_error`. */
export class Failure<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code
  readonly detail: FailureDetail

  constructor(code: Code, detail: FailureDetail = {}) {
    super(detail.message ?? errors[code][1], detail.cause === undefined ? undefined : { cause: detail.cause })
    this.name = 'Failure'
    this.code = code
    this.detail = detail
  }

  get status(): number {
    return errors[this.code][0]
  }
}
