import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WRONG_FIGURES } from '../../../test/support/invariants.ts'
import { enlarge } from '../../../test/support/large-account.ts'
import { openedEngines } from '../../../test/support/opened-engines.ts'
import { together } from '../../../test/support/rounds.ts'
import { someAccount } from '../../../test/support/some-account.ts'
import { held, PASSWORD, type World, world } from '../../../test/support/world.ts'
import type { AuditType } from '../../kernel/audit-types.ts'
import { newId } from '../../kernel/ids.ts'
import { Effects } from '../effects.ts'
import { migrate } from '../migrate.ts'
import { Store } from '../store.ts'
import { Tables } from '../tables.ts'
import type { AuditEvent } from './audit.ts'

const DAY = 86_400_000
const TYPES = ['user.registered', 'login.success', 'admin.login.success', 'oauth.login', 'logout', 'login.failed'] as const

const event = (createdAt: number, type: AuditType, isSuccess = true): AuditEvent => ({
  id: newId(createdAt),
  type,
  isSuccess,
  actorId: undefined,
  targetUserId: undefined,
  sessionId: undefined,
  ip: '192.0.2.1',
  userAgent: '',
  requestId: '',
  metadata: {},
  createdAt,
})

const account = (createdAt: number) => someAccount({ id: newId(createdAt), email: `${newId(createdAt)}@example.com`, createdAt })

async function migrated() {
  const { open } = await openedEngines()
  const engine = await open()
  await migrate(engine)
  return { engine, open, store: new Store(engine), wrong: () => engine.query(WRONG_FIGURES) }
}

/** What one transaction does, and whether it comes to its end. */
const someWork = fc.record({
  acts: fc.array(
    fc.record({
      act: fc.constantFrom('add', 'add', 'take-back', 'join', 'leave'),
      type: fc.constantFrom(...TYPES),
      isSuccess: fc.boolean(),
      day: fc.integer({ min: 0, max: 3 }),
      which: fc.nat(),
    }),
    { maxLength: 6 },
  ),
  isBroken: fc.boolean(),
})

type Act = ReturnType<typeof someWork.generate>['value']['acts'][number]

/** A history of what may be taken back, and by whom it is known. */
class Past {
  readonly events: string[] = []
  readonly accounts: string[] = []

  async does(tx: Tables, { act, type, isSuccess, day, which }: Act): Promise<void> {
    if (act === 'add') {
      const one = event(day * DAY + (which % DAY), type, isSuccess)
      await tx.audit.add(one)
      this.events.push(one.id)
    } else if (act === 'join') {
      const one = await tx.accounts.add(account(day * DAY + (which % DAY)))
      this.accounts.push(one?.id ?? '')
    } else if (act === 'take-back') await tx.audit.remove([this.events[which % (this.events.length + 1)] ?? 'nobody'])
    else await tx.accounts.remove(this.accounts[which % (this.accounts.length + 1)] ?? 'nobody')
  }
}

