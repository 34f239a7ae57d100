import type { Routes } from './routes.ts'

/** Every code of the service, and two of our own: it could not be reached, or something else answered. */
export type ErrorCode = Routes[keyof Routes]['error'] | 'unreachable' | 'unexpected_answer'

/** What is thrown where the service refuses, or cannot be asked. `message` is a sentence for people, in English. */
export class LatchkeyError<Code extends string = ErrorCode> extends Error {
  /** 0 where there was no answer. */
  readonly status: number
  /** What went wrong, for programs. */
  readonly code: Code
  /** Seconds. */
  readonly retryAfter: number | undefined
  /** The operator finds the request by this id in the log. */
  readonly requestId: string | undefined

  constructor(code: Code, message: string, answer?: Response, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'LatchkeyError'
    this.code = code
    this.status = answer?.status ?? 0
    const wait = answer?.headers.get('retry-after')
    // A proxy may send a date instead of seconds.
    this.retryAfter = wait && /^\d+$/.test(wait) ? Number(wait) : undefined
    this.requestId = answer?.headers.get('x-request-id') ?? undefined
  }
}

/** Whether something that was thrown is an error of the service, and with `code` whether it is that one. */
export const isError = <Code extends ErrorCode = ErrorCode>(thrown: unknown, code?: Code): thrown is LatchkeyError<Code> =>
  thrown instanceof LatchkeyError && (code === undefined || thrown.code === code)

/** Codes of 401 that end a session. A wrong password is a 401 as well, and so is a proxy's own login. */
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

/** Whether the service did not answer: unreachable, too busy, or hidden behind something else that answered. */
export const hasNoWord = (thrown: unknown): boolean =>
  isError(thrown) && (thrown.status === 0 || thrown.status === 429 || thrown.status >= 500 || thrown.code === 'unexpected_answer')
