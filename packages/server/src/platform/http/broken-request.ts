import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, errors } from '../kernel/errors.ts'
import { envelope } from './envelope.ts'

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Node refuses these before the app sees a request; the answer has the usual envelope and headers all the same. */
export function brokenRequests(headers: Readonly<Record<string, string>>) {
  const answer = (code: ErrorCode) => {
    const body = JSON.stringify(envelope(code))
    const all: Record<string, string | number> = {
      ...headers,
      'x-request-id': randomUUID(),
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }
    return { status: errors[code][0], headers: all, body }
  }

  return {
    refuseBytes(error: Error & { code?: string }, socket: Socket): void {
      if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
      const { status, headers, body } = answer(CODES[error.code ?? ''] ?? 'invalid_input')
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
    },
    refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
      const { status, headers, body } = answer('expectation_failed')
      response.writeHead(status, headers).end(body)
    },
  }
}
