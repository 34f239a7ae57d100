import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ORIGIN } from '../support/browser.ts'
import { emptyDatabase } from '../support/database.ts'
import { sendEndlessly, sendRaw } from '../support/raw-socket.ts'
import { startServer } from '../support/server-process.ts'
import { world } from '../support/world.ts'

const MB = 1_000_000
const HOST = `Host: localhost:3000\r\nOrigin: ${ORIGIN}\r\n`
const CLOSE = 'Connection: close\r\n'
const CHUNKED = 'Transfer-Encoding: chunked\r\n'
const check = (headers = '') => `GET /auth/check HTTP/1.1\r\n${HOST}${headers}\r\n`
const login = (headers: string, body: string, version = '1.1') =>
  `POST /auth/login HTTP/${version}\r\n${HOST}Content-Type: application/json\r\n${CLOSE}${headers}\r\n${body}`
/** What a smuggler hides in a body. */
const HIDDEN = check(CLOSE)

async function listening() {
  const here = await world({ env: { PORT: '0' } })
  const port = Number(new URL(await here.listen()).port)
  const owner = await here.signedUp()
  return {
    ...here,
    port,
    send: (bytes: string | Buffer) => sendRaw(port, bytes),
    /** A person who is signed in gets an answer, whatever came before. */
    isWell: async (): Promise<void> => {
      const { statuses } = await sendRaw(port, `GET /auth/me HTTP/1.1\r\n${HOST}Cookie: ${owner.cookieHeader()}\r\n${CLOSE}\r\n`)
      expect(statuses).toEqual([200])
    },
  }
}

