import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEngine } from '../../src/platform/store/open-engine.ts'
import { ownPostgres } from '../support/own-postgres.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

/** Several times as long as a renewal is waited for. */
const WATCHED_MS = 7000
const LEASES = 8
const LOOK_MS = 100

/** A server that waits with every commit for a standby, from when that is lost until it is found again. */
async function standbyServer() {
  const server = await ownPostgres()
  onTestFinished(server.stop)
  await server.createDatabase('lost')
  const url = `${server.url}/lost`
  const here = await world({ databaseUrl: url })
  const observer = await openEngine({ url: `${server.url}/postgres`, poolSize: 1, onError: () => undefined })
  onTestFinished(observer.close)
  const setStandby = async (names: string) => {
    await observer.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`)
    await observer.query(`SELECT pg_reload_conf() AS reloaded`)
  }
  const count = async (which: string): Promise<number> => {
    const [row] = await observer.query(`SELECT COUNT(*) AS total FROM pg_stat_activity WHERE datname = 'lost' AND ${which}`)
    return Number(row?.['total'])
  }
  const backends = () => count('TRUE')
  /** Those that wait for the standby, and see nothing else. */
  const stuck = () => count(`wait_event = 'SyncRep'`)
  return { url, here, backends, stuck, lose: () => setStandby('nobody'), find: () => setStandby('') }
}

/** The most connections at any look. */
async function most(backends: () => Promise<number>, forMs: number): Promise<number> {
  let found = 0
  for (const end = performance.now() + forMs; performance.now() < end; await sleep(LOOK_MS))
    found = Math.max(found, await backends())
  return found
}

const readiness = async ({ browser }: World) => (await browser().get('/readyz')).status
const register = ({ browser }: World, email: string) => browser().post('/auth/register', { email, password: PASSWORD, name: 'N' })
const login = ({ browser }: World) => browser().post('/auth/login', { email: 'ada@example.com', password: PASSWORD })

describe('a synchronous standby that is lost', () => {
  it('costs no connection for a lease that was given up', async () => {
    const { url, backends, lose, find } = await standbyServer()
    const engine = await openEngine({ url, poolSize: 1, onError: () => undefined })
    onTestFinished(engine.close)
    const kept = { evict: () => undefined, clear: () => undefined }
    const leases = Array.from({ length: LEASES }, () => engine.follow(kept, () => undefined))
    onTestFinished(async () => {
      await find()
      await Promise.all(leases.map((lease) => lease.stop()))
    })
    await expect.poll(() => leases.every((lease) => lease.isCurrent())).toBe(true)
    const before = await backends()

    await lose()
    // One more of each for the moment between the end of one connection and the beginning of the next.
    expect(await most(backends, WATCHED_MS)).toBeLessThanOrEqual(before + LEASES)
    expect(leases.some((lease) => lease.isCurrent())).toBe(false)

    await find()
    await expect.poll(() => leases.every((lease) => lease.isCurrent())).toBe(true)
    const rows = await engine.query(`SELECT id FROM session_leases`)
    expect(rows.length).toBeLessThanOrEqual(LEASES + 1) // that of the service is the other one
  })

  it('makes the service not ready and no sign-up keeps a connection, and both are over when it is found again', async () => {
    const { here, stuck, lose, find } = await standbyServer()
    onTestFinished(find)
    const ada = await here.signedUp()
    await lose()
    await expect.poll(() => readiness(here)).toBe(503)
    const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => register(here, `n${n}@example.com`)))
    for (const { status } of replies) expect(status).toBeGreaterThanOrEqual(500)
    // The lease, the question whether a commit comes back, and one that was begun behind the scenes.
    await expect.poll(stuck).toBeLessThanOrEqual(3)
    expect((await ada.get('/auth/me')).status).toBe(200)
    expect(await readiness(here)).toBe(503)

    await find()
    await expect.poll(() => readiness(here)).toBe(200)
    expect((await login(here)).status).toBe(200)
  })
})
