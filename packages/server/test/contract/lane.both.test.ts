import net from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { type Random, randomFrom } from '../history/random.ts'
import { env as askingEnv, WIKI } from '../support/asking-proxy.ts'
import { isFull } from '../support/form.ts'
import { inTime } from '../support/in-time.ts'
import { measured } from '../support/measured.ts'
import { sendRaw } from '../support/raw-socket.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

/** So many for each seed. */
const REQUESTS = isFull ? 3000 : 300
const AT_ONCE = 20

const env = { ...askingEnv, PORT: '0', ALLOW_MISSING_CSRF_HEADERS: 'true' }

/** A service on a port, and how many requests have reached its framework. */
async function listening(more: Record<string, string>, databaseUrl?: string) {
  const here = await world({ env: { ...env, ...more }, ...(databaseUrl !== undefined && { databaseUrl }) })
  let reached = 0
  here.app.addHook('onRequest', async () => void reached++)
  const port = Number(new URL(await here.listen()).port)
  return { ...here, port, reached: () => reached }
}

/** One with the lane and one without, which the debug log takes away, on one database. */
async function both(more: Record<string, string> = {}) {
  const quick = await listening({ LOG_LEVEL: 'info', ...more })
  const plain = await listening({ LOG_LEVEL: 'debug', ...more }, quick.database.url)
  return { quick, plain }
}

/** All that came back, but for the time of day and the number of the request. */
const comparable = (text: string): string =>
  text.replaceAll(/^date: .*\r\n/gim, '').replaceAll(/^x-request-id: [\w-]{36}\r$/gim, 'x-request-id: …')

/** For a connection that the request itself keeps: it is closed by the one behind it. */
const LAST = 'GET /healthz HTTP/1.1\r\nhost: id.example.com\r\nconnection: close\r\n\r\n'

/** What comes behind such a request is an error, and with a body it is a matter of luck which of the two is told first. */
const isLastItself = (request: string): boolean =>
  request.includes(' HTTP/1.0\r\n') && !request.includes('connection: ') && BODIES.some(([length]) => request.includes(length))

const ask = async ({ port }: { port: number }, request: string): Promise<string> => {
  const { text } = await sendRaw(port, Buffer.from(isLastItself(request) ? request : request + LAST, 'latin1'))
  return comparable(text)
}

describe('session checks that are answered ahead of the framework', () => {
  it.each(isFull ? [1, 2] : [1])(
    'have the same bytes as those of the table, for requests of any shape (seed %i)',
    { timeout: 120_000 },
    async (seed) => {
      const { quick, plain } = await both({ RATE_LIMITS: 'false' })
      const cookies = await cookiesOf(quick)
      const random = randomFrom(seed)
      const requests = Array.from({ length: REQUESTS }, () => generated(random, cookies))
      for (let at = 0; at < requests.length; at += AT_ONCE) {
        await Promise.all(
          requests.slice(at, at + AT_ONCE).map(async (request) => {
            const expected = await ask(plain, request)
            // The first may fill the cache, and is answered by the table.
            for (const time of ['first', 'second']) expect(await ask(quick, request), `${time} ${request}`).toBe(expected)
          }),
        )
      }
      const answeredAhead = 2 * plain.reached() - quick.reached()
      expect(answeredAhead).toBeGreaterThan(REQUESTS / 4)
    },
  )
})

const origin = { headers: { origin: 'https://id.example.com' } }

/** A browser that is known here, and whose session does not come back by itself once it has ended. */
async function known({ browser }: Pick<World, 'browser'>, name: string) {
  const here = browser()
  const account = { email: `${name}@example.com`, password: PASSWORD }
  await here.post('/auth/register', { ...account, name: `${name} "Ø"` }, origin)
  await here.post('/auth/login', account, origin)
  here.jar.delete('app_refresh')
  return here
}

