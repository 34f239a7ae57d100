import type { InjectOptions } from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { AnyEndpoint } from '../../src/platform/kernel/endpoint-table.ts'
import { hostedPages } from '../../src/subjects/index.ts'
import { ORIGIN } from '../support/browser.ts'
import { endpointList } from '../support/endpoint-list.ts'
import { addPasskey } from '../support/factored.ts'
import { figure } from '../support/form.ts'
import { longestHold } from '../support/longest-hold.ts'
import { type OAuthWorld, oauthWorld } from '../support/oauth-world.ts'
import { SoftwareAuthenticator } from '../support/software-authenticator.ts'
import { PASSWORD, world } from '../support/world.ts'

const LIMIT_MS = 50
/** What is read alike wherever it comes is tried in turns, each at many places, or all of it everywhere. */
const TURNS = figure('LONGEST_INPUTS', { short: 59, full: 1 })
let turn = 0
const isItsTurn = (): boolean => turn++ % TURNS === 0
/** One is enough to fail; a few tell more. */
const ENOUGH = 3
/** What is left of 64 KiB for one field beside the others, and of 16 KiB for one header or the query. */
const BODY_BYTES = 64_000
const HEAD_BYTES = 15_000

/** Texts that have made somebody's parser, pattern or normaliser work by the square of their length. */
const shapes: Readonly<Record<string, string>> = {
  letters: 'a',
  'marks in the wrong order': '\u0316\u0301',
  'what decomposes': '\ufdfa',
  'what grows in lower case': 'İ',
  emoji: '👩‍👩‍👧‍👦',
  blanks: ' ',
  dots: '.',
  'labels of a domain': 'a.',
  'at signs': 'a@',
  escapes: '%25',
  quotes: '"\\',
  markup: '<&',
  'words and commas': 'a,;q=1',
  dashes: '-0',
}

const filled = (unit: string, bytes: number): string =>
  unit.repeat(Math.floor(bytes / Buffer.byteLength(JSON.stringify(unit).slice(1, -1))))

/** All marks of one class before all of another: every one of them has to be moved past every other. */
const sortedWrongly = (bytes: number): string => '\u0301'.repeat(bytes / 4) + '\u0316'.repeat(bytes / 4)

const bodyTexts = [...Object.values(shapes).map((unit) => filled(unit, BODY_BYTES)), sortedWrongly(BODY_BYTES)]
const headTexts = Object.values(shapes)
  .map((unit) => encodeURIComponent(unit))
  .map((unit) => unit.repeat(HEAD_BYTES / unit.length))

/** Good enough to get past the first checks, and not right. */
const PLAUSIBLE: Readonly<Record<string, unknown>> = {
  email: 'eve@example.com',
  password: 'wrong horse 1',
  confirmPassword: 'wrong horse 1',
  oldPassword: 'wrong horse 1',
  newPassword: 'right horse 1',
  name: 'Eve',
  keepOtherSessions: false,
  sessionIds: ['00000000-0000-7000-8000-000000000000'],
  userId: '00000000-0000-7000-8000-000000000000',
  challengeId: '00000000-0000-4000-8000-000000000000',
}

const HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'cookie',
  'origin',
  'referer',
  'user-agent',
  'x-csrf-token',
  'x-forwarded-for',
] as const

/** The same, written as the name of a host. */
const MARKS_IN_PUNYCODE = `http://xn--a-xbb${'a'.repeat(6999)}6518l${'a'.repeat(6999)}`

const headerTexts = [
  MARKS_IN_PUNYCODE,
  ...['a,', 'a;', 'a;q=0.1,', '"\\', ' a', '1.2.3.4,', '[::1]:1,', 'https://a.', 'Mozilla/5.0 ('].map((unit) =>
    unit.repeat(HEAD_BYTES / unit.length),
  ),
  `app_session=${'a'.repeat(HEAD_BYTES)}`,
  'app_session=a;app_refresh=b;_2fa_challenge=c;_csrf=d;'.repeat(HEAD_BYTES / 52),
  Array.from({ length: HEAD_BYTES / 7 }, (_, at) => `c${at}=1;`)
    .join('')
    .slice(0, HEAD_BYTES),
]

type Request = InjectOptions & { readonly url: string }

const bodiesOf = (endpoint: AnyEndpoint): Record<string, unknown>[] => {
  const names = Object.keys(endpoint.body?.properties ?? {})
  const plausible = Object.fromEntries(names.map((name) => [name, PLAUSIBLE[name] ?? 'x']))
  return names.flatMap((name) =>
    bodyTexts.map((text) => ({ ...plausible, [name]: Array.isArray(PLAUSIBLE[name]) ? text.slice(0, 16_000).split('') : text })),
  )
}

