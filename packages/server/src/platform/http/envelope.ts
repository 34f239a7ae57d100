import type { FastifyError } from 'fastify'
import { type ErrorCode, errors, Failure } from '../kernel/errors.ts'

export const envelope = (code: ErrorCode, message: string = errors[code][1]) => ({ error: code, message })

const FRAMEWORK: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

/** An error that was not foreseen becomes `internal_error`, which tells the client nothing. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : FRAMEWORK[code]
  if (known) return new Failure(known)
  // The sender of the body hung up. Fastify marks that with a status, which a reset database connection does not have.
  if (statusCode === 400 && (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')) return new Failure('invalid_json')
  return new Failure('internal_error', { cause: error })
}
