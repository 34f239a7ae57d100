import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { onLimits } from '../support/counted-client.ts'
import { limited } from '../support/limited.ts'
import { APP, onHost } from '../support/two-hosts.ts'
import type { World } from '../support/world.ts'

const MINUTE = 60_000
const SECOND = 1000
const WIKI = 'https://wiki.example.com'
const FEW = {
  LIMIT_GENERAL_PER_MINUTE: '5',
  PUBLIC_URL: 'https://id.example.com',
  COOKIE_DOMAIN: 'example.com',
  TRUSTED_PROXIES: '127.0.0.1',
  ALLOWED_ORIGINS: 'http://localhost:3000',
  FORWARD_AUTH_APPS: `${WIKI},${APP}`,
}

const madeUp = (): string => randomBytes(32).toString('base64url')
const sessionOf = (cookie: string) => `app_session=${cookie}`

type Ask = (secret: string, ip?: string) => Promise<number>

/** The ways to ask about a secret that cost a query when it is not known: with what each answers to one that is none. */
const ways: Readonly<Record<string, { readonly none: number; readonly ask: (here: World) => Ask }>> = {
  'a session, asked by a server': {
    none: 200,
    ask:
      ({ app }) =>
      async (secret) =>
        (await app.inject({ url: '/auth/check', headers: { cookie: sessionOf(secret) } })).statusCode,
  },
  'a session, asked by a proxy': {
    none: 401,
    ask:
      ({ app }) =>
      async (secret, ip = '192.0.2.1') => {
        const question = { 'x-original-url': `${WIKI}/`, 'x-original-method': 'GET', 'x-forwarded-for': ip }
        return (await app.inject({ url: '/auth/forward', headers: { ...question, cookie: sessionOf(secret) } })).statusCode
      },
  },
  'a session of an application on another host, asked by a proxy': {
    none: 302,
    ask:
      ({ app }) =>
      async (secret, ip = '192.0.2.1') => {
        const question = { ...onHost(APP), 'x-forwarded-uri': '/', 'x-forwarded-method': 'GET', 'x-forwarded-for': ip }
        return (await app.inject({ url: '/auth/forward', headers: { ...question, cookie: `__Host-latchkey_app=${secret}` } }))
          .statusCode
      },
  },
  'an API key': {
    none: 401,
    ask:
      ({ app }) =>
      async (secret) =>
        (await app.inject({ url: '/admin/users', headers: { authorization: `Bearer lk_${secret}` } })).statusCode,
  },
}

/** How many statements the service has sent for something, but for those that share counts. */
async function costOf({ statements }: World, work: () => Promise<unknown>): Promise<number> {
  const before = statements().length
  await work()
  return statements()
    .slice(before)
    .filter((text) => !onLimits(text)).length
}

describe.each(Object.entries(ways))('%s that is made up', (_, { none, ask: asking }) => {
  it('costs no query any more once there were too many, one after the other or all at once', async () => {
    const here = await limited(FEW)
    const ask = asking(here)
    const statuses: number[] = []
    expect(await costOf(here, async () => void statuses.push(...(await inTurn(8, () => ask(madeUp())))))).toBe(5)
    expect(statuses).toEqual([...Array(5).fill(none), 429, 429, 429])
    here.clock.advance(MINUTE)
    expect(await costOf(here, () => Promise.all(Array.from({ length: 30 }, () => ask(madeUp()))))).toBe(5)
    here.clock.advance(MINUTE)
    expect(await ask(madeUp())).toBe(none)
  })

  it('is remembered for a moment, and asked about again after it', async () => {
    const here = await limited({ ...FEW, LIMIT_GENERAL_PER_MINUTE: '100' })
    const ask = asking(here)
    const secret = madeUp()
    expect(await costOf(here, () => inTurn(20, () => ask(secret)))).toBe(1)
    here.clock.advance(2 * SECOND)
    expect(await costOf(here, () => ask(secret))).toBe(1)
    here.clock.set(-SECOND)
    expect(await costOf(here, () => ask(secret))).toBe(1)
  })
})

