import type { IncomingMessage } from 'node:http'
import { Failure } from '../kernel/errors.ts'
import { countHeader } from './sender-check.ts'

/** A request names its host exactly once; HTTP/1.0 need not name it at all. */
export function hostRefusal(request: IncomingMessage): Failure | undefined {
  const count = countHeader(request, 'host')
  if (count > 1) return new Failure('invalid_input', { message: 'The Host header came twice.' })
  if (count === 0 && request.httpVersion === '1.1')
    return new Failure('invalid_input', { message: 'The Host header is missing.' })
  return undefined
}
