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
    this.retryAfter = wait ? Number(wait) : undefined
    this.requestId = answer?.headers.get('x-request-id') ?? undefined
  }
}

/** Whether something that was thrown is an error of the service, of this code or of any. */
export const isError = <Code extends ErrorCode = ErrorCode>(thrown: unknown, code?: Code): thrown is LatchkeyError<Code> =>
  thrown instanceof LatchkeyError && (code === undefined || thrown.code === code)
