import { describe, expect, it } from 'vitest'
import { ADA, DAY, forgotten, ON } from '../../../../test/support/inactive.ts'
import { world } from '../../../../test/support/world.ts'
import { purgeClient } from '../../../gate/assembly/purge-client.ts'
import { followNotices } from './follow-notices.ts'

const MINUTE = 60_000

describe('INACTIVE_ACCOUNT_TTL', () => {
  it('tells 30 and 7 days before, and removes then, each not a moment before', async () => {
    const { after, told, sql } = await forgotten()
    expect(await after(335 * DAY - 1)).toEqual([0, 1])
    expect(await after(1)).toEqual([1, 1])
    expect(await after(23 * DAY - 1)).toEqual([1, 1])
    expect(await after(1)).toEqual([2, 1])
    expect(await after(7 * DAY - 1)).toEqual([2, 1])
    expect(await after(1)).toEqual([2, 0])
    const [first, second] = told().map(({ recipients, text }) => ({ recipients, text: text?.replace(/\s+/g, ' ') }))
    expect([first?.recipients, second?.recipients]).toEqual([[ADA], [ADA]])
    expect(first?.text).toContain('It will be removed in 30 days, not before')
    expect(second?.text).toContain('It will be removed in 7 days, not before')
    for (const text of [first?.text, second?.text]) {
      expect(text).toContain('January 1, 2031')
      expect(text).toContain('http://localhost:3000/sign-in')
    }
    expect(await sql(`SELECT account_id FROM inactivity_notices`)).toEqual([])
  })

  it('counts from the day on which an account was brought from elsewhere, whenever that was made there', async () => {
    const { after, sql, clock } = await forgotten()
    await sql(
      `INSERT INTO account_origins (account_id, source, source_id, run_id, created_at) SELECT id, 'csv', '1', 'run', ? FROM accounts WHERE email = ?`,
      [clock.now() + 100 * DAY, ADA],
    )
    expect(await after(335 * DAY)).toEqual([0, 1])
    expect(await after(100 * DAY - 1)).toEqual([0, 1])
    expect(await after(1)).toEqual([1, 1])
  })

  it('sends each mail once and removes once, however many processes purge', async () => {
    const here = await forgotten()
    const others = await Promise.all([1, 2].map(() => world({ withMail: true, databaseUrl: here.database.url, env: ON })))
    const all = [here, ...others]
    const countOf = async (rows: string) => (await here.sql(rows)).length
    const written = () => countOf(`SELECT id FROM outbox WHERE kind = 'account-inactive'`)
    for (const [ms, mails, left] of [
      [335 * DAY, 1, 0],
      [MINUTE, 0, 1],
      [23 * DAY - MINUTE, 1, 1],
      [MINUTE, 0, 2],
      [7 * DAY - MINUTE, 0, 2],
    ] as const) {
      for (const { clock } of all) clock.advance(ms)
      await here.sql(`UPDATE outbox SET kind = 'seen'`)
      await Promise.all(all.map(({ purge }) => purge.run()))
      await Promise.all(all.map(({ outbox }) => outbox.idle()))
      expect([await written(), await countOf(`SELECT id FROM audit_events WHERE type = 'account.inactive'`)]).toEqual([
        mails,
        left,
      ])
    }
    expect(await here.sql(`SELECT id FROM audit_events WHERE type = 'account.deleted'`)).toHaveLength(1)
  })

  it('takes a notice one step at a time, however many have found it due', async () => {
    const here = await forgotten()
    expect(await here.after(335 * DAY)).toEqual([1, 1])
    here.clock.advance(MINUTE)
    const follow = followNotices(365 * DAY)
    const atOnce = Array.from({ length: 5 }, () => follow({ deps: here.depsFor(), client: purgeClient }, here.clock.now()))
    await Promise.all(atOnce)
    expect(await here.after(MINUTE)).toEqual([1, 1])
  })

  it('removes nobody who signs in in the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      const { after, clock, purge, signIn, sql } = await forgotten()
      for (const days of [335, 23]) await after(days * DAY)
      clock.advance(7 * DAY)
      const [reply] = await Promise.all([signIn(), purge.run()])
      const here = await sql(`SELECT id FROM accounts`)
      expect(here).toHaveLength(reply.status === 200 ? 1 : 0)
    }
  })
})
