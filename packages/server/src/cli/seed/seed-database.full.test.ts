import { describe, expect, it } from 'vitest'
import { world } from '../../../test/support/world.ts'
import { seedDatabase } from './seed-database.ts'

const switches = { ORGANISATIONS: 'true', ENABLE_INVITE: 'true', DISABLE_ADMIN_TWO_FACTOR: 'true' }

const dayOf = (at: unknown): number => Math.floor(Number(at) / 86_400_000)

describe('a database that was filled for development', () => {
  it('has people of all kinds, organisations, sessions and weeks of events, and an administrator who gets in', async () => {
    const { browser, config, clock, sql, depsFor } = await world({ env: switches })
    // Whatever the limits: all of them would be hit.
    const administrator = await seedDatabase({ ...config, limits: { ...config.limits, enabled: true } }, clock.now())
    const { password } = administrator ?? {}
    const root = browser()
    expect((await root.post('/auth/admin/login', administrator)).status).toBe(200)
    const total = async (path: string) => (await root.get(path)).body.total
    expect(await total('/admin/users')).toBe(25)
    for (const kind of ['verified=false', 'banned=true', 'twoFactor=true'])
      expect.soft(await total(`/admin/users?${kind}`), kind).toBeGreaterThan(0)
    expect([await total('/admin/orgs'), await total('/admin/invites?status=pending')]).toEqual([3, 3])

    await depsFor().activeAccounts.flush()
    const { days, activeUsers } = (await root.get('/admin/statistics?days=30')).body
    const begun = await sql(`SELECT account_id, created_at FROM sessions`)
    const today = dayOf(clock.now())
    const signedIn = (last: number, length: number) => {
      const inside = begun.filter(({ created_at: at }) => dayOf(at) <= last && dayOf(at) > last - length)
      return new Set(inside.map(({ account_id: id }) => id)).size
    }
    // Who was active is who has signed in: the dashboard shows both.
    expect(activeUsers).toEqual([
      { days: 1, users: signedIn(today, 1), previous: signedIn(today - 1, 1) },
      { days: 7, users: signedIn(today, 7), previous: signedIn(today - 7, 7) },
      { days: 30, users: signedIn(today, 30), previous: null },
    ])
    expect(days.filter(({ signIns }: { signIns: number }) => signIns > 0).length).toBeGreaterThan(25)
    expect(days.filter(({ signUps }: { signUps: number }) => signUps > 0).length).toBeGreaterThan(8)
    const [{ latest, earliest }] = (await sql(
      `SELECT MAX(created_at) AS latest, MIN(created_at) AS earliest FROM audit_events WHERE actor_id IS NOT NULL`,
    )) as [{ latest: number; earliest: number }]
    expect([latest <= clock.now(), earliest < clock.now() - 40 * 86_400_000]).toEqual([true, true])

    const ada = browser()
    const entered = await ada.post('/auth/login', { email: 'ada.lovelace@example.com', password })
    expect(entered.body).toMatchObject({ requiresTwoFactor: true, methods: expect.arrayContaining(['totp']) })
    const joan = browser()
    await joan.post('/auth/login', { email: 'joan.clarke@example.com', password })
    expect(await joan.get('/auth/sessions')).toMatchObject({ body: { total: expect.toSatisfy((count: number) => count > 1) } })
    expect(await joan.get('/auth/orgs/invites')).toMatchObject({ body: { total: 1 } })
  })
})
