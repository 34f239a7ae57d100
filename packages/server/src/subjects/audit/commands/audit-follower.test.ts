import { describe, expect, it, onTestFinished } from 'vitest'
import { shell } from '../../../../test/support/shell.ts'
import { openStore } from '../../../gate/assembly/open-store.ts'
import { auditIn } from '../../../gate/audit/tables/audit.ts'
import type { AuditFilter } from '../../../gate/audit/tables/audit-list.ts'
import { openEngine } from '../../../platform/store/open-engine.ts'
import { AuditFollower } from './audit-follower.ts'

const SECOND = 1000

async function follower(filter: AuditFilter = {}) {
  const { latchkey, env } = shell()
  await latchkey('migrate')
  const engine = await openEngine({ url: env.DATABASE_URL, poolSize: 1, onError: () => undefined })
  onTestFinished(() => engine.close())
  let now = 0
  const one = new AuditFollower(auditIn(openStore(engine)), filter, { now: () => now, elapsed: () => 0 })
  const types = async (events: ReturnType<AuditFollower['next']>) => (await events).map(({ type }) => type)
  const counted = async (events: ReturnType<AuditFollower['next']>) =>
    (await events).map(({ type, metadata }) => `${type} ×${metadata['count'] ?? 1}`)
  return {
    at: (time: number) => {
      now = time
    },
    lastCounted: (count: number) => counted(one.last(count)),
    nextCounted: () => counted(one.next()),
    /** A failure of nobody in particular, or so many. */
    fail: (type: string, at: number, count = 1) =>
      engine.query(
        `INSERT INTO audit_events (id, type, success, ip, user_agent, request_id, metadata, created_at, count)
         VALUES (?, ?, 0, '', '', '', '{}', ?, ?) ON CONFLICT (id) DO UPDATE SET count = excluded.count`,
        [type, type, at, count],
      ),
    last: (count: number) => types(one.last(count)),
    next: () => types(one.next()),
    /** So many events of one type, a millisecond apart. */
    add: (type: string, at: number, count = 1) =>
      engine.query(
        `INSERT INTO audit_events (id, type, success, ip, user_agent, request_id, metadata, created_at)
         WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
         SELECT ? || '-' || (? + i), ?, 1, '', '', '', '{}', ? + i FROM n`,
        [count, type, at, type, at],
      ),
  }
}

describe('AuditFollower', () => {
  it('begins with an empty log, and misses nothing that comes then', async () => {
    const { last, next, add } = await follower()
    expect(await last(20)).toEqual([])
    await add('logout', 100 * SECOND)
    await add('login.success', 500 * SECOND)
    expect(await next()).toEqual(['logout', 'login.success'])
    expect(await next()).toEqual([])
  })

  it('tells in the order of time, and each event once', async () => {
    const { last, next, add } = await follower()
    await add('e1', 100 * SECOND)
    await add('e2', 101 * SECOND)
    expect(await last(1)).toEqual(['e2'])
    await add('e4', 200 * SECOND)
    await add('e3', 199 * SECOND)
    expect(await next()).toEqual(['e3', 'e4'])
    await add('late', 195 * SECOND)
    expect(await next()).toEqual(['late'])
    expect(await next()).toEqual([])
  })

  it('tells of however many that came at once', async () => {
    const { last, next, add } = await follower()
    await add('e1', 100 * SECOND)
    await last(20)
    await add('many', 101 * SECOND, 1201)
    expect(await next()).toHaveLength(1201)
    expect(await next()).toEqual([])
  })

  it('does not go back further for a kind of event that is rare', async () => {
    const { last, next, add } = await follower({ type: 'rare' })
    await add('rare', 100 * SECOND)
    expect(await last(20)).toEqual(['rare'])
    await add('usual', 1000 * SECOND)
    expect(await next()).toEqual([])
    await add('rare', 500 * SECOND)
    expect(await next()).toEqual([])
    await add('rare', 1001 * SECOND)
    expect(await next()).toEqual(['rare'])
  })

  it('tells a failure when it begins, and once more with its count when its minute is over', async () => {
    const { lastCounted, nextCounted, fail, add, at } = await follower()
    await fail('before', 58 * SECOND, 2)
    await fail('e1', 61 * SECOND)
    expect(await lastCounted(1)).toEqual(['e1 ×1'])
    await fail('e2', 62 * SECOND)
    await fail('e3', 63 * SECOND)
    expect(await nextCounted()).toEqual(['e2 ×1', 'e3 ×1'])
    for (const [type, second, count] of [
      ['before', 58, 3],
      ['e1', 61, 7],
      ['e2', 62, 12],
    ] as const) {
      await fail(type, second * SECOND, count)
    }
    await add('logout', 125 * SECOND)
    at(130 * SECOND - 1)
    expect(await nextCounted()).toEqual(['logout ×1'])
    at(130 * SECOND)
    await add('login.success', 130 * SECOND)
    expect(await nextCounted()).toEqual(['e1 ×7', 'e2 ×12', 'login.success ×1'])
    expect(await nextCounted()).toEqual([])
  })
})
