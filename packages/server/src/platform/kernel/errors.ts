/** What an error says of itself: its status, its text for people, and what the caller can do about it. */
type ErrorRow = readonly [status: number, text: string, advice: string]
export type ErrorRows = Readonly<Record<string, ErrorRow>>

// biome-ignore format: a table is read by its rows
const own = {
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
  csrf_headers_missing: [403, 'CSRF headers are missing: send an Origin or a Referer header.', 'Browsers do; other clients send `Origin: <public URL>`.'],
  origin_not_allowed: [403, 'Requests from this origin are not allowed.', 'The operator can add it to `ALLOWED_ORIGINS`.'],
  csrf_token_invalid: [403, 'The CSRF token is missing or not valid.', 'Fetch one from `GET /auth/csrf-token` and send it as `X-CSRF-Token`.'],
  forbidden: [403, 'You may not do this.', 'Registration is by invite only, or the caller is no administrator.'],
  overloaded: [503, 'The service is busy. Please try again shortly.', 'Honour the `Retry-After` header.'],
  unauthorized: [401, 'You are not authenticated.', 'Sign in first.'],
  session_expired: [401, 'Your session has ended. Please sign in again.', 'Sign in again.'],
  validation_error: [400, 'This value is not valid.', 'Fix the value the message names.'],
  account_changed: [409, 'This browser is now signed in to a different account. Nothing was changed.', 'Load the page again: the form was shown to somebody else.'],
  not_ready: [503, 'The service is not ready.', 'It is starting, stopping, or cannot reach its database.'],
  internal_error: [500, 'Something went wrong on our side.', 'Retry later; quote `X-Request-Id` to the operator.'],
} as const satisfies ErrorRows

export type PlatformErrors = typeof own
/** Every code with its row. Each subject adds its own. */
export interface Errors extends PlatformErrors {}
export type ErrorCode = keyof Errors

/**
 * Every error a client can ever see, in one table: HTTP reads the status from it, `docs/reference/errors.md` and the OpenAPI document are
 * generated from it. A code, once released, is never renamed. The subjects' rows are there once the subjects are joined.
 */
export const errors = { ...own } as Errors

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
  /** What is told instead of the text of the code, in the language of the page. */
  readonly words?: string
  readonly weakness?: Weakness
  /** How many digits a code has; absent where that is not to be known. */
  readonly digits?: number | undefined
}

export interface FailureDetail {
  /** Replaces the table's text where it has to name something. */
  readonly message?: string
  /** Told on pages in place of the text of the code, whatever their language. */
  readonly words?: string
  readonly cause?: unknown
  /** Sent as `WWW-Authenticate`: how the caller may prove itself. */
  readonly challenge?: string
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter?: number
  /** Told to programs beside code and message. */
  readonly beside?: Readonly<Record<string, unknown>>
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