/** Cookies of every kind of session there is, and of none. */
async function cookiesOf(here: Awaited<ReturnType<typeof listening>>) {
  const [ada, admin, banned, ended, expired] = [
    await known(here, 'ada'),
    await known(here, 'root'),
    await known(here, 'bob'),
    await known(here, 'eve'),
    await known(here, 'old'),
  ]
  await here.sql(`UPDATE accounts SET role = 'admin' WHERE email = 'root@example.com'`)
  await here.sql(`UPDATE accounts SET banned_at = 1 WHERE email = 'bob@example.com'`)
  await here.sql(
    `UPDATE sessions SET expires_at = 1 WHERE account_id = (SELECT id FROM accounts WHERE email = 'old@example.com')`,
  )
  const revoked = ended.cookieHeader()
  await ended.post('/auth/logout', undefined, origin)
  const token = ada.jar.get('app_session')
  const session = `app_session=${token}`
  return [
    session,
    ada.cookieHeader(),
    admin.cookieHeader(),
    `${session}; ${session}`,
    `theme=dark; ${ada.cookieHeader()}; theme=light`,
    `APP_SESSION=${token}`,
    `app_session="${token}"`,
    ` ;;${session} ; `,
    `${session}x`,
    `app_session=${'A'.repeat(43)}`,
    'app_session=',
    banned.cookieHeader(),
    revoked,
    expired.cookieHeader(),
  ] as const
}

const TARGETS = ['/auth/me', '/auth/check', '/auth/forward'] as const
const ODD_TARGETS = ['?', '?x=1', '/', '/page', '#x'] as const
const METHODS = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PROPFIND'] as const
const QUESTIONS = [
  `x-original-url: ${WIKI}/page?x=1\r\nx-original-method: GET\r\n`,
  `x-original-url: ${WIKI}\r\nx-original-method: HEAD\r\n`,
  `x-original-url: ${WIKI}/\r\nx-original-method: POST\r\n`,
  `x-original-url: https://other.test/\r\nx-original-method: GET\r\n`,
  `x-original-url: https://admin.example.com/\r\nx-original-method: GET\r\n`,
  `x-original-url: https://vault.example.com/\r\nx-original-method: GET\r\n`,
  `x-original-url: https://evil.test/\r\nx-original-method: GET\r\n`,
  'x-forwarded-proto: https\r\nx-forwarded-host: wiki.example.com\r\nx-forwarded-uri: /a\r\nx-forwarded-method: GET\r\naccept: text/html\r\n',
  'x-forwarded-proto: wss\r\nx-forwarded-host: wiki.example.com\r\nx-forwarded-uri: /a\r\nx-forwarded-method: GET\r\n',
  `x-original-url: ${WIKI}/\r\nx-original-url: ${WIKI}/\r\nx-original-method: GET\r\n`,
  `x-original-url: ${WIKI}/\r\nx-forwarded-host: admin.example.com\r\nx-original-method: GET\r\n`,
  '',
] as const
/** What one request in a few has beside its cookie. */
const MORE = [
  'accept: */*\r\n',
  'accept: text/html,application/xhtml+xml\r\n',
  'accept-language: de\r\n',
  'user-agent: Browser/1.0\r\n',
  'connection: close\r\n',
  'connection: keep-alive\r\n',
  'origin: https://id.example.com\r\n',
  'origin: http://localhost:3000\r\n',
  'origin: https://evil.test\r\n',
  'origin: null\r\n',
  'referer: https://evil.test/\r\n',
  'sec-fetch-site: same-origin\r\nsec-fetch-mode: cors\r\n',
  'sec-fetch-site: same-site\r\n',
  'sec-fetch-site: cross-site\r\nsec-fetch-mode: no-cors\r\nsec-fetch-dest: image\r\n',
  'sec-fetch-site: cross-site\r\nsec-fetch-mode: navigate\r\nsec-fetch-dest: document\r\n',
  'content-length: 0\r\n',
  'content-type: application/json\r\n',
  'authorization: Bearer lk_0123456789\r\n',
  'authorization: Basic eDp5\r\n',
  'x-forwarded-for: 203.0.113.9, 10.0.0.1\r\n',
  'x-forwarded-for: ,, \r\n',
  'upgrade: websocket\r\n',
  'traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\n',
  'host: twice.example.com\r\n',
  'x-csrf-token: x\r\n',
  'expect: 100-continue\r\n',
  'expect: nothing\r\n',
  `x-long: ${'x'.repeat(8000)}\r\n`,
  'if-none-match: "x"\r\n',
  'range: bytes=0-1\r\n',
  'cookie: app_session=second\r\n',
  'x-request-id: mine\r\n',
] as const
const BODIES: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['content-length: 2\r\n', '{}'],
  ['transfer-encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'],
]

