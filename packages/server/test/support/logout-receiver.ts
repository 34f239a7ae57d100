import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'
import { atEnd } from './shared.ts'

export interface Told {
  readonly claims: JWTPayload
  readonly header: ReturnType<typeof decodeProtectedHeader>
  readonly token: string
  readonly path: string
}

/** An application that is told of sessions which have ended, and says what the test wants it to. */
export async function logoutReceiver() {
  const told: Told[] = []
  let atOnce = 0
  let mostAtOnce = 0
  let answer: (response: http.ServerResponse) => unknown = (response) => response.writeHead(200).end()
  const server = http.createServer((request, response) => {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce)
    response.once('close', () => atOnce--)
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const token = new URLSearchParams(body).get('logout_token') ?? ''
      const read = token === '' ? { claims: {}, header: {} } : { claims: decodeJwt(token), header: decodeProtectedHeader(token) }
      told.push({ token, ...read, path: request.url ?? '' })
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  atEnd(close)
  return {
    url: `http://127.0.0.1:${port}/logout`,
    told,
    /** The `sid` of each, in order. */
    sids: () => told.map(({ claims }) => claims['sid']).sort(),
    mostAtOnce: () => mostAtOnce,
    answers(how: (response: http.ServerResponse) => unknown): void {
      answer = how
    },
    close,
  }
}