describe('the figures of a day', () => {
  it('are those of a recount, after any history of events, accounts, and transactions that failed', async () => {
    const { store, wrong } = await migrated()
    const past = new Past()
    await fc.assert(
      fc.asyncProperty(someWork, async ({ acts, isBroken }) => {
        const work = store.transaction(async (tx) => {
          for (const act of acts) await past.does(tx, act)
          if (isBroken) throw new Error('no')
        })
        await work.catch((error: Error) => expect(error.message).toBe('no'))
        expect(await wrong()).toEqual([])
      }),
      { numRuns: 80 },
    )
  })

  it('cannot be missed: what is counted cannot be written outside of a transaction', async () => {
    const { store, engine } = await migrated()
    await expect(store.audit.add(event(1, 'login.success'))).rejects.toThrow('inside a transaction')
    await expect(store.audit.add(event(1, 'login.failed', false))).rejects.toThrow('inside a transaction')
    await store.audit.add(event(1, 'oauth.login', false))
    expect(await engine.query(`SELECT type FROM audit_events`)).toEqual([{ type: 'oauth.login' }])
    expect(await engine.query(`SELECT * FROM day_counters`)).toEqual([])
  })

  it('cost nothing where nothing is counted, and else one statement, the last before COMMIT', async () => {
    const here = await world()
    await here.signedUp()
    const written = () => here.statements().filter((text) => text.startsWith('INSERT INTO day_counters'))
    expect(written()).toHaveLength(1)
    const visitor = here.browser()
    const before = here.statements().length
    await visitor.post('/auth/login', { email: 'ada@example.com', password: PASSWORD })
    const since = here.statements().slice(before)
    expect(since.filter((text) => text.startsWith('INSERT INTO day_counters'))).toEqual([since.at(-1)])
    await visitor.post('/auth/refresh')
    await visitor.post('/auth/logout')
    expect(written()).toHaveLength(2)
  })

  it('are exact when many sign up and in at once, at two services on one database', async () => {
    const here = await world()
    const there = await world({ databaseUrl: here.database.url })
    await together(24, async (n) => {
      const email = `a${n % 20}@example.com` // of some, only one of two gets the address
      const visitor = (n % 2 === 0 ? here : there).browser()
      await visitor.post('/auth/register', { email, password: PASSWORD, name: 'Ada' })
      await visitor.post('/auth/login', { email, password: PASSWORD })
    })
    expect(await here.sql(WRONG_FIGURES)).toEqual([])
    expect(await here.depsFor().store.dayCounters.accounts()).toBe(20)
  })

  it('forget an account that is gone, also one with more sessions than are removed at once', async () => {
    const here = await world()
    for (const [email, sessions] of [
      ['small@example.com', 1],
      ['large@example.com', 1200],
    ] as const) {
      const browser = await here.signedUp(email)
      const { body } = await browser.get('/auth/me')
      if (sessions > 1) await enlarge(here, body.id, sessions)
      expect((await browser.send('DELETE', '/auth/account', { password: PASSWORD })).status).toBe(200)
      expect(await here.sql(WRONG_FIGURES)).toEqual([])
    }
    await here.purge.run()
    expect(await here.sql(WRONG_FIGURES)).toEqual([])
    expect(await here.depsFor().store.dayCounters.accounts()).toBe(0)
  })

  it('are there for what was written before there were any', async () => {
    const { store, engine, wrong } = await migrated()
    await store.transaction(async (tx) => {
      for (let n = 0; n < 30; n++) await tx.audit.add(event(n * DAY * 0.4, TYPES[n % TYPES.length] ?? 'logout', n % 7 !== 0))
      for (let n = 0; n < 10; n++) await tx.accounts.add(account(n * DAY * 0.3))
    })
    for (const index of ['', '_by_type', '_by_target', '_by_actor', '_by_ip', '_failed'])
      await engine.query(`DROP INDEX audit_list${index}`)
    await engine.query(`DROP INDEX invites_pending`)
    for (const index of ['time', 'type', 'target', 'actor'])
      await engine.query(`CREATE INDEX audit_events_by_${index} ON audit_events (created_at)`)
    await engine.query(`DROP TABLE day_counters`)
    await engine.query(`DELETE FROM migrations WHERE id = '0016-day-counters'`)
    await migrate(engine)
    expect(await wrong()).toEqual([])
    expect(await store.dayCounters.accounts()).toBe(10)
  })
})

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
    for (let n = 0; n < 40; n++) await store.transaction((tx) => tx.audit.add(event(n, 'login.success')))
    await store.transaction((tx) => tx.dayCounters.recount(0, figures))
    const rows = await engine.query(`SELECT figure, day, total FROM day_counters`)
    expect(rows).toEqual([{ figure: 'sign-in', day: 0, total: 40 }])
  })

  it('is right while others add to the day and take back', async () => {
    const { open, wrong, engine } = await migrated()
    const others = await Promise.all([open(), open()])
    await Promise.all([
      ...others.map(async (other) => {
        const store = new Store(other)
        for (let n = 0; n < 25; n++) {
          const one = event(n, n % 2 === 0 ? 'login.success' : 'user.registered')
          await store.transaction(async (tx) => {
            await tx.audit.add(one)
            await tx.accounts.add(account(n))
          })
          if (n % 3 === 0) await store.transaction((tx) => tx.audit.remove([one.id]))
        }
      }),
      (async () => {
        for (let n = 0; n < 12; n++) await new Store(engine).transaction((tx) => tx.dayCounters.recount(0, figures))
      })(),
    ])
    expect(await wrong()).toEqual([])
  })

  it('waits for whoever has added to the day and is not done', async () => {
    const { engine, open, store, wrong } = await migrated()
    if (engine.name === 'sqlite') return // there, only one writes at a time
    await store.transaction((tx) => tx.audit.add(event(1, 'login.success')))
    await engine.query(
      `INSERT INTO day_counters (figure, day, shard, total) SELECT 'sign-in', 0, shard, 0 FROM generate_series(0, 15) AS shard
       ON CONFLICT DO NOTHING`,
    )
    const [added, mayEnd, other] = [held(), held(), await open()]
    const writing = other.transaction(async (sql) => {
      const effects = new Effects()
      await new Tables(sql, effects).audit.add(event(2, 'login.success'))
      await new Tables(sql, effects).dayCounters.add(effects.changes)
      await sql.query(`SELECT 1 AS sent`) // what nobody waits for leaves with it
      added.release()
      await mayEnd.released
    })
    await added.released
    const recount = store.transaction((tx) => tx.dayCounters.recount(0, figures))
    const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    while ((await engine.query(waiting)).length === 0);
    mayEnd.release()
    await Promise.all([writing, recount])
    expect(await wrong()).toEqual([])
  })

  it('counts a busy day in steps', async () => {
    const { store, engine, wrong } = await migrated()
    await engine.query(
      `INSERT INTO audit_events (id, type, success, ip, user_agent, request_id, metadata, created_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12001)
       SELECT CAST(i AS TEXT), 'login.success', 1, '', '', '', '{}', i / 3 FROM n`,
    )
    await store.transaction((tx) => tx.dayCounters.recount(0, figures))
    expect(await wrong()).toEqual([])
  })
})

describe('the purge of figures', () => {
  const days = async ({ sql }: World) =>
    (await sql(`SELECT DISTINCT figure FROM day_counters ORDER BY figure`)).map(({ figure }) => figure)

  it('removes those of days whose events are gone, but never the number of accounts', async () => {
    for (const [env, left] of [
      [{ AUDIT_RETENTION: '10d' }, ['account']],
      [{ AUDIT_RETENTION: '0s' }, ['account', 'sign-up']],
    ] as const) {
      const here = await world({ env })
      await here.signedUp()
      here.clock.advance(10 * DAY + 1)
      await here.purge.run()
      expect(await days(here)).toEqual(['account', 'sign-up']) // the day is not over yet, as the log sees it
      here.clock.advance(DAY)
      await here.purge.run()
      expect(await days(here)).toEqual(left)
    }
  })
})
