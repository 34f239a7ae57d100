import { describe, expect, inject, it } from 'vitest'
import { administered } from '../../../../test/support/administered.ts'
import { enlargeActivity } from '../../../../test/support/large-activity.ts'
import { longestHold } from '../../../../test/support/longest-hold.ts'
import { shared } from '../../../../test/support/shared.ts'
import type { Sql } from '../../../platform/store/engine.ts'
import { connectionTo } from '../../../platform/store/table-list.ts'
import { activityIn } from './activity.ts'

const ROWS = 100_000
const LIMIT_MS = 50

/** Ada, whom strangers have tried to be, and an administrator. */
const besieged = async (rows = ROWS) => {
  const here = await administered()
  await enlargeActivity(here, here.adaId, rows)
  if (inject('engine') === 'postgres') await here.sql('ANALYZE activity')
  return here
}

describe('the activity of an account that strangers have tried 100,000 times', () => {
  const large = shared(() => besieged())
  const cases = [
    [undefined, 'activity_by_account'],
    ['login.failed', 'activity_by_type'],
    ['logout', 'activity_by_type'],
  ] as const

  it.each(cases)('is read for type %s a few rows at a time, along %s', async (type, index) => {
    const here = large()
    const explain = inject('engine') === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'
    const [plans, handedOver]: [string[], number[]] = [[], []]
    const watched: Sql = {
      run: async () => undefined,
      async query(text, params) {
        const plan = await here.sql(`${explain} ${text}`, params)
        plans.push(plan.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n'))
        const rows = await here.sql(text, params)
        handedOver.push(rows.length)
        return rows
      },
    }
    const table = activityIn(connectionTo(watched))
    const filter = { accountId: here.adaId, type }
    const { events } = await table.list(filter, { limit: 20, offset: 9000 })
    expect(events).toHaveLength(type === 'logout' ? 0 : 20)
    expect(await table.count(filter)).toBe(type === 'logout' ? 0 : 10_000)
    expect(Math.max(...handedOver)).toBeLessThanOrEqual(21)
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan|SCAN activity|Incremental Sort/)
    // All but the rows of the page itself, which are fetched by their ids.
    const walked = plans.filter((plan) => !/activity_pkey|sqlite_autoindex_activity/.test(plan))
    expect(walked.length).toBeGreaterThan(1)
    for (const plan of walked) expect(plan).toMatch(new RegExp(`(?:COVERING INDEX|Index Only Scan Backward using) ${index}\\b`))
  })

  it('is answered by GET /auth/activity as far as is counted, and never holds the others up', async () => {
    const { ada } = large()
    for (const query of ['', '?offset=9990&limit=100', '?type=login.failed&offset=5000']) {
      expect((await ada.get(`/auth/activity${query}`)).body.total).toBe(10_000)
      expect(await longestHold(LIMIT_MS, () => ada.clone().get(`/auth/activity${query}`))).toBeLessThan(LIMIT_MS)
    }
    expect((await ada.get('/auth/activity?offset=9990&limit=100')).body.events).toHaveLength(10)
    expect((await ada.get('/auth/activity?offset=10000')).body).toMatchObject({ events: [], total: 10_000 })
  })
})

describe('an account with thousands of events', () => {
  it('is deleted at once, and its activity goes in the background', async () => {
    const { ada, adaId, sql, purge, statements, root } = await besieged(1500)
    const left = async () => (await sql(`SELECT id FROM activity WHERE account_id = ?`, [adaId])).length
    const before = statements().length
    expect((await root.delete(`/admin/users/${adaId}`)).status).toBe(200)
    expect(statements().slice(before).join('\n')).not.toContain('DELETE FROM activity')
    expect(await left()).toBeGreaterThan(1500)
    expect((await ada.get('/auth/activity')).status).toBe(401)
    await purge.run()
    expect(await left()).toBe(0)
    expect(await sql(`SELECT id FROM accounts WHERE id = ?`, [adaId])).toEqual([])
  })
})