function generated(random: Random, cookies: readonly [string, ...string[]]): string {
  const one = (chance: number): boolean => random.next() < chance
  const base = random.pick(TARGETS)
  const target = one(0.1) ? (one(0.1) ? `http://id.example.com${base}` : `${base}${random.pick(ODD_TARGETS)}`) : base
  const version = one(0.05) ? 'HTTP/1.0' : 'HTTP/1.1'
  const headers = [one(0.03) ? '' : 'host: id.example.com\r\n']
  if (!one(0.05))
    headers.push(`${one(0.3) ? 'Cookie' : 'cookie'}: ${one(0.5) ? cookies[one(0.5) ? 0 : 1] : random.pick(cookies)}\r\n`)
  if (base === '/auth/forward' || one(0.05)) headers.push(one(0.5) ? QUESTIONS[0] : random.pick(QUESTIONS))
  while (one(0.4)) headers.push(random.pick(MORE))
  const [length, body] = one(0.04) ? random.pick(BODIES) : ['', '']
  return `${random.pick(METHODS)} ${target} ${version}\r\n${headers.join('')}${length}\r\n${body}`
}

describe('the lane', () => {
  it('takes what browsers, servers and proxies ask, and hands everything else on', async () => {
    const { quick } = await both()
    const [session, all] = await cookiesOf(quick)
    const reached = async (request: string) => {
      await ask(quick, request)
      const before = quick.reached()
      await ask(quick, request)
      return quick.reached() - before - 1 // the probe behind it
    }
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: id.example.com\r\ncookie: ${all}\r\n${more}\r\n`
    expect(await reached(get('/auth/me'))).toBe(0)
    expect(await reached(get('/auth/check'))).toBe(0)
    expect(await reached(get('/auth/check').replace(all, session))).toBe(0)
    expect(await reached(get('/auth/forward', QUESTIONS[0]))).toBe(0)
    expect(await reached(get('/auth/me').replace('GET', 'HEAD'))).toBe(0)
    expect(await reached(get('/auth/me?'))).toBe(1)
    expect(await reached(get('/auth/me', 'origin: https://id.example.com\r\n'))).toBe(1)
    expect(await reached(get('/auth/sessions'))).toBe(1)
    quick.clock.advance(60_000) // the activity is due to be noted
    const before = quick.reached()
    await ask(quick, get('/auth/me'))
    expect(quick.reached() - before).toBe(2)
  })

  it('sees what another process has changed at the next request, whatever came in the same turn', async () => {
    const { quick } = await both()
    const cookies = await cookiesOf(quick)
    const me = (cookie: string) => `GET /auth/me HTTP/1.1\r\nhost: id.example.com\r\ncookie: ${cookie}\r\n\r\n`
    const statuses = async () => {
      const texts = await Promise.all([cookies[1], cookies[2], cookies[1]].map((cookie) => ask(quick, me(cookie))))
      return texts.map((text) => text.slice(9, 12))
    }
    for (let time = 0; time < 3; time++) expect(await statuses()).toEqual(['200', '200', '200'])
    await quick.sql(`UPDATE accounts SET banned_at = 1 WHERE email = 'ada@example.com'`)
    expect(await statuses()).toEqual(['401', '200', '401'])
  })

  it('is where /auth has moved to', async () => {
    const here = await listening({ LOG_LEVEL: 'info', BASE_PATH: '/id', BASE_PATH_AUTH: 'true' })
    const browser = here.browser()
    await browser.post('/id/auth/register', { email: 'ada@example.com', password: PASSWORD, name: 'Ada' })
    const check = `GET /id/auth/me HTTP/1.1\r\nhost: id.example.com\r\ncookie: ${browser.cookieHeader()}\r\n\r\n`
    // Once the session is kept, which takes a lease of the database.
    await vi.waitFor(async () => {
      const before = here.reached()
      expect(await ask(here, check)).toContain('ada@example.com')
      expect(here.reached() - before).toBe(1) // the probe behind it
    }, inTime)
  })

  it('counts as the table does', async () => {
    const limits = { RATE_LIMITS: 'true', LIMIT_GENERAL_PER_MINUTE: '40', LIMIT_FORWARD_PER_MINUTE: '15' }
    const run = async (level: string) => {
      const here = await listening({ LOG_LEVEL: level, ...limits })
      const [session, all] = await cookiesOf(here)
      here.clock.advance(60_000)
      const statuses: string[] = []
      const get = async (path: string, cookie: string) => {
        const text = await ask(here, `GET ${path} HTTP/1.1\r\nhost: id.example.com\r\ncookie: ${cookie}\r\n${QUESTIONS[0]}\r\n`)
        statuses.push(`${path} ${/^HTTP\/1.1 (\d+)/.exec(text)?.[1]} ${/retry-after: \d+/.exec(text)?.[0] ?? ''}`)
      }
      for (let at = 0; at < 20; at++) await get('/auth/forward', all)
      for (let at = 0; at < 20; at++) await get('/auth/check', session)
      for (let at = 0; at < 50; at++) await get('/auth/me', all)
      for (let at = 0; at < 50; at++) await get('/auth/me', session)
      return statuses
    }
    const [quick, plain] = [await run('info'), await run('debug')]
    expect(quick).toEqual(plain)
    expect(quick.some((line) => line.includes('/auth/me 429 retry-after'))).toBe(true)
  })

  it('leaves no request running in the metrics whose client has hung up before its turn', async () => {
    const { browser, figure, address } = await measured({ env: { LOG_LEVEL: 'info' } })
    const ada = browser()
    await ada.post('/auth/register', { email: 'ada@example.com', password: PASSWORD, name: 'Ada' })
    const request = `GET /auth/me HTTP/1.1\r\nhost: id.example.com\r\ncookie: ${ada.cookieHeader()}\r\n\r\n`
    const { port, hostname } = new URL(address)
    const hangUp = () =>
      new Promise<void>((resolve) => {
        const socket = net.connect(Number(port), hostname, () => socket.write(request.repeat(8), () => socket.resetAndDestroy()))
        socket.on('error', () => undefined).on('close', () => resolve())
      })
    await Promise.all(Array.from({ length: 150 }, hangUp))
    await expect.poll(() => figure('latchkey_http_requests_running')).toBe(0)
  })

  it('is seen by the metrics', async () => {
    const { browser, figure, address } = await measured({ env: { LOG_LEVEL: 'info' } })
    const ada = browser()
    await ada.post('/auth/register', { email: 'ada@example.com', password: PASSWORD, name: 'Ada' })
    const headers = { cookie: ada.cookieHeader() }
    for (let at = 0; at < 5; at++) expect((await fetch(`${address}/auth/me`, { headers })).status).toBe(200)
    const labels = 'route="/auth/me",method="GET"'
    expect(await figure(`latchkey_http_requests_total{${labels},status="200"}`)).toBe(5)
    expect(await figure(`latchkey_http_request_duration_seconds_count{${labels}}`)).toBe(5)
  })
})
