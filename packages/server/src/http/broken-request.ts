import type { Socket } from 'node:net'
import { type ErrorCode, errors } from '../kernel/errors.ts'
import { envelope } from './envelope.ts'

const CODES: Readonly<Record<string, ErrorCode>> = { HPE_HEADER_OVERFLOW: 'payload_too_large' }

/** Bytes that are no HTTP request, or came too slowly to be one: answered in the envelope all the same. */
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const code = CODES[error.code ?? ''] ?? 'invalid_input'
  const body = JSON.stringify(envelope(code))
  socket.end(
    [
      `HTTP/1.1 ${errors[code][0]} Refused`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
