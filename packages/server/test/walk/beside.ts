import type { AddressInfo } from 'node:net'
import { sendRaw } from '../support/raw-socket.ts'
import type { Beside, Case } from './cases.ts'
import { toldByAddress } from './oauth.ts'
import { alone, byStranger } from './preparing.ts'

/** These bytes, on a socket of their own. */
const rawly = (head: string): Case =>
  alone(
    async ({ app, listen }) => {
      await listen()
      const { port } = app.server.address() as AddressInfo
      const { text, statuses } = await sendRaw(port, `GET /auth/me HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n`)
      return { asked: 'GET /auth/me', status: statuses[0] ?? 0, body: JSON.parse(text.replace(/^.*\r\n\r\n/s, '')), headers: {} }
    },
    { PORT: '0' },
  )

/** What no endpoint declares, nor do its facts imply it: how it comes about all the same, or why and where else that is shown. */
export const beside: Beside = {
  method_not_allowed: byStranger('PUT /auth/me'),
  headers_too_large: rawly(`X-Long: ${'x'.repeat(17_000)}`),
  expectation_failed: rawly('Expect: wonders'),
  request_timeout: 'It takes a second by the clock on the wall: contract/sockets.',
  account_changed: 'Only the form of a page says for whom it was shown: platform/http/page-route.',
  challenge_not_found: byStranger('POST /auth/2fa/resend', { challengeId: 'unknown' }),
  device_code_unknown: 'Only the form of a page runs what refuses so: subjects/openid/flows/device.',
  request_changed: 'Only the form of a page runs what refuses so: subjects/openid/flows/device.',
  demand_unmet: 'Only the form of a page runs what refuses so: subjects/openid/flows/device.',
  request_expired: 'A page says it, and leads back to the application: subjects/openid/pages/authorize.',
  ...toldByAddress,
}
