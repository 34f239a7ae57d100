import { connect } from 'node:net'
import type pg from 'pg'
import { backendKeyOf } from './pg-internals.ts'

const CANCEL_REQUEST = 80_877_102
const LENGTH = 16
/** A server that vanished does not answer a cancel request either. */
const LIMIT_MS = 1000

/**
 * Cancels at the server what was given up here. A commit that waits for a standby notices neither a closed socket nor
 * `statement_timeout`, and would keep its server connection for ever. The commit is then done without the standby; it was never
 * acknowledged. Resolves when the server was told, or cannot be.
 */
export function cancelBackend(client: pg.ClientBase): Promise<void> {
  const key = backendKeyOf(client)
  if (!key) return Promise.resolve()
  const { host, port, processID, secretKey } = key
  const request = Buffer.alloc(LENGTH)
  for (const [at, value] of [LENGTH, CANCEL_REQUEST, processID, secretKey].entries()) request.writeInt32BE(value, 4 * at)
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const timer = setTimeout(() => socket.destroy(), LIMIT_MS)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.end(request)
    socket.resume()
  })
}
