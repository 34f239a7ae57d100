import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { account, event, migrated } from '../../../../test/support/day-figures.ts'
import { WRONG_FIGURES } from '../../../../test/support/invariants.ts'
import { enlarge } from '../../../../test/support/large-account.ts'
import { together } from '../../../../test/support/rounds.ts'
import { PASSWORD, type World, world } from '../../../../test/support/world.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { accountsIn } from '../../accounts/tables/accounts.ts'
import { auditIn } from './audit.ts'
import { dayCountersIn } from './day-counters.ts'

const DAY = 86_400_000
const TYPES = ['user.registered', 'login.success', 'admin.login.success', 'oauth.login', 'logout', 'login.failed'] as const

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

  async does(tx: Connection, { act, type, isSuccess, day, which }: Act): Promise<void> {
    if (act === 'add') {
      const one = event(day * DAY + (which % DAY), type, isSuccess)
      await auditIn(tx).add(one)
      this.events.push(one.id)
    } else if (act === 'join') {
      const one = await accountsIn(tx).add(account(day * DAY + (which % DAY)))
      this.accounts.push(one?.id ?? '')
    } else if (act === 'take-back') await auditIn(tx).remove([this.events[which % (this.events.length + 1)] ?? 'nobody'])
    else await accountsIn(tx).remove(this.accounts[which % (this.accounts.length + 1)] ?? 'nobody')
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
    await expect(auditIn(store).add(event(1, 'login.success'))).rejects.toThrow('inside a transaction')
    await expect(auditIn(store).add(event(1, 'login.failed', false))).rejects.toThrow('inside a transaction')
    await auditIn(store).add(event(1, 'oauth.login', false))
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
    expect(await dayCountersIn(here.depsFor().store).accounts()).toBe(20)
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
    expect(await dayCountersIn(here.depsFor().store).accounts()).toBe(0)
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
