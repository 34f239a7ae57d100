import type { Routes } from './routes.ts'

/** Every code that the service has, and two of our own: it could not be reached, or what answered was not the service. */
export type ErrorCode = Routes[keyof Routes]['error'] | 'unreachable' | 'unexpected_answer'

/** Whatever went wrong with a request. */
export class LatchkeyError<Code extends string = ErrorCode> extends Error {
  /** 0 where there was no answer. */
  readonly status: number
  readonly code: Code
  /** Seconds to wait, where the service says so. */
  readonly retryAfter: number | undefined
  /** For the operator, who finds it in the log. */
  readonly requestId: string | undefined

  constructor(code: Code, message: string, answer?: Response, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'LatchkeyError'
    this.code = code
    this.status = answer?.status ?? 0
    const wait = answer?.headers.get('retry-after')
    // A proxy may name a date instead.
    this.retryAfter = wait && /^\d+$/.test(wait) ? Number(wait) : undefined
    this.requestId = answer?.headers.get('x-request-id') ?? undefined
  }
}

/** Whether something that was thrown is an error of the service, of this code or of any. */
export const isError = <Code extends ErrorCode = ErrorCode>(thrown: unknown, code?: Code): thrown is LatchkeyError<Code> =>
  thrown instanceof LatchkeyError && (code === undefined || thrown.code === code)

/** Codes of 401 that say that a session is over. A password that was wrong is a 401 as well, and so is a proxy's own question. */
const OVER: ReadonlySet<string> = new Set([
  'unauthorized',
  'session_expired',
  'session_revoked',
  'invalid_refresh',
  'invalid_refresh_token',
  'refresh_expired',
  'max_lifetime_exceeded',
] satisfies ErrorCode[])

export const isOver = (thrown: unknown): boolean => isError(thrown) && thrown.status === 401 && OVER.has(thrown.code)

/** Whether the service has said nothing: it was away, too busy, or something else answered for it. */
export const hasNoWord = (thrown: unknown): boolean =>
  isError(thrown) && (thrown.status === 0 || thrown.status === 429 || thrown.status >= 500 || thrown.code === 'unexpected_answer')
