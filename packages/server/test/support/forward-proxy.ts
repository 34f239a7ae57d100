import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { APP_PATH } from '../../src/subjects/apps/steps/sign-in-address.ts'

const SIGN_OUT = `<form method="post" action="${APP_PATH}/sign-out"><input type="hidden" name="returnTo" value="/bye">
  <button>Sign out</button></form>`

/**
 * A proxy in front of an application, as small as one can be: it asks the service about every request, and passes on what is below
 * one path. The application behind it tells which address it was told.
 */
export async function startForwardProxy(host: string, service: () => string) {
  const proxy = { port: 0, dropsCookies: false }
  const server = createServer(async (visit, reply) => {
    const { url = '/', method = 'GET', headers } = visit
    const forwarded = { 'x-forwarded-proto': 'http', 'x-forwarded-host': `${host}:${proxy.port}`, 'x-forwarded-for': '127.0.0.1' }
    if (url.startsWith(`${APP_PATH}/`)) return passOn(visit, reply, new URL(url, service()), forwarded, proxy.dropsCookies)
    const asked = await fetch(new URL('/auth/forward', service()), {
      redirect: 'manual',
      headers: {
        ...forwarded,
        'x-forwarded-uri': url,
        'x-forwarded-method': method,
        cookie: headers.cookie ?? '',
        accept: headers.accept ?? '',
      },
    })
    if (asked.status !== 200) return reply.writeHead(asked.status, { location: asked.headers.get('location') ?? '' }).end()
    return reply.setHeader('content-type', 'text/html').end(`<h1>Hello, ${asked.headers.get('x-latchkey-email')}</h1>${SIGN_OUT}`)
  })
  await once(server.listen(0), 'listening')
  proxy.port = (server.address() as AddressInfo).port
  onTestFinished(() => void server.close().closeAllConnections())
  return proxy
}

function passOn(
  visit: IncomingMessage,
  reply: ServerResponse,
  to: URL,
  forwarded: Record<string, string>,
  dropsCookies: boolean,
): void {
  const passed = request(to, { method: visit.method, headers: { ...visit.headers, ...forwarded, host: to.host } }, (answer) => {
    if (dropsCookies) delete answer.headers['set-cookie']
    reply.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(reply)
  })
  passed.on('error', () => reply.writeHead(502).end())
  visit.pipe(passed)
}
