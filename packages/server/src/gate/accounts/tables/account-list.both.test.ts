import { expect, it } from 'vitest'
import { figure } from '../../../../test/support/form.ts'
import { type World, world } from '../../../../test/support/world.ts'
import type { Row } from '../../../platform/store/engine.ts'
import type { Position } from '../../../platform/store/list-page.ts'
import type { AccountFilter, AccountOrder } from './account-filter.ts'
import { findAccounts } from './account-list.ts'

const COUNT = 300
const PROVIDERS: Readonly<Record<string, number>> = { corp: 4, corp2: 12 }

/** So small that most lists go in many steps. */
const PACES = [
  { few: 10_000, stretch: 20_000, stretches: 30 },
  { few: 2, stretch: 40, stretches: 1000 },
]

/**
 * Accounts one second apart, some in the same one; every tenth is an administrator, every tenth is banned, every third is
 * verified, every seventh has a second factor, every fourth is connected with a provider, and some of those with another.
 */
async function crowd(): Promise<World> {
  const here = await world()
  const start = here.clock.now() - COUNT * 1000
  await here.sql(
    `INSERT INTO accounts (id, email, name, role, credential_version, banned_at, created_at, updated_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${COUNT})
       SELECT 'id-' || CAST(1000 + i * 7919 % ${COUNT} AS TEXT), 'a' || CAST(i AS TEXT) || '@example.com', 'Ada',
         CASE i % 10 WHEN 1 THEN 'admin' ELSE 'user' END, 1, CASE i % 10 WHEN 2 THEN 1 WHEN 1 THEN i % 20 - 11 END,
         ${start} + (i - i % 5) * 1000, ${start} + (i * 7919 % ${COUNT}) * 1000 FROM n`,
  )
  await here.sql(`UPDATE accounts SET banned_at = NULL WHERE banned_at = 0`)
  await here.sql(`UPDATE accounts SET words_of = email || ' ' || name`) // nobody searches here, so they need not wait for words
  await here.sql(`UPDATE accounts SET verified_at = 1 WHERE CAST(substr(id, 4) AS INTEGER) % 3 = 0`)
  await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1 WHERE CAST(substr(id, 4) AS INTEGER) % 7 = 0`)
  for (const [provider, each] of Object.entries(PROVIDERS))
    await here.sql(
      `INSERT INTO identities (issuer, subject, provider, account_id, created_at, used_at)
       SELECT '${provider}', id, '${provider}', id, 1, 1 FROM accounts WHERE CAST(substr(id, 4) AS INTEGER) % ${each} = 0`,
    )
  // What is left of one that had too many sessions to be removed at once.
  await here.sql(`UPDATE accounts SET created_at = -1, updated_at = -1, role = 'user' WHERE id = 'id-1008'`)
  return here
}

const numberOf = (row: Row): number => Number(String(row['id']).slice(3))

/** What a list must answer, worked out from all rows by other means. */
function oracle(rows: readonly Row[], filter: AccountFilter, order: AccountOrder) {
  const sign = order.isAscending ? 1 : -1
  const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
  return rows
    .filter((row) => Number(row['created_at']) >= 0)
    .filter((row) => filter.role === undefined || row['role'] === filter.role)
    .filter((row) => filter.isBanned === undefined || (row['banned_at'] !== null) === filter.isBanned)
    .filter((row) => filter.isVerified === undefined || (row['verified_at'] !== null) === filter.isVerified)
    .filter((row) => filter.hasTwoFactor === undefined || (row['two_factor_enabled_at'] !== null) === filter.hasTwoFactor)
    .filter((row) => filter.provider === undefined || numberOf(row) % (PROVIDERS[filter.provider] ?? COUNT * 10) === 0)
    .sort((a, b) => sign * (Number(a[order.by]) - Number(b[order.by]) || compare(String(a['id']), String(b['id']))))
    .map((row) => row['id'])
}

const filters: readonly AccountFilter[] = [
  {},
  { role: 'user' },
  { role: 'admin' },
  { isBanned: false },
  { isBanned: true },
  { role: 'user', isBanned: false },
  { role: 'user', isBanned: true },
  { role: 'admin', isBanned: true },
  { isVerified: true },
  { isVerified: false },
  { hasTwoFactor: true },
  { isVerified: false, hasTwoFactor: false, isBanned: false },
  { provider: 'corp' },
  { provider: 'corp2', isVerified: true, hasTwoFactor: true },
  { provider: 'corp', role: 'user', isBanned: false },
  { provider: 'corp3' },
]

const ways = (['created_at', 'updated_at'] as const).flatMap((by) =>
  [true, false].flatMap((isAscending) => PACES.map((pace) => ({ order: { by, isAscending }, pace }))),
)

/** A few of all ways for each filter, and others for the next: all of them take as long as many other files together. */
const STRIDE = figure('LIST_STRIDE', { short: 5, full: 1 })
const cases = filters.flatMap((filter, index) =>
  ways.filter((_, way) => (way + index) % STRIDE === 0).map((way) => ({ filter, ...way })),
)

/** An odd number, so that the last page is not full. */
const PAGE = 61

it('is right by filter, order and offset', async () => {
  const here = await crowd()
  const all = await here.sql(`SELECT * FROM accounts`)
  for (const { filter, order, pace } of cases) {
    const expected = oracle(all, filter, order)
    for (const offset of [0, 7, 99, 260, 20_000]) {
      const { total, isCapped, accounts } = await findAccounts(here.elsewhere, filter, order, { limit: 20, offset }, pace)
      expect({ total, isCapped, ids: accounts.map(({ id }) => id) }, JSON.stringify({ filter, order, offset })).toEqual({
        total: expected.length,
        isCapped: false,
        ids: expected.slice(offset, offset + 20),
      })
    }
  }
})

it('is right page by page, forward and back', async () => {
  const here = await crowd()
  const all = await here.sql(`SELECT * FROM accounts`)
  for (const { filter, order, pace } of cases) {
    const expected = oracle(all, filter, order)
    const page = (at?: Position) => findAccounts(here.elsewhere, filter, order, { limit: PAGE, offset: 0, at }, pace)
    const pages = [await page()]
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await page(next))
    const about = JSON.stringify({ filter, order, pace })
    expect(
      pages.flatMap(({ accounts }) => accounts.map(({ id }) => id)),
      about,
    ).toEqual(expected)
    expect(
      pages.map(({ offset }) => offset),
      about,
    ).toEqual(pages.map((_, index) => PAGE * index))
    const back = [pages.at(-1)]
    for (let previous = back[0]?.previous; previous; previous = back.at(-1)?.previous) back.push(await page(previous))
    const seen = back.toReversed().map((one) => one?.accounts.map(({ id }) => id))
    expect(seen, about).toEqual(pages.map(({ accounts }) => accounts.map(({ id }) => id)))
    expect(back.at(-1)?.offset).toBe(0)
  }
})
