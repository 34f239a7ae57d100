import { describe, expect, it } from 'vitest'
import { account, event, migrated } from '../../../../test/support/day-figures.ts'
import { WRONG_FIGURES } from '../../../../test/support/invariants.ts'
import { held, world } from '../../../../test/support/world.ts'
import { Effects } from '../../../platform/store/effects.ts'
import { connectionTo } from '../../../platform/store/table-list.ts'
import { accountsIn } from '../../accounts/tables/accounts.ts'
import { openStore } from '../../assembly/open-store.ts'
import { auditIn } from './audit.ts'
import { dayCountersIn } from './day-counters.ts'

const DAY = 86_400_000
const EVERY_SHARD = `INSERT INTO day_counters (figure, day, shard, total)
  SELECT 'sign-in', 0, shard, 0 FROM generate_series(0, 15) AS shard ON CONFLICT DO NOTHING`
const WAITING = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`

describe('a recount', () => {
  const figures = ['account', 'sign-in', 'sign-up'] as const

  it('makes good what an older version has written, of all days but this one', async () => {
    const here = await world()
    await here.signedUp()
    await here.sql(`UPDATE day_counters SET total = 7`)
    await here.purge.run()
    expect(await here.sql(WRONG_FIGURES)).toHaveLength(2)
    here.clock.advance(DAY)
    await here.purge.run()
    expect(await here.sql(WRONG_FIGURES)).toEqual([])
    await here.sql(`DELETE FROM accounts`)
    await here.purge.run()
    expect(await here.sql(WRONG_FIGURES)).toHaveLength(1)
    here.clock.advance(DAY)
    await here.purge.run()
    expect(await here.sql(WRONG_FIGURES)).toEqual([])
  })

  it('leaves one row for each figure of a day, and none for nothing', async () => {
    const { store, engine } = await migrated()
    for (let n = 0; n < 40; n++) await store.transaction((tx) => auditIn(tx).add(event(n, 'login.success')))
    await store.transaction((tx) => dayCountersIn(tx).recount(0, figures))
    const rows = await engine.query(`SELECT figure, day, total FROM day_counters`)
    expect(rows).toEqual([{ figure: 'sign-in', day: 0, total: 40 }])
  })

  it('is right while others add to the day and take back', async () => {
    const { open, wrong, engine } = await migrated()
    const others = await Promise.all([open(), open()])
    await Promise.all([
      ...others.map(async (other) => {
        const store = openStore(other)
        for (let n = 0; n < 25; n++) {
          const one = event(n, n % 2 === 0 ? 'login.success' : 'user.registered')
          await store.transaction(async (tx) => {
            await auditIn(tx).add(one)
            await accountsIn(tx).add(account(n))
          })
          if (n % 3 === 0) await store.transaction((tx) => auditIn(tx).remove([one.id]))
        }
      }),
      (async () => {
        for (let n = 0; n < 12; n++) await openStore(engine).transaction((tx) => dayCountersIn(tx).recount(0, figures))
      })(),
    ])
    expect(await wrong()).toEqual([])
  })

  it('waits for whoever has added to the day and is not done', async () => {
    const { engine, open, store, wrong } = await migrated()
    if (engine.name === 'sqlite') return // there, only one writes at a time
    await store.transaction((tx) => auditIn(tx).add(event(1, 'login.success')))
    await engine.query(EVERY_SHARD)
    const [added, mayEnd, other] = [held(), held(), await open()]
    const writing = other.transaction(async (sql) => {
      const effects = new Effects()
      await auditIn(connectionTo(sql, effects)).add(event(2, 'login.success'))
      await dayCountersIn(connectionTo(sql, effects)).add(effects.changes)
      await sql.query(`SELECT 1 AS sent`) // what nobody waits for leaves with it
      added.release()
      await mayEnd.released
    })
    await added.released
    const recount = store.transaction((tx) => dayCountersIn(tx).recount(0, figures))
    while ((await engine.query(WAITING)).length === 0);
    mayEnd.release()
    await Promise.all([writing, recount])
    expect(await wrong()).toEqual([])
  })

  it('lets none add to the day between its counting and its end', async () => {
    const { engine, open, store, wrong } = await migrated()
    if (engine.name === 'sqlite') return // there, only one writes at a time
    await engine.query(EVERY_SHARD)
    const [counted, mayEnd, other] = [held(), held(), await open()]
    const recount = other.transaction(async (sql) => {
      const run: typeof sql.run = async (text, params) => {
        if (text.startsWith('DELETE')) counted.release()
        if (text.startsWith('DELETE')) await mayEnd.released
        return sql.run(text, params)
      }
      await dayCountersIn(connectionTo({ ...sql, run })).recount(0, figures)
    })
    await counted.released
    let isAdded = false
    const adding = store
      .transaction((tx) => auditIn(tx).add(event(1, 'login.success')))
      .then(() => {
        isAdded = true
      })
    while (!isAdded && (await engine.query(WAITING)).length === 0);
    mayEnd.release()
    await Promise.all([recount, adding])
    expect(await wrong()).toEqual([])
  })

  it('counts a busy day in steps', async () => {
    const { store, engine, wrong } = await migrated()
    await engine.query(
      `INSERT INTO audit_events (id, type, success, ip, user_agent, request_id, metadata, created_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12001)
       SELECT CAST(i AS TEXT), 'login.success', 1, '', '', '', '{}', i / 3 FROM n`,
    )
    await store.transaction((tx) => dayCountersIn(tx).recount(0, figures))
    expect(await wrong()).toEqual([])
  })
})
