import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { world } from '../support/world.ts'

/** Sends bytes as they are and returns all that comes back until the server closes, or it has an answer. */
const exchange = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(3000, () => socket.destroy())
    socket.on('data', (chunk) => {
      answer += chunk
      if (answer.endsWith('}')) socket.destroy()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', (error) => ('code' in error && error.code === 'ECONNRESET' ? resolve(answer) : reject(error)))
  })

async function listening() {
  const here = await world({ env: { PORT: '0' } })
  const port = Number(new URL(await here.listen()).port)
  return { ...here, send: (bytes: string) => exchange(port, bytes) }
}

describe('raw requests', () => {
  it('answers what is no HTTP in the envelope', async () => {
    const { send } = await listening()
    for (const bytes of ['nonsense\r\n\r\n', 'BREW /auth/me HTTP/1.1\r\nHost: x\r\n\r\n', 'GET /auth/me HTTP/1.1\r\n\r\n']) {
      const answer = await send(bytes)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    }
    expect(await send('nonsense\r\n\r\n')).toContain('{"error":"invalid_input"')
  })

  it('refuses headers past 16 KiB', async () => {
    const { send } = await listening()
    const answer = await send(`GET /auth/me HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
    expect(answer).toContain('{"error":"headers_too_large","message":')
  })

  it.each([
    ['bytes that are no request', 'nonsense\r\n\r\n', 'invalid_input'],
    ['headers past 16 KiB', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`, 'headers_too_large'],
    ['a missing Host', 'GET /auth/me HTTP/1.1\r\n\r\n', 'invalid_input'],
    ['a strange expectation', 'GET /auth/me HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n', 'expectation_failed'],
  ])('answers %s in the envelope, with the headers of every answer', async (_what, bytes, code) => {
    const { send, app } = await listening()
    const answer = await send(bytes)
    expect(answer).toContain(`{"error":"${code}","message":"`)
    const usual = (await app.inject('/auth/me')).headers
    for (const name of ['cache-control', 'content-security-policy', 'x-content-type-options', 'referrer-policy'])
      expect(answer.toLowerCase()).toContain(`${name}: ${String(usual[name]).toLowerCase()}\r\n`)
    expect(answer).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/)
  })

  it('answers request_timeout 408 to what comes too slowly', async () => {
    const { send, app } = await listening()
    Object.assign(app.server, { headersTimeout: 200, requestTimeout: 400 }) // looked at once a second
    const answer = await send('GET /auth/me HTTP/1.1\r\nHost: x\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(answer).toContain('{"error":"request_timeout","message":')
  })

  it('refuses a second Host, Origin or Referer header', async () => {
    const { send } = await listening()
    const post = (headers: string) => send(`POST /auth/logout HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`)
    const host = 'Host: localhost:3000\r\n'
    const origin = 'Origin: http://localhost:3000\r\n'
    const referer = 'Referer: http://localhost:3000/\r\n'
    expect(await post(host + origin)).toContain('session_expired')
    expect(await post(host + host + origin)).toContain('invalid_input')
    expect(await post(host + origin + origin)).toContain('origin_not_allowed')
    expect(await post(host + referer)).toContain('session_expired')
    expect(await post(host + referer + referer)).toContain('origin_not_allowed')
  })

  it('reads every header, however many come before it', async () => {
    const { send, signedUp } = await listening()
    const cookie = `Cookie: app_session=${(await signedUp()).jar.get('app_session')}\r\n`
    expect(await send(`GET /auth/me HTTP/1.1\r\n${'x:\r\n'.repeat(3000)}Host: x\r\n${cookie}\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('counts a cookie that is repeated over two headers as none', async () => {
    const { send, signedUp } = await listening()
    const cookie = `Cookie: app_session=${(await signedUp()).jar.get('app_session')}\r\n`
    const get = (headers: string) => send(`GET /auth/me HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`)
    expect(await get(cookie)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await get(cookie + cookie)).toMatch(/^HTTP\/1\.1 401 /)
  })

  it('answers an absolute target and TRACE without a 5xx', async () => {
    const { send } = await listening()
    expect(await send('GET http://evil.example/auth/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 4/,
    )
    expect(await send('TRACE /auth/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 405 /)
  })

  it('keeps the connection usable after a body that nobody reads', async () => {
    const { send } = await listening()
    const head = 'Host: x\r\nOrigin: http://localhost:3000\r\n'
    const answer = await send(
      `POST /auth/logout HTTP/1.1\r\n${head}Content-Length: 5\r\n\r\nhelloGET /healthz HTTP/1.1\r\n${head}Connection: close\r\n\r\n`,
    )
    expect(answer).toContain('session_expired')
  })
})

describe('a client that hangs up in the middle of its body', () => {
  it('is no failure of the service', async () => {
    const { app, listen, logged } = await world({ env: { PORT: '0' } })
    const broken: Error[] = []
    app.addHook('onError', async (_request, _reply, error) => void broken.push(error))
    const port = Number(new URL(await listen()).port)
    const head = 'Host: x\r\nOrigin: http://localhost:3000\r\nContent-Type: application/json\r\nContent-Length: 100\r\n'
    let received: () => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      received = resolve
    })
    app.server.on('request', () => received())
    const socket = connect(port, '127.0.0.1', () => socket.write(`POST /auth/login HTTP/1.1\r\n${head}\r\n{"email"`))
    await begun
    socket.resetAndDestroy()
    await expect.poll(() => broken).toMatchObject([{ code: 'ECONNRESET' }])
    await new Promise((resolve) => setImmediate(resolve))
    expect(logged()).not.toContain('request failed')
  })
})

describe('limits of the server', () => {
  it('gives headers 10 s and a request 30 s, and checks every second', async () => {
    const { app } = await listening()
    expect(app.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000 })
  })
})
