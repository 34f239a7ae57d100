import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { shared } from '../../../../test/support/shared.ts'
import { type World, world } from '../../../../test/support/world.ts'
import type { Queries, Row } from '../../../platform/store/engine.ts'
import type { Position } from '../../../platform/store/list-page.ts'
import { type AuditFilter, listEvents } from './audit-list.ts'

const COUNT = 240
const IPS = ['192.0.2.1', '192.0.2.2', '2001:db8::1']
const TYPES = ['login.success', 'login.failed', 'session.created', 'logout', 'oauth.login']
const id = (n: number, kind = 0): string => `0000000${kind}-0000-7000-8000-${String(n).padStart(12, '0')}`

/** From one stretch for everything to many for little; the last gives up soon. */
const PACES = [
  { few: 10_000, stretch: 20_000, stretches: 30 },
  { few: 20, stretch: 110, stretches: 1000 },
  { few: 2, stretch: 33, stretches: 1000 },
]
const IMPATIENT = { few: 2, stretch: 33, stretches: 3 }

async function addEvents({ sql }: Pick<World, 'sql'>, first: number, count: number): Promise<void> {
  for (let n = first; n < first + count; n++)
    await sql(
      `INSERT INTO audit_events (id, type, success, actor_id, target_user_id, ip, user_agent, request_id, metadata, created_at)
       VALUES (?, ?, ?, ?, ?, ?, '', '', '{}', ?)`,
      [
        id((n * 7919) % 1000),
        TYPES[(n * n) % TYPES.length] ?? '',
        n % 4 === 0 ? 0 : 1,
        n % 3 === 0 ? id(n % 7, 1) : null,
        n % 5 === 0 ? null : id(n % 11, 1),
        IPS[n % 13 === 0 ? 1 : n % 41 === 0 ? 2 : 0] ?? '',
        1_000_000 + (n - (n % 4)) * 1000, // several in one moment
      ],
    )
}

async function logged(): Promise<World> {
  const here = await world()
  await addEvents(here, 0, COUNT)
  return here
}

/** What a list must answer, worked out from all rows by other means. */
const oracle = (rows: readonly Row[], filter: AuditFilter) =>
  rows
    .filter((row) => filter.type === undefined || row['type'] === filter.type)
    .filter((row) => filter.actorId === undefined || row['actor_id'] === filter.actorId)
    .filter((row) => filter.targetUserId === undefined || row['target_user_id'] === filter.targetUserId)
    .filter((row) => filter.ip === undefined || row['ip'] === filter.ip)
    .filter((row) => filter.success === undefined || row['success'] === filter.success)
    .filter((row) => Number(row['created_at']) >= (filter.from ?? 0))
    .filter((row) => Number(row['created_at']) < (filter.to ?? Number.MAX_SAFE_INTEGER))
    .sort((a, b) => Number(b['created_at']) - Number(a['created_at']) || (String(a['id']) < String(b['id']) ? 1 : -1))
    .map((row) => String(row['id']))

