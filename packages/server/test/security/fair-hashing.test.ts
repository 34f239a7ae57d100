import { describe, expect, it } from 'vitest'
import type { Reply } from '../support/browser.ts'
import { held, type World, world } from '../support/world.ts'

const FLOOD = '203.0.113.1'
const EMAIL = 'ada@example.com'

/** A service that hashes one password at a time, behind a proxy; and which passwords it has compared, in order. */
async function oneAtATime(env: Record<string, string> = {}) {
  const here = await world({ env: { TRUSTED_PROXIES: '127.0.0.1', HASH_CONCURRENCY: '1', ...env } })
  const compared: string[] = []
  const { verify } = here.hasher
  here.hasher.verify = (hash, password) => {
    compared.push(password)
    return verify(hash, password)
  }
  const gate = held()
  here.hasher.afterNext = () => gate.released
  return { ...here, compared, release: gate.release }
}

const signIn = ({ browser }: World, ip: string, password: string): Promise<Reply> =>
  browser().post('/auth/login', { email: EMAIL, password }, { headers: { 'x-forwarded-for': ip } })

const load = ({ depsFor }: World) => depsFor().passwords.load()

/** Lets them come one after the other, each when the one before it waits. */
async function waiting(here: World, names: readonly (readonly [ip: string, password: string])[]): Promise<Promise<Reply>[]> {
  const replies: Promise<Reply>[] = []
  for (const [ip, password] of names) {
    const before = load(here)
    replies.push(signIn(here, ip, password))
    await expect.poll(() => load(here), { interval: 1 }).not.toEqual(before)
  }
  return replies
}

const many = (count: number, ip: string, name: string) => Array.from({ length: count }, (_, n) => [ip, `${name} ${n}`] as const)

describe('passwords that wait to be compared', () => {
  it('do not wait behind the 128 of another network', async () => {
    const here = await oneAtATime()
    const [running] = await waiting(here, [[FLOOD, 'running']])
    const flood = Array.from({ length: 128 }, (_, n) => signIn(here, FLOOD, `flood ${n}`))
    await expect.poll(() => load(here).waiting).toBe(128)
    const other = signIn(here, '192.0.2.7', 'other')
    await expect.poll(() => load(here)).toEqual({ running: 1, waiting: 128, refused: 1 })
    here.release()
    expect([(await running)?.status, (await other).status]).toEqual([401, 401])
    // The newest of the flood has made room, and nobody else.
    expect((await Promise.all(flood)).filter(({ status }) => status === 503)).toHaveLength(1)
    expect(here.compared.slice(0, 2)).toEqual(['running', 'other'])
    expect(load(here)).toEqual({ running: 0, waiting: 0, refused: 1 })
  })

  it('take turns by network, each network in its own order', async () => {
    const here = await oneAtATime()
    const names = [
      ['192.0.2.1', 'a0'],
      ['192.0.2.1', 'a1'],
      ['192.0.2.1', 'a2'],
      ['192.0.2.2', 'b0'],
      ['192.0.2.2', 'b1'],
      ['192.0.2.3', 'c0'],
    ] as const
    const replies = await waiting(here, [['192.0.2.9', 'running'], ...names])
    here.release()
    await Promise.all(replies)
    expect(here.compared).toEqual(['running', 'a0', 'b0', 'c0', 'a1', 'b1', 'a2'])
  })

  it('count a whole /48 of IPv6 as one network', async () => {
    const here = await oneAtATime()
    const spread = Array.from({ length: 5 }, (_, n) => [`2001:db8:1:${n}00::${n}`, `flood ${n}`] as const)
    const replies = await waiting(here, [['2001:db8:1::1', 'running'], ...spread, ['2001:db8:2::1', 'other']])
    here.release()
    await Promise.all(replies)
    expect(here.compared.slice(0, 2)).toEqual(['running', 'other'])
  })

  it('are told that there is no turn when all networks have as many as this one would have', async () => {
    const here = await oneAtATime({ HASH_QUEUE: '2' })
    const replies = await waiting(here, [
      ['192.0.2.9', 'running'],
      ['192.0.2.1', 'a0'],
      ['192.0.2.2', 'b0'],
    ])
    const refused = await signIn(here, '192.0.2.3', 'c0')
    expect(refused).toMatchObject({ status: 503, body: { error: 'overloaded' }, headers: { 'retry-after': '1' } })
    expect((await signIn(here, '192.0.2.1', 'a1')).status).toBe(503)
    expect(load(here)).toEqual({ running: 1, waiting: 2, refused: 2 })
    here.release()
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([401, 401, 401])
    expect(here.compared).toEqual(['running', 'a0', 'b0'])
  })

  it('that have made room for others leave nothing behind: attempts are not counted, and nothing was compared', async () => {
    const env = { RATE_LIMITS: 'true', LIMIT_PASSWORD_FAILURES: '4', LIMIT_ENTRY_PER_MINUTE: '1000', HASH_QUEUE: '2' }
    const here = await oneAtATime(env)
    const replies = await waiting(here, [[FLOOD, 'running'], ...many(2, FLOOD, 'flood'), ['192.0.2.7', 'other']])
    here.release()
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([401, 401, 503, 401])
    expect((await signIn(here, FLOOD, 'one more')).status).toBe(401)
    expect((await signIn(here, FLOOD, 'too many')).status).toBe(429)
    expect(here.compared).toEqual(['running', 'other', 'flood 0', 'one more'])
  })
})