/** What is sent, and the statuses of all answers to it. */
const cases: Readonly<Record<string, readonly [bytes: string | Buffer, statuses: readonly number[]]>> = {
  'two lengths': [login('Content-Length: 2\r\nContent-Length: 40\r\n', `{}${HIDDEN}`), [400]],
  'one length twice': [login('Content-Length: 2\r\nContent-Length: 2\r\n', '{}'), [400]],
  'a list of lengths': [login('Content-Length: 2, 2\r\n', '{}'), [400]],
  'a negative length': [login('Content-Length: -1\r\n', '{}'), [400]],
  'a length in hexadecimal': [login('Content-Length: 0x2\r\n', '{}'), [400]],
  'a length past all numbers': [login('Content-Length: 99999999999999999999999\r\n', '{}'), [400]],
  'a length past what a number can tell': [login('Content-Length: 9007199254740993\r\n', '{}'), [413]],
  'a length and chunks': [login(`Content-Length: 6\r\n${CHUNKED}`, `0\r\n\r\n${HIDDEN}`), [400]],
  'chunks and a length': [login(`${CHUNKED}Content-Length: 6\r\n`, `0\r\n\r\n${HIDDEN}`), [400]],
  'two codings': [login(`${CHUNKED}Transfer-Encoding: identity\r\n`, `0\r\n\r\n${HIDDEN}`), [400]],
  'one coding twice': [login(CHUNKED + CHUNKED, `0\r\n\r\n${HIDDEN}`), [400]],
  'a coding that nobody knows': [login('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${HIDDEN}`), [400]],
  'a blank before the colon': [login('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${HIDDEN}`), [400]],
  'chunks that are no number': [login(CHUNKED, `zz\r\n{}\r\n0\r\n\r\n`), [400]],
  'chunks of a negative size': [login(CHUNKED, `-2\r\n{}\r\n0\r\n\r\n`), [400]],
  'chunks of more than a size can be': [login(CHUNKED, `fffffffffffffffff\r\n{}\r\n0\r\n\r\n`), [400]],
  'chunks with an endless extension': [login(CHUNKED, `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`), [400]],
  'chunks longer than they said': [login(CHUNKED, `2\r\n{}x\r\n0\r\n\r\n`), [400]],
  'good chunks': [login(CHUNKED, `1\r\n{\r\n1\r\n}\r\n0\r\n\r\n`), [401]],
  'chunks with a trailer': [login(CHUNKED, `2\r\n{}\r\n0\r\nCookie: app_session=x\r\n\r\n`), [401]],
  'two hosts': [`GET /auth/check HTTP/1.1\r\n${HOST}Host: evil.example\r\n${CLOSE}\r\n`, [400]],
  'two origins': [login(`Origin: https://evil.example\r\nContent-Length: 2\r\n`, '{}'), [403]],
  'two types': [login(`Content-Type: text/plain\r\nContent-Length: 2\r\n`, '{}'), [401]],
  'no host': [`GET /auth/check HTTP/1.1\r\n${CLOSE}\r\n`, [400]],
  'a whole address as its target': [`GET http://evil.example/auth/check HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, [200]],
  'an address of another kind': [`GET ftp://evil.example/%2e%2e HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, [404]],
  'an authority as its target': [`GET evil.example:443 HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, [400]],
  'a tunnel': [`CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`, []],
  'an asterisk': [`OPTIONS * HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, [404]],
  'a target of 17 KB': [`GET /${'x'.repeat(17_000)} HTTP/1.1\r\n${HOST}\r\n`, [431]],
  'a header of 17 KB': [check(`X-Long: ${'x'.repeat(17_000)}\r\n`), [431]],
  '3,000 headers': [check(`${'a:b\r\n'.repeat(3000)}${CLOSE}`), [200]],
  'a NUL in a header': [check(`X: a\0b\r\n${CLOSE}`), [400]],
  'a NUL in its target': [`GET /auth/\0check HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, [400]],
  'bytes past ASCII in its target': [Buffer.from(`GET /auth/\xff\xfe HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, 'latin1'), [400]],
  'lines without a carriage return': [check(CLOSE).replaceAll('\r', ''), [400]],
  'a line that goes on in the next': [check(`X: a\r\n b\r\n${CLOSE}`), [400]],
  'a header without a name': [check(`: b\r\n${CLOSE}`), [400]],
  'HTTP/0.9': ['GET /auth/check\r\n\r\n', [200]],
  'HTTP/1.0': ['GET /auth/check HTTP/1.0\r\n\r\n', [200]],
  'chunks in HTTP/1.0': [login(CHUNKED, '0\r\n\r\n', '1.0'), [400]],
  'the preface of HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  'HTTP/3': [`GET /auth/check HTTP/3.0\r\n${HOST}\r\n`, [400]],
  'an upgrade to a web socket': [
    check('Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'),
    [200],
  ],
  'an upgrade to HTTP/2': [check('Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n'), [200]],
  'an expectation': [login('Expect: 100-continue\r\nContent-Length: 2\r\n', '{}'), [100, 401]],
  'an expectation of too much': [login('Expect: 100-continue\r\nContent-Length: 999999\r\n', ''), [100, 413]],
  'an expectation of nonsense': [login('Expect: wonders\r\nContent-Length: 2\r\n', '{}'), [417]],
  'the greeting of TLS': [Buffer.from('16030100a5010000a10303', 'hex'), [400]],
  'the greeting of SMTP': ['EHLO x\r\n', [400]],
}

describe('raw bytes', () => {
  it('are answered as the table says, once, and hurt nobody', async () => {
    const { send, isWell } = await listening()
    for (const [name, [bytes, statuses]] of Object.entries(cases)) {
      expect((await send(bytes)).statuses, name).toEqual(statuses)
      await isWell()
    }
  })

  it('that hold many requests at once are answered one by one, in order', async () => {
    const { send, isWell } = await listening()
    const pair = `${check()}GET /nowhere HTTP/1.1\r\n${HOST}\r\n`
    const { statuses } = await send(pair.repeat(7) + check(CLOSE))
    expect(statuses).toEqual([...Array.from({ length: 14 }, (_, at) => (at % 2 === 0 ? 200 : 404)), 200])
    await isWell()
  })

  it('that follow a body which nobody reads are a request of their own', async () => {
    const { send } = await listening()
    const { statuses } = await send(`GET /nowhere HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\nhello${check(CLOSE)}`)
    expect(statuses).toEqual([404, 200])
  })

  it('that make no sense at all are refused', async () => {
    const { send, isWell } = await listening()
    const isNoise = (bytes: Uint8Array) => bytes.some((one) => one !== 10 && one !== 13) // empty lines may precede a request
    const noise = fc.uint8Array({ minLength: 1, maxLength: 200 }).filter(isNoise)
    await fc.assert(
      fc.asyncProperty(noise, async (bytes) => {
        expect((await send(Buffer.from([...bytes, 13, 10, 13, 10]))).statuses.every((status) => status < 500)).toBe(true)
      }),
      { numRuns: 150 },
    )
    await isWell()
  })

  it('in a Cookie header or any other, of whatever shape, make no 5xx and sign nobody in', async () => {
    const { send, isWell } = await listening()
    const byte = fc.integer({ min: 1, max: 255 }).filter((code) => code !== 10 && code !== 13)
    const text = fc.array(byte, { maxLength: 60 }).map((codes) => String.fromCharCode(...codes))
    const cookie = fc
      .tuple(
        fc.constantFrom(
          'app_session',
          'app_refresh',
          '_2fa_challenge',
          '_csrf',
          '_oauth_aaaaaaaa',
          '_newcomer',
          '_mailbox',
          '_sign_in_code',
          '_passkey',
          ' app_session',
          '',
        ),
        text,
      )
      .map(([name, value]) => `${name}=${value}`)
    const name = fc.constantFrom(
      'Cookie',
      'Origin',
      'User-Agent',
      'X-Forwarded-For',
      'Accept-Language',
      'X-CSRF-Token',
      'Traceparent',
    )
    const header = fc.oneof(
      fc.array(fc.oneof(cookie, text), { maxLength: 8 }).map((parts) => `Cookie: ${parts.join('; ')}`),
      fc.tuple(name, text).map(([one, value]) => `${one}: ${value}`),
    )
    const target = fc.constantFrom('GET /auth/me', 'GET /account', 'POST /auth/logout', 'POST /auth/refresh')
    await fc.assert(
      fc.asyncProperty(target, fc.array(header, { minLength: 1, maxLength: 4 }), async (line, headers) => {
        const bytes = Buffer.from(`${line} HTTP/1.1\r\n${HOST}${CLOSE}${headers.join('\r\n')}\r\n\r\n`, 'latin1')
        const { statuses } = await send(bytes)
        expect(statuses).toHaveLength(1)
        for (const status of statuses) expect([303, 400, 401, 403]).toContain(status)
      }),
      { numRuns: 300 },
    )
    await isWell()
  })
})

describe('a client that does not come to an end', () => {
  it('is cut off when its headers are slow, and when its body is', async () => {
    const { app, send, isWell } = await listening()
    // The real limits are 10 s and 30 s; they are looked at once a second whatever they are.
    Object.assign(app.server, { headersTimeout: 200, requestTimeout: 400 })
    const slow = [
      'GET /auth/check HT',
      `GET /auth/check HTTP/1.1\r\n${HOST}X: `,
      login('Content-Length: 20\r\n', '{'),
      login(CHUNKED, '5\r\n{'),
    ]
    const answers = await Promise.all(slow.map(send))
    for (const { statuses, text } of answers) {
      expect(statuses).toEqual([408])
      expect(text).toContain('{"error":"request_timeout"')
    }
    await isWell()
  })

  it.each(['POST /auth/login', 'POST /auth/logout', 'POST /nowhere', 'GET /auth/check', 'POST /sign-in', 'DELETE /auth/login'])(
    'is cut off with the answer when it sends chunks for ever to %s',
    async (line) => {
      const { port, isWell } = await listening()
      const head = `${line} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${CHUNKED}\r\n`
      const piece = Buffer.from(`1000\r\n${'a'.repeat(4096)}\r\n`)
      const { sent } = await sendEndlessly(port, head, piece, 100 * MB)
      // What the sockets of both ends hold is on its way before anybody can stop it.
      expect(sent).toBeLessThan(20 * MB)
      await isWell()
    },
  )

  it('is told that it sent too much where somebody reads, and never more than once', async () => {
    const { send } = await listening()
    const piece = `1000\r\n${'a'.repeat(4096)}\r\n`
    const { statuses, text } = await send(login(CHUNKED, piece.repeat(17)))
    expect(statuses).toEqual([413])
    expect(text).toContain('payload_too_large')
  })
})

describe('a flood of bytes', () => {
  it('costs little memory, and holds nobody up', async () => {
    const { url, directory, drop } = await emptyDatabase()
    const server = await startServer({ DATABASE_URL: url, METRICS_PORT: '0' }, directory)
    const metrics = /"metrics":"(http[^"]+)"/.exec(server.output())?.[1] ?? ''
    const figures = async () => {
      const text = await (await fetch(metrics)).text()
      const figure = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
      return { memory: figure('process_resident_memory_bytes'), lag: figure('nodejs_eventloop_lag_max_seconds') }
    }
    const port = Number(new URL(server.url).port)
    const before = await figures()
    const piece = Buffer.from(`10000\r\n${'a'.repeat(65_536)}\r\n`)
    const targets = ['POST /auth/login', 'POST /nowhere', 'GET /auth/check', 'POST /sign-in']
    let sent = 0
    const flood = async (line: string): Promise<void> => {
      const head = `${line} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${CHUNKED}\r\n`
      while (sent < 200 * MB) sent += (await sendEndlessly(port, head, piece, 200 * MB)).sent
    }
    await Promise.all(targets.map(flood))
    const after = await figures()
    expect(after.memory - before.memory).toBeLessThan(150 * MB)
    expect(after.lag).toBeLessThan(5) // a few milliseconds on an idle machine
    expect((await fetch(`${server.url}/auth/me`)).status).toBe(401)
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    await drop()
  })
})