/** Every field and parameter of a route at its largest, one at a time, in every shape; and every header. */
function* requestsTo(endpoint: AnyEndpoint): Iterable<Request> {
  const [method = '', path = ''] = endpoint.route.split(' ')
  const type = endpoint.isForeignForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const own = {
    method: method as 'POST',
    url: path.replace(/\{provider\}/, 'corp').replace(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000'),
  }
  const headers = { origin: ORIGIN, 'content-type': type }
  const write = (body: object) => (endpoint.isForeignForm ? formOf(body) : JSON.stringify(body))
  for (const body of bodiesOf(endpoint)) if (isItsTurn()) yield { ...own, headers, payload: write(body) }
  if (endpoint.body)
    for (const payload of wholeBodies(endpoint.isForeignForm ?? false)) if (isItsTurn()) yield { ...own, headers, payload }
  for (const name of Object.keys(endpoint.query?.properties ?? {}))
    for (const text of headTexts) if (isItsTurn()) yield { ...own, headers, url: `${own.url}?${name}=${text}` }
  for (const url of [`${own.url}?${'x&'.repeat(HEAD_BYTES / 2)}`, path.replace(/\{\w+\}/g, 'a%25'.repeat(HEAD_BYTES / 8))])
    yield { ...own, headers, url }
  for (const name of HEADERS)
    for (const text of headerTexts)
      if (isItsTurn()) yield { ...own, headers: { ...(name !== 'referer' && headers), [name]: text } }
}

const formOf = (body: object): string => String(new URLSearchParams(body as Record<string, string>)).slice(0, BODY_BYTES)

/** Bodies that are costly as a whole, whatever their fields are called. */
const wholeBodies = (isForm: boolean): readonly string[] => {
  const names = Array.from({ length: 12_000 }, (_, at) => at.toString(36))
  if (isForm)
    return [
      names
        .map((name) => `${name}=`)
        .join('&')
        .slice(0, BODY_BYTES),
      'a=&'.repeat(BODY_BYTES / 3),
      '&'.repeat(BODY_BYTES),
      '%'.repeat(BODY_BYTES),
      '%C3%28'.repeat(BODY_BYTES / 6),
    ]
  return [
    `{${names
      .slice(0, 8000)
      .map((name) => `"${name}":1`)
      .join(',')}}`.slice(0, BODY_BYTES),
    `{"a":${'['.repeat(31)}${'1,'.repeat(30_000)}1${']'.repeat(31)}}`,
    '['.repeat(BODY_BYTES),
    `{"a":"${'\\u0301'.repeat(10_000)}"}`,
    `{${'"email":"a",'.repeat(5000)}"email":"a"}`,
    `{"a":${'9'.repeat(BODY_BYTES - 10)}}`,
  ]
}

/** Forms of the pages: each action, with every field that any form has, one at a time. */
function* submissions(): Iterable<Request> {
  const names = [...new Set(endpointList.flatMap(({ body }) => Object.keys(body?.properties ?? {})))]
  const looks = {
    home: '/',
    stylesheet: '~/',
    script: '~/',
    passkeyScript: '~/',
    proofScript: '~/',
    icon: '~/',
    mark: '~/',
    logo: undefined,
    darkLogo: undefined,
  } as const
  for (const page of hostedPages(looks)) {
    const url = page.path.slice(1).replace(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000')
    const headers = { origin: ORIGIN, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
    for (const action of Object.keys(page.actions ?? {})) {
      const fields = { _action: action, ...Object.fromEntries(names.map((name) => [name, 'wrong horse 1'])) }
      for (const name of names)
        for (const text of [sortedWrongly(16_000), '<&'.repeat(8000), 'a.'.repeat(16_000)])
          if (isItsTurn()) yield { method: 'POST', url, headers, payload: formOf({ ...fields, [name]: text }) }
    }
    if (page.actions) for (const payload of wholeBodies(true)) if (isItsTurn()) yield { method: 'POST', url, headers, payload }
    for (const text of headerTexts) {
      if (!isItsTurn()) continue
      yield {
        method: 'GET',
        url: `${url}?returnTo=${encodeURIComponent(text).slice(0, HEAD_BYTES)}`,
        headers: { accept: 'text/html', 'accept-language': text },
      }
    }
  }
}

const inhabited = () =>
  oauthWorld({
    withMail: true,
    env: {
      LOG_LEVEL: 'silent',
      TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8,fc00::/7',
      ENABLE_INVITE: 'true',
      ORGANISATIONS: 'true',
      DISABLE_ADMIN_TWO_FACTOR: 'true',
      PASSWORD_REJECT_COMMON: 'true',
    },
  })

/** The cookies of an administrator who has just signed in: what is behind a session is reached, too. */
async function signedIn({ browser, sql }: OAuthWorld): Promise<string> {
  const root = browser()
  const account = { email: 'root@example.com', password: PASSWORD }
  await root.post('/auth/register', { ...account, name: 'Root' })
  await sql(`UPDATE accounts SET role = 'admin' WHERE email = ?`, [account.email])
  await root.post('/auth/login', account)
  return root.cookieHeader()
}

async function slowest(here: OAuthWorld, requests: Iterable<Request>): Promise<readonly string[]> {
  const cookie = await signedIn(here)
  const slow: string[] = []
  for (const request of requests) {
    const send = () => here.app.inject({ ...request, headers: { cookie, ...request.headers } })
    if (slow.length === ENOUGH) break
    const ms = await longestHold(LIMIT_MS, send)
    if (ms > LIMIT_MS) slow.push(`${Math.round(ms)} ms: ${JSON.stringify(request).slice(0, 200)}`)
  }
  return slow
}

describe('the longest password that is accepted, in its worst shape', () => {
  it('is not normalised, which would take the square of its length', async () => {
    const { signedUp, browser } = await world()
    await signedUp()
    const normalize = vi.spyOn(String.prototype, 'normalize')
    onTestFinished(() => normalize.mockRestore())
    const reply = await browser().post('/auth/login', { email: 'ada@example.com', password: sortedWrongly(BODY_BYTES) })
    expect(reply.status).toBe(401)
    expect(normalize.mock.contexts.filter((text) => String(text).length > 10_000)).toEqual([])
  })
})

describe('the longest input that is accepted, in its worst shape', () => {
  it(`never holds the event loop for ${LIMIT_MS} ms, on any route`, async () => {
    const here = await inhabited()
    const slow: string[] = []
    for (const endpoint of endpointList) if (slow.length < ENOUGH) slow.push(...(await slowest(here, requestsTo(endpoint))))
    expect(slow).toEqual([])
  }, 600_000)

  it(`never holds the event loop for ${LIMIT_MS} ms, on any page`, async () => {
    expect(await slowest(await inhabited(), submissions())).toEqual([])
  }, 600_000)
})

/** Each part of an answer in turn: far too long, and as long as it may be, in bytes that are dear to read. */
const PARTS = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const
const partTexts = [
  ...Object.values(shapes).map((unit) => filled(unit, BODY_BYTES)),
  // The last is a sequence of ASN.1 that has no end, in another one, and so on.
  ...['5b', '81', '9f', 'a1', 'bf', 'ff', '30', '3080'].flatMap((bytes) =>
    [1023, 2048, 4096, 40_000].map((length) => Buffer.alloc(length, bytes, 'hex').toString('base64url')),
  ),
]

describe('answers of passkeys to what was asked', () => {
  it(`hold the event loop for ${LIMIT_MS} ms at most, with any part at its longest`, { timeout: 300_000 }, async () => {
    const here = await world({ env: { LOG_LEVEL: 'silent' } })
    const owner = await here.signedUp()
    // The library is loaded by the first one. How long that takes is measured where it is bundled (`passkey-chunk`).
    const { authenticator } = await addPasskey(owner)
    const slow: string[] = []
    for (const [options, send] of [
      ['/auth/passkeys/options', '/auth/passkeys'],
      ['/auth/passkey/options', '/auth/passkey/login'],
    ] as const) {
      const { body } = await owner.post(options)
      const given =
        send === '/auth/passkeys' ? new SoftwareAuthenticator().register(body.options) : authenticator.assert(body.options)
      for (const part of PARTS.filter((one) => one in given.response))
        for (const text of partTexts) {
          const passkey = { ...given, response: { ...given.response, [part]: text } }
          const answer = { state: body.state, passkey }
          const ms = await longestHold(LIMIT_MS, () => owner.clone().post(send, answer))
          if (ms > LIMIT_MS) slow.push(`${Math.round(ms)} ms: ${send} ${part} ${text.slice(0, 20)}`)
        }
    }
    expect(slow).toEqual([])
  })
})
