import { describe, expect, it } from 'vitest'
import { asking, forwarded, type Headers, original, WIKI } from '../../../../test/support/asking-proxy.ts'
import { sendRaw } from '../../../../test/support/raw-socket.ts'

describe('/auth/forward answers 403 app_not_allowed', () => {
  it.each([
    ['nothing that names an application', {}],
    ['an application that is not named', original('https://evil.example.com/')],
    ['another scheme', original('http://wiki.example.com/')],
    ['another port', original('https://wiki.example.com:8443/')],
    ['a host that only ends like one', forwarded('evilwiki.example.com')],
    ['a host below one', forwarded('a.wiki.example.com')],
    ['a trailing dot', forwarded('wiki.example.com.')],
    ['userinfo', original('https://wiki.example.com@evil.test/')],
    ['userinfo before it', original('https://a:b@wiki.example.com/')],
    ['a host with userinfo', forwarded('a@wiki.example.com')],
    ['a list of hosts', forwarded('wiki.example.com, evil.test')],
    ['a list of schemes', forwarded('wiki.example.com', { 'x-forwarded-proto': 'https,http' })],
    ['a path in the host', forwarded('wiki.example.com/evil')],
    ['a backslash', original('https://wiki.example.com\\@evil.test/')],
    ['no scheme', original('wiki.example.com/')],
    ['another kind of address', original('ftp://wiki.example.com/')],
    ['a host without a scheme', { 'x-forwarded-host': 'wiki.example.com' }],
    ['a path that is none', forwarded('wiki.example.com', { 'x-forwarded-uri': '.evil.test/' })],
    ['two kinds that differ', { ...original(), ...forwarded('admin.example.com') }],
    ['two kinds of which the scheme differs', { ...original(), 'x-forwarded-proto': 'http' }],
    ['a list of addresses', original(`${WIKI}/, ${WIKI}/`)],
    // What a parser makes the same, and the application behind a proxy that takes any name does not.
    ['an encoded letter', original('https://wik%69.example.com/')],
    ['a host with an encoded letter', forwarded('wik%69.example.com')],
    ['a soft hyphen', forwarded('wi\u00adki.example.com')],
    ['an encoded soft hyphen', original('https://wi%C2%ADki.example.com/')],
    ['a wide letter', forwarded('%EF%BD%97iki.example.com')],
    ['another full stop', original('https://wiki%E3%80%82example.com/')],
    ['a letter that becomes another one in lower case', forwarded('wi\u212ai.example.com')],
    ['noughts before the port', original('https://wiki.example.com:0443/')],
    ['the port that goes without saying', forwarded('wiki.example.com:443')],
    ['a port that is left out', forwarded('wiki.example.com:')],
    ['two kinds that a parser makes the same', { ...original(), ...forwarded('wik%69.example.com') }],
    ['two kinds of which one names the port', { ...original(), ...forwarded('wiki.example.com:443') }],
  ])('for %s', async (_, headers) => {
    const { ask, cookie } = await asking()
    expect(await ask({ ...headers, cookie })).toMatchObject({ status: 403, error: 'app_not_allowed', location: undefined })
  })

  /** As it is on the line: a client of HTTP would tidy it up. */
  async function onTheLine() {
    const { cookie, listen } = await asking({ PORT: '0' })
    const port = Number(new URL(await listen()).port)
    return async (target: string, headers: Headers, ...more: string[]) => {
      const lines = [
        ...Object.entries({ host: 'id.example.com', ...headers, cookie, connection: 'close' }).map((pair) => pair.join(': ')),
        ...more,
      ]
      return (await sendRaw(port, `GET ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)).statuses
    }
  }

  it('for a path that a proxy may have taken for another one', async () => {
    const send = await onTheLine()
    for (const target of ['/auth/forward/page/v1..v2/...', '/auth/forward/page?from=/a/../b'])
      expect(await send(target, forwarded()), target).toEqual([200])
    for (const target of [
      '/auth/forward/../../.latchkey/start',
      '/auth/forward/%2e%2E/..%2f.latchkey/start',
      '/auth/forward/..%5c..%5C.latchkey/start',
      '/auth/forward/..?x=1',
    ])
      expect(await send(target, forwarded()), target).toEqual([403])
  })

  it('for a header that comes twice', async () => {
    const send = await onTheLine()
    const statusOf = (headers: Headers, ...more: string[]) => send('/auth/forward', headers, ...more)
    expect(await statusOf(original())).toEqual([200])
    expect(await statusOf(forwarded())).toEqual([200])
    expect(await statusOf(original(), `x-original-url: ${WIKI}/`)).toEqual([403])
    expect(await statusOf(forwarded(), 'x-forwarded-host: wiki.example.com')).toEqual([403])
    expect(await statusOf(original(), 'host: wiki.example.com')).toEqual([403])
  })

  it('to whoever is not a trusted proxy', async () => {
    const { ask, cookie } = await asking({ TRUSTED_PROXIES: '10.0.0.0/8' })
    for (const headers of [original(), { ...forwarded(), 'x-forwarded-for': '10.0.0.1' }])
      expect(await ask({ ...headers, cookie })).toMatchObject({ status: 403, error: 'app_not_allowed' })
  })
})

describe('/auth/forward knows an application', () => {
  it.each([
    ['in upper case', original('HTTPS://Wiki.EXAMPLE.com/page')],
    ['in upper case, by its host', forwarded('WIKI.example.com')],
    ['without a path', original('https://wiki.example.com')],
    ['with a query alone', original('https://wiki.example.com?x=1')],
  ])('%s', async (_, headers) => {
    const { ask, cookie } = await asking()
    expect((await ask({ ...headers, cookie })).status).toBe(200)
  })
})

describe('/auth/forward for what changes something, or opens a socket', () => {
  const post = (more: Headers) => ({ ...original(`${WIKI}/page`, 'POST'), ...more })
  const socket = (more: Headers) => ({ ...original(), 'sec-websocket-key': 'x', ...more })

  it.each([
    ['its own origin', { origin: WIKI }, 200],
    ['another origin', { origin: 'https://evil.test' }, 403],
    ['a neighbour', { origin: 'https://admin.example.com', 'sec-fetch-site': 'same-origin' }, 403],
    ['no origin to tell', { origin: 'null' }, 403],
    ['nothing', {}, 403],
    ['the word of the browser alone', { 'sec-fetch-site': 'same-origin' }, 200],
    ['an address that was typed', { 'sec-fetch-site': 'none' }, 200],
    ['another page of the site', { 'sec-fetch-site': 'same-site' }, 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ] as const)('wants to know where it comes from: %s', async (_, more, status) => {
    const { ask, cookie } = await asking()
    for (const headers of [post(more), socket(more), { ...original(), upgrade: 'websocket', ...more }]) {
      const reply = await ask({ ...headers, cookie })
      expect([reply.status, reply.error]).toEqual([status, status === 403 ? 'origin_not_allowed' : undefined])
    }
    const wss = forwarded('wiki.example.com', { 'x-forwarded-proto': 'wss', ...more })
    expect((await ask({ ...wss, cookie })).status).toBe(status)
  })

  it('takes a method that is not told, unknown or in doubt for unsafe', async () => {
    const { ask, cookie } = await asking()
    const { 'x-original-url': url = '' } = original()
    for (const headers of [
      { 'x-original-url': url },
      original(url, 'get'),
      original(url, 'FOO'),
      { ...original(url), 'x-forwarded-method': 'POST' },
      original(url, 'GET, GET'),
    ])
      expect((await ask({ ...headers, cookie })).error).toBe('origin_not_allowed')
  })

  it('says so before it says who is signed in', async () => {
    const { ask } = await asking()
    expect((await ask(post({ origin: 'https://evil.test' }))).error).toBe('origin_not_allowed')
  })
})