describe('a session that is live', () => {
  it('is known when strangers at the same address have used up all that they may ask, kept or not', async () => {
    for (const size of ['10000', '0']) {
      const here = await limited({ ...FEW, SESSION_CACHE_SIZE: size })
      for (const way of ['a session, asked by a server', 'a session, asked by a proxy']) {
        const ask = ways[way]?.ask(here) ?? (async () => 0)
        const ada = (await here.signedUp(`ada${way.length}@example.com`)).jar.get('app_session') ?? ''
        await inTurn(6, () => ask(madeUp()))
        expect([await ask(madeUp()), await ask(ada)]).toEqual([429, 200])
      }
    }
  })

  it('counts for itself alone, also where this process meets it for the first time', async () => {
    const here = await limited(FEW)
    const sessions: string[] = []
    for (let n = 0; n < 12; n++) sessions.push((await here.signedUp(`ada${n}@example.com`)).jar.get('app_session') ?? '')
    const there = await limited(FEW, here.database.url)
    const ask = ways['a session, asked by a server']?.ask(there) ?? (async () => 0)
    const statuses: number[] = []
    for (const session of sessions) statuses.push(await ask(session))
    expect(statuses).toEqual(Array(12).fill(200))
    expect(await inTurn(6, () => ask(madeUp()))).toEqual([...Array(5).fill(200), 429])
    expect(await ask(sessions[0] ?? '')).toBe(200)
  })

  it('is known at once wherever it was made, whatever was asked before', async () => {
    const here = await limited({ ...FEW, LIMIT_GENERAL_PER_MINUTE: '100' })
    const there = await limited({ ...FEW, LIMIT_GENERAL_PER_MINUTE: '100' }, here.database.url)
    const [askHere, askThere] = [here, there].map((one) => ways['a session, asked by a proxy']?.ask(one) ?? (async () => 0))
    for (let n = 0; n < 5; n++) {
      await Promise.all([askHere?.(madeUp()), askThere?.(madeUp())])
      const browser = await here.signedUp(`ada${n}@example.com`)
      expect(await askThere?.(browser.jar.get('app_session') ?? '')).toBe(200)
      await browser.post('/auth/refresh', undefined, { headers: { origin: 'https://id.example.com' } })
      const renewed = browser.jar.get('app_session') ?? ''
      expect([await askThere?.(renewed), await askHere?.(renewed)]).toEqual([200, 200])
    }
  })
})

describe('a session that has ended', () => {
  it('is one that is made up, from the next question on', async () => {
    const here = await limited(FEW)
    const ask = ways['a session, asked by a proxy']?.ask(here) ?? (async () => 0)
    const ada = await here.signedUp()
    const session = ada.jar.get('app_session') ?? ''
    expect(await ask(session)).toBe(200)
    await ada.post('/auth/logout', undefined, { headers: { origin: 'https://id.example.com' } })
    expect(await ask(session)).toBe(401)
    expect(await costOf(here, () => inTurn(20, () => ask(session)))).toBe(0)
    await inTurn(5, () => ask(madeUp()))
    here.clock.advance(2 * SECOND)
    expect(await costOf(here, async () => expect(await ask(session)).toBe(429))).toBe(0)
  })
})

describe('a proxy that asks for strangers', () => {
  it('has each of them counted by their own address, and those who show nothing not at all', async () => {
    const here = await limited(FEW)
    const ask = ways['a session, asked by a proxy']?.ask(here) ?? (async () => 0)
    expect((await inTurn(6, () => ask(madeUp(), '192.0.2.7'))).at(-1)).toBe(429)
    expect(await ask(madeUp(), '192.0.2.8')).toBe(401)
    expect(new Set(await inTurn(20, () => ask('', '192.0.2.7')))).toEqual(new Set([401]))
  })
})

async function inTurn(count: number, work: () => Promise<number>): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push(await work())
  return statuses
}
