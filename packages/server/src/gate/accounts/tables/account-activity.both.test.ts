import { describe, expect, it } from 'vitest'
import { account, migrated } from '../../../../test/support/day-figures.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import { openStore } from '../../assembly/open-store.ts'
import { ACTIVE_WINDOWS, activeFigure } from '../../audit/events.ts'
import { dayCountersIn } from '../../audit/tables/day-counters.ts'
import { purgeSessions } from '../../sessions/tables/remove-sessions.ts'
import { accountActivityIn } from './account-activity.ts'
import { accountsIn } from './accounts.ts'

const FIRST = 20_000
const DAYS = 80

/** An empty database with some accounts. */
async function inhabited(count: number) {
  const here = await migrated()
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const made = account(FIRST * DAY_MS + n)
    await here.store.transaction((tx) => accountsIn(tx).add(made))
    ids.push(made.id)
  }
  const note = (active: readonly (readonly [string, number])[]) =>
    openStore(here.engine).transaction((tx) => accountActivityIn(tx).noteActive(new Map(active)))
  const counted = async (days: (typeof ACTIVE_WINDOWS)[number], day: number) =>
    (await dayCountersIn(here.store).since(activeFigure(days), day)).get(day) ?? 0
  return { ...here, ids, note, counted }
}

describe('active accounts', () => {
  it('are counted once in each window, whatever the days on which they are active', async () => {
    const { ids, note, counted } = await inhabited(12)
    const active = new Map(ids.map((id) => [id, new Set<number>()]))
    for (let day = FIRST; day < FIRST + DAYS; day++) {
      // From one that comes daily to one that comes hardly ever; each comes twice on its days.
      const here = ids.filter((_, index) => (day * 7 + index * 13) % (index + 1) === 0)
      for (const hour of [9, 17]) await note(here.map((id) => [id, day * DAY_MS + hour * 3_600_000] as const))
      for (const id of here) active.get(id)?.add(day)
      for (const days of ACTIVE_WINDOWS) {
        const recent = Array.from({ length: days }, (_, back) => day - back)
        const expected = ids.filter((id) => recent.some((one) => active.get(id)?.has(one))).length
        expect([day, days, await counted(days, day)]).toEqual([day, days, expected])
      }
    }
  })

  it('are counted once when several processes note them in the same moment', async () => {
    const { ids, note, counted } = await inhabited(5)
    const at = (FIRST + 3) * DAY_MS
    const notes = Array.from({ length: 4 }, (_, n) => note(ids.map((id) => [id, at + n] as const)))
    const missed = (await Promise.all(notes)).flat()
    if (missed.length > 0) await note(missed.map((id) => [id, at] as const))
    for (const days of ACTIVE_WINDOWS) expect(await counted(days, FIRST + 3)).toBe(5)
  })

  it('go on being counted once when a clock goes back', async () => {
    const { ids, note, counted } = await inhabited(1)
    const [id = ''] = ids
    for (const day of [FIRST + 2, FIRST + 1, FIRST + 2]) expect(await note([[id, day * DAY_MS]])).toEqual([])
    expect([await counted(1, FIRST + 1), await counted(1, FIRST + 2)]).toEqual([0, 1])
  })

  it('keep when they were last seen after their sessions are purged, whichever goes first', async () => {
    const { ids, engine, store } = await inhabited(3)
    const [ada = '', bob = '', eve = ''] = ids
    const begin = (accountId: string, n: number, at: number, usedAt: number) =>
      engine.query(
        `INSERT INTO sessions (id, account_id, token_hash, ip_address, user_agent, created_at, last_active_at, expires_at, refresh_expires_at, revoked_at)
         VALUES (?, ?, ?, '', '', ?, ?, ?, ?, ?)`,
        [`${accountId}-${n}`, accountId, `${accountId}-${n}`, at, usedAt, at, n, n],
      )
    await begin(ada, 1, 1000, 9000)
    await begin(ada, 2, 2000, 3000)
    await begin(bob, 3, 4000, 4000)
    const seen = async () => {
      const found = await accountActivityIn(store).lastSeen([ada, bob, eve])
      return [ada, bob, eve].map((id) => [found.get(id)?.signInAt, found.get(id)?.activeAt])
    }
    const expected = [
      [2000, 9000],
      [4000, 4000],
      [undefined, undefined],
    ]
    expect(await seen()).toEqual(expected)
    for (const before of [2, 3, 4]) {
      await purgeSessions(engine, before, 100)
      expect(await seen()).toEqual(expected)
    }
    expect(await engine.query(`SELECT id FROM sessions`)).toEqual([])
  })

  it('are not counted where the account is gone', async () => {
    const { ids, note, counted, store } = await inhabited(1)
    await store.transaction((tx) => accountsIn(tx).remove(ids[0] ?? ''))
    expect(await note([[ids[0] ?? '', FIRST * DAY_MS]])).toEqual([])
    expect(await counted(1, FIRST)).toBe(0)
  })
})
