import { describe, expect, it } from 'vitest'
import { ADA, administered } from '../../../test/support/administered.ts'
import { together } from '../../../test/support/rounds.ts'
import { PASSWORD, world } from '../../../test/support/world.ts'

const MINUTE = 60_000
const WRONG = 'wrong horse 1'

interface ListedEvent {
  readonly type: string
  readonly targetUserId: string | null
  readonly metadata: { readonly count?: number }
}

/** An administrator who reads the log, and strangers who fail to sign in. */
async function watched(env: Record<string, string> = {}) {
  const here = await administered({ TRUSTED_PROXIES: '127.0.0.1', ...env })
  const fail = (email = ADA, ip = '192.0.2.1', door = '/auth/login', password = WRONG) =>
    here.browser().post(door, { email, password }, { headers: { 'x-forwarded-for': ip } })
  const failures = async (query = ''): Promise<readonly ListedEvent[]> =>
    (await here.root.get(`/admin/audit-logs?success=false${query}`)).body.events
  const counts = async (query = '') => (await failures(query)).map(({ metadata }) => metadata.count ?? 1).sort()
  return { ...here, fail, failures, counts }
}

describe('anonymous failures in the audit log', () => {
  it('are one event for each account, network and minute, with their count', async () => {
    const { fail, failures, adaId, root, clock } = await watched()
    const startedAt = clock.now()
    await fail()
    expect(await failures()).toMatchObject([{ type: 'login.failed', targetUserId: adaId, metadata: {} }])
    const [first] = await failures()
    clock.advance(MINUTE - 1)
    for (let n = 0; n < 11; n++) await fail()
    const { body } = await root.get('/admin/audit-logs?success=false')
    expect(body.total).toBe(1)
    expect(body.events).toEqual([{ ...first, metadata: { count: 12 }, createdAt: new Date(startedAt).toISOString() }])
    clock.advance(1)
    await fail()
    expect((await failures()).map(({ metadata }) => metadata)).toEqual([{}, { count: 12 }])
  })

  it('are kept apart by account, and those of unknown addresses are told together', async () => {
    const { fail, failures, adaId, rootId } = await watched()
    for (const email of [ADA, ADA, 'root@example.com', 'x@example.com', 'y@example.com', 'no address']) await fail(email)
    const seen = (await failures()).map(({ targetUserId, metadata }) => [targetUserId, metadata.count])
    expect(seen).toHaveLength(3)
    expect(seen).toEqual(
      expect.arrayContaining([
        [adaId, 2],
        [rootId, undefined],
        [null, 3],
      ]),
    )
  })

  it('are kept apart by network: an IPv4 address, or a /64 of IPv6', async () => {
    const { fail, counts } = await watched()
    for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.2', '2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1']) {
      await fail(ADA, ip)
    }
    expect(await counts()).toEqual([1, 1, 2, 3])
  })

  it('are kept apart by what they are and why they failed', async () => {
    const { fail, failures, sql, adaId, browser } = await watched()
    await sql(`UPDATE accounts SET banned_at = 1 WHERE id = ?`, [adaId])
    for (const door of ['/auth/login', '/auth/login', '/auth/admin/login']) await fail(ADA, '192.0.2.1', door)
    for (let n = 0; n < 3; n++) await fail(ADA, '192.0.2.1', '/auth/login', PASSWORD)
    for (let n = 0; n < 4; n++) await browser().post('/auth/forgot-password', { email: ADA })
    const seen = (await failures()).map(({ type, metadata }) => [type, metadata])
    expect(seen).toHaveLength(4)
    expect(seen).toEqual(
      expect.arrayContaining([
        ['login.failed', { count: 2 }],
        ['admin.login.failed', {}],
        ['login.failed', { reason: 'banned', count: 3 }],
        ['password.reset.requested', { count: 4 }],
      ]),
    )
  })

  it('leave alone what succeeded, and what names a session', async () => {
    const { signedUp, browser, sql, clock } = await world()
    const [here, there] = [await signedUp(ADA), browser()]
    await there.post('/auth/login', { email: ADA, password: PASSWORD })
    for (const stolen of [here.clone(), here.clone(), there.clone(), there.clone()]) {
      await stolen.post('/auth/refresh')
      clock.advance(11_000)
    }
    const sessionsIn = async (type: string) =>
      (await sql(`SELECT session_id FROM audit_events WHERE type = ?`, [type])).map((row) => row['session_id']).sort()
    expect(await sessionsIn('session.created')).toHaveLength(2)
    expect(await sessionsIn('session.reuse_detected')).toEqual(await sessionsIn('session.created'))
  })

  it('are all counted when many come at once, at two services on one database', async () => {
    const { fail, counts, database, adaId, sql } = await watched()
    const there = await world({ databaseUrl: database.url, env: { TRUSTED_PROXIES: '127.0.0.1' } })
    const failThere = (email: string, password: string) =>
      there.browser().post('/auth/login', { email, password }, { headers: { 'x-forwarded-for': '192.0.2.1' } })
    const at = (n: number, email: string, password = WRONG) =>
      n % 2 === 0 ? fail(email, '192.0.2.1', '/auth/login', password) : failThere(email, password)
    await together(40, (n) => at(n, n < 20 ? ADA : 'x@example.com'))
    expect(await counts()).toEqual([20, 20])
    // These hold the row of the account while they write.
    await sql(`UPDATE accounts SET banned_at = 1 WHERE id = ?`, [adaId])
    const replies = await together(30, (n) => at(n, ADA, PASSWORD))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([403]))
    expect(await counts()).toEqual([20, 20, 30])
  })

  it('write no second row, however many they are', async () => {
    const { fail, sql } = await watched()
    const rows = async () => (await sql(`SELECT id FROM audit_events`)).length
    await fail()
    const before = await rows()
    for (let n = 0; n < 20; n++) await fail()
    expect(await rows()).toBe(before)
  })
})
