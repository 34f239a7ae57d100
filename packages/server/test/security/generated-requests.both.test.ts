import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Browser, ORIGIN } from '../support/browser.ts'
import { endpointList } from '../support/endpoint-list.ts'
import { figure, isFull } from '../support/form.ts'
import { oauthWorld } from '../support/oauth-world.ts'
import { shared } from '../support/shared.ts'
import { PASSWORD } from '../support/world.ts'

/** On either database; the long form asks for more. */
const REQUESTS = figure('GENERATED_REQUESTS', { short: 1000, full: 20_000 })

/** Every field, and every query parameter, that some route declares. */
const declared = [...new Set(endpointList.flatMap(({ body }) => Object.keys(body?.properties ?? {})))]
const asked = [...new Set(endpointList.flatMap(({ query }) => Object.keys(query?.properties ?? {})))]

/** Values that have broken somebody's server before, beside whatever fast-check comes up with. */
const nasty = fc.constantFrom<unknown>(
  '',
  '\u0000',
  '\ud800',
  '__proto__',
  "' OR 1=1 --",
  '%00',
  '../..',
  'a'.repeat(5000),
  'ada@example.com',
  PASSWORD,
  -1,
  1e300,
  true,
  null,
  [],
  {},
  [[]],
  { length: 1 },
)
const value = fc.oneof(nasty, fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 3 }))
const fields = fc.dictionary(fc.constantFrom(...declared, '__proto__', 'constructor', 'toString', 'x'), value)
/** Not every generated object knows how to be a text. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const body = fc.oneof(
  fields.map((object) => JSON.stringify(object)),
  fields.map((object) => String(new URLSearchParams(Object.entries(object).map(([name, value]) => [name, textOf(value)])))),
  fc.jsonValue().map((json) => JSON.stringify(json)),
  fc.string({ unit: 'binary' }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
)
const headerText = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 200,
})
const headers = fc.record(
  {
    origin: fc.oneof(fc.constant(ORIGIN), headerText),
    referer: headerText,
    'content-type': fc.oneof(fc.constant('application/json'), fc.constant('application/json; charset=x'), headerText),
    cookie: fc.oneof(
      headerText,
      headerText.map((text) => `app_session=${text}; app_refresh=${text}`),
    ),
    'user-agent': headerText,
    'x-forwarded-for': headerText,
    'x-csrf-token': headerText,
    'sec-fetch-site': headerText,
    'access-control-request-method': headerText,
  },
  { requiredKeys: [] },
)
const segment = fc.oneof(fc.constantFrom('x', '\u0000', '%zz', '..', '%2f', 'a'.repeat(300), 'ünï'), fc.string())
const target = fc
  .record({
    endpoint: fc.constantFrom(...endpointList),
    segments: fc.array(segment, { minLength: 2, maxLength: 2 }),
    provider: fc.oneof(fc.constant('corp'), segment),
    query: fc.oneof(
      fc.constant(''),
      fc.webQueryParameters(),
      fc
        .dictionary(fc.constantFrom(...asked), fc.string({ unit: 'binary' }))
        .map((parameters) => String(new URLSearchParams(parameters))),
    ),
    method: fc.constantFrom('', '', '', 'PATCH', 'OPTIONS', 'HEAD'),
  })
  .map(({ endpoint, segments: [id = '', other = ''], provider, query, method }) => {
    const [own = '', route = ''] = endpoint.route.split(' ')
    const values: Readonly<Record<string, string>> = { id, provider }
    const path = route.replace(/\{(\w+)\}/g, (_, name) => encodeURI((values[name] ?? other).toWellFormed()))
    return { method: method || own, url: `${path}${query && `?${query}`}`, isForm: endpoint.isForeignForm ?? false }
  })

describe('generated requests over all routes', () => {
  it(`never get a 5xx, nor leave the envelope (${REQUESTS} of them)`, async () => {
    const { app, browser, signedUp, sql } = await oauthWorld({
      env: {
        LOG_LEVEL: 'silent',
        TRUSTED_PROXIES: '127.0.0.1',
        EMAIL_SIGN_IN: 'anybody',
        ENABLE_INVITE: 'true',
        ORGANISATIONS: 'true',
        DISABLE_ADMIN_TWO_FACTOR: 'true',
      },
    })
    const rejections: unknown[] = []
    const note = (reason: unknown) => rejections.push(reason)
    process.on('unhandledRejection', note)
    await signedUp('fuzz@example.com')
    await sql(`UPDATE accounts SET role = 'admin'`) // so that the administrators' routes are reached, too
    let cookie = ''
    const seen = new Set<number>()

    const request = fc.record({ target, body, headers, manner: fc.constantFrom('wild', 'polite', 'signed in') })
    for (const one of fc.sample(request, REQUESTS)) {
      const type = one.target.isForm ? 'application/x-www-form-urlencoded' : 'application/json'
      const polite = one.manner === 'wild' ? {} : { origin: ORIGIN, 'content-type': type }
      const reply = await app.inject({
        method: one.target.method as 'POST',
        url: one.target.url,
        headers: { ...one.headers, ...polite, ...(one.manner === 'signed in' && { cookie }) },
        ...(['POST', 'PUT', 'DELETE', 'PATCH'].includes(one.target.method) && { payload: one.body }),
      })
      seen.add(reply.statusCode)
      const isFine = reply.statusCode < 500 && (reply.statusCode < 400 || one.target.method === 'HEAD' || 'error' in reply.json())
      if (!isFine) expect.fail(`${reply.statusCode} ${reply.body} to ${JSON.stringify(one)}`)
      if (one.manner === 'signed in' && reply.statusCode === 401) cookie = await signIn(browser())
    }
    process.off('unhandledRejection', note)
    expect(rejections).toEqual([])
    // They went everywhere; to what is rare only where there are many of them.
    expect([...seen]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, ...(isFull ? [204, 303, 405, 415] : [])]))
  }, 300_000)
})

describe('a path that no text of the database can equal', () => {
  const here = shared(async () => {
    const world = await oauthWorld({ env: { LOG_LEVEL: 'silent', ORGANISATIONS: 'true', DISABLE_ADMIN_TWO_FACTOR: 'true' } })
    const browser = await world.signedUp('root@example.com')
    await world.sql(`UPDATE accounts SET role = 'admin'`)
    return { app: world.app, cookie: browser.cookieHeader() }
  })

  it.each(endpointList.filter(({ route }) => route.includes('{')).map(({ route }) => route))('%s gets no 5xx', async (route) => {
    const { app, cookie } = here()
    const [method = '', path = ''] = route.split(' ')
    const url = path.replace(/\{provider\}/, 'corp').replace(/\{\w+\}/g, '%00')
    const headers = { origin: ORIGIN, cookie, 'content-type': 'application/json' }
    const reply = await app.inject({ method: method as 'GET', url, headers, ...(method !== 'GET' && { payload: '{}' }) })
    expect(reply.statusCode, reply.body).toBeLessThan(500)
  })
})

/** Logout is among the routes, so the session has to be renewed now and then. */
async function signIn(browser: Browser): Promise<string> {
  await browser.post('/auth/login', { email: 'fuzz@example.com', password: PASSWORD })
  return browser.cookieHeader()
}