const maybe = <T>(...values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const moments = [1_040_000, 1_100_000, 1_101_000, 1_200_000]
const anyFilter = fc.record({
  type: maybe(...TYPES, 'no.such'),
  actorId: maybe(id(0, 1), id(3, 1)),
  targetUserId: maybe(id(2, 1), id(9, 1)),
  ip: maybe(...IPS),
  success: maybe(0, 1),
  from: maybe(...moments),
  to: maybe(...moments),
})

const idsOf = ({ matches }: { readonly matches: readonly { readonly id: string }[] }) => matches.map((one) => one.id)

describe('the audit list', () => {
  it('is right by any filter and offset, however it is walked', async () => {
    const here = await logged()
    const all = await here.sql(`SELECT * FROM audit_events`)
    await fc.assert(
      fc.asyncProperty(anyFilter, fc.constantFrom(0, 3, 50), fc.constantFrom(...PACES), async (filter, offset, pace) => {
        const expected = oracle(all, filter)
        const found = await listEvents({ query: here.sql }, filter, { limit: 7, offset }, pace)
        const { total, isCapped, isTooFar } = found
        expect({ total, isCapped, isTooFar, ids: idsOf(found) }).toEqual({
          total: expected.length,
          isCapped: false,
          isTooFar: false,
          ids: expected.slice(offset, offset + 7),
        })
      }),
      { numRuns: 200 },
    )
  })

  it('has no gap and nothing twice from page to page, forward and back, also where it gives up in between', async () => {
    const here = await logged()
    const all = await here.sql(`SELECT * FROM audit_events`)
    await fc.assert(
      fc.asyncProperty(anyFilter, fc.constantFrom(...PACES, IMPATIENT), async (filter, pace) => {
        const expected = oracle(all, filter)
        const page = (at?: Position) => listEvents({ query: here.sql }, filter, { limit: 7, offset: 0, at }, pace)
        const there = [await page()]
        for (let next = there[0]?.next; next; next = there.at(-1)?.next) there.push(await page(next))
        expect(there.flatMap(idsOf)).toEqual(expected)
        const last = there.at(-1)
        if (!last) throw new Error('there is always a page')
        expect(last.offset + last.matches.length).toBe(expected.length)
        const back = [last]
        for (let previous = last.previous; previous; previous = back.at(-1)?.previous) back.push(await page(previous))
        // The first page is answered in full, so it may have some that the one behind it has as well.
        expect(new Set(back.flatMap(idsOf))).toEqual(new Set(expected))
        expect(idsOf(back.at(-1) ?? last)).toEqual(idsOf(there[0] ?? last))
      }),
      { numRuns: 100 },
    )
  })

  it('does not move while events come in', async () => {
    const here = await logged()
    const expected = oracle(await here.sql(`SELECT * FROM audit_events`), { success: 1 })
    const seen: string[] = []
    let at: Position | undefined
    for (let n = COUNT; n === COUNT || at; n += 3) {
      const found = await listEvents({ query: here.sql }, { success: 1 }, { limit: 20, offset: 0, at })
      seen.push(...idsOf(found))
      at = found.next
      await addEvents(here, n, 3)
    }
    expect(seen).toEqual(expected)
  })

  it('says that it gave up, and takes no offset that it cannot walk to', async () => {
    const here = await logged()
    const rare = { ip: IPS[0], success: 0, targetUserId: id(5, 1) }
    const all = oracle(await here.sql(`SELECT * FROM audit_events`), rare)
    const found = await listEvents({ query: here.sql }, rare, { limit: 50, offset: 0 }, IMPATIENT)
    expect(found.isCapped).toBe(true)
    expect(found.total).toBeLessThan(all.length)
    expect(found.next).toBeDefined()
    expect((await listEvents({ query: here.sql }, rare, { limit: 5, offset: 4 }, IMPATIENT)).isTooFar).toBe(true)
  })
})

/** What a database says that it would do, in its own words. */
async function planOf(sql: Queries, text: string, params: Parameters<Queries['query']>[1] = []): Promise<string> {
  const explain = inject('engine') === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'
  return (await sql.query(`${explain} ${text}`, params)).map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n')
}

describe('what the audit list reads', () => {
  /** The same for all questions: none of them changes anything. */
  const long = shared(async () => {
    const here = await logged()
    await here.sql(
      `INSERT INTO audit_events (id, type, success, ip, user_agent, request_id, metadata, created_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
       SELECT 'x' || CAST(i AS TEXT), 'session.refreshed', 1, '${IPS[0]}', '', '', '{}', 2000000 + i FROM n`,
    )
    if (inject('engine') === 'postgres') await here.sql('ANALYZE audit_events')
    return here
  })
  const cases: readonly (readonly [AuditFilter, string])[] = [
    [{}, 'audit_list '],
    [{ success: 1 }, 'audit_list '],
    [{ from: 1_100_000, to: 1_200_000 }, 'audit_list '],
    [{ type: 'logout' }, 'audit_list_by_type'],
    [{ type: 'logout', success: 1 }, 'audit_list_by_type'],
    [{ actorId: id(3, 1) }, 'audit_list_by_actor'],
    [{ targetUserId: id(2, 1) }, 'audit_list_by_target'],
    [{ ip: IPS[0] }, 'audit_list_by_ip'],
    [{ ip: IPS[1], from: 1_100_000 }, 'audit_list_by_ip'],
    [{ orgId: id(4, 1) }, 'audit_events_by_org'],
    [{ success: 0 }, 'audit_list_failed'],
    [{ success: 0, to: 1_200_000 }, 'audit_list_failed'],
    // The shorter of two.
    [{ ip: IPS[0], success: 0 }, 'audit_list_failed'],
    [{ ip: IPS[0], actorId: id(3, 1), success: 0 }, 'audit_list_by_actor'],
    [{ ip: IPS[0], type: 'no.such' }, 'audit_list_by_type'],
    [{ ip: IPS[0], targetUserId: id(2, 1), type: 'logout' }, 'audit_list_by_target'],
  ]

  it.each(cases)('is for %j a few rows along %s', async (filter, index) => {
    const here = long()
    const plans: string[] = []
    const watched: Queries = {
      async query(text, params) {
        const plan = await planOf({ query: here.sql }, text, params)
        expect(text).toMatch(/ LIMIT \d+/)
        expect(plan).not.toMatch(/Seq Scan|SCAN audit_events|Incremental Sort|TEMP B-TREE FOR LAST/)
        // What the walk reads; before it others may be tried, which end soon or are stopped. The few that it finds are sorted.
        if (text.includes(' AS s')) plans.push(plan)
        else expect(plan).not.toMatch(/Sort|TEMP B-TREE/)
        return here.sql(text, params)
      },
    }
    await listEvents(watched, filter, { limit: 20, offset: 7000 })
    expect(plans.length).toBeGreaterThan(0)
    for (const plan of plans) expect(plan).toContain(index)
  })

  it('leaves with the database what an offset passes over: to hand a row over takes longer than to read it', async () => {
    const here = await logged()
    const handedOver: number[] = []
    const watched: Queries = {
      async query(text, params) {
        const rows = await here.sql(text, params)
        handedOver.push(rows.length)
        return rows
      },
    }
    const found = await listEvents(watched, {}, { limit: 7, offset: 90 })
    expect(idsOf(found)).toHaveLength(7)
    expect(Math.max(...handedOver)).toBeLessThanOrEqual(8)
  })
})
