import { expect, it } from 'vitest'
import { type World, world } from '../../../test/support/world.ts'
import type { Row, Sql } from '../engine.ts'
import type { AccountFilter } from './account-filter.ts'
import { type AccountOrder, listAccounts } from './account-list.ts'
import { AccountsTable } from './accounts.ts'

const COUNT = 9000
const MINUTE = 60_000

/** Accounts one second apart, some in the same one; every hundredth is an administrator, every hundredth is banned. */
async function crowd({ newestIs = -2 * MINUTE } = {}): Promise<World> {
  const here = await world()
  const start = here.clock.now() + newestIs - COUNT * 1000
  await here.sql(
    `INSERT INTO accounts (id, email, name, role, credential_version, banned_at, created_at, updated_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${COUNT})
       SELECT 'id-' || CAST(i AS TEXT), 'a' || CAST(i AS TEXT) || '@example.com', 'Ada',
         CASE i % 100 WHEN 1 THEN 'admin' ELSE 'user' END, 1, CASE i % 100 WHEN 2 THEN 1 END,
         ${start} + (i - i % 5) * 1000, ${start} + (i * 7919 % ${COUNT}) * 1000 FROM n`,
  )
  await here.sql(`UPDATE accounts SET words_of = email || ' ' || name`) // nobody searches here, so they need not wait for words
  return here
}

const spansOf = ({ sql }: World) => sql(`SELECT ends_at, accounts FROM account_spans ORDER BY ends_at`)

/** What a list must answer, worked out from all rows by other means. */
function oracle(rows: readonly Row[], filter: AccountFilter, order: AccountOrder) {
  const sign = order.isAscending ? 1 : -1
  const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
  return rows
    .filter((row) => filter.role === undefined || row['role'] === filter.role)
    .filter((row) => filter.isBanned === undefined || (row['banned_at'] !== null) === filter.isBanned)
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
]

async function expectRightLists(here: World): Promise<void> {
  const all = await here.sql(`SELECT * FROM accounts`)
  for (const filter of filters)
    for (const by of ['created_at', 'updated_at'] as const)
      for (const isAscending of [true, false]) {
        const order = { by, isAscending }
        const expected = oracle(all, filter, order)
        for (const offset of [0, 7, 1999, 2000, 2001, 4999, 8990, 20_000]) {
          const { total, rows } = await listAccounts({ query: here.sql }, filter, order, { limit: 20, offset })
          const found = { total, ids: rows.map(({ id }) => id) }
          expect(found, JSON.stringify({ filter, order, offset })).toEqual({
            total: expected.length,
            ids: expected.slice(offset, offset + 20),
          })
        }
      }
}

it('is the same whether spans are counted or not, and after accounts came and went', async () => {
  const here = await crowd()
  await expectRightLists(here)

  await here.purge.run()
  expect(await spansOf(here)).toHaveLength(4)
  await here.sql(`DELETE FROM accounts WHERE id = 'id-17'`)
  here.clock.advance(MINUTE)
  await here.purge.run()
  const spans = await spansOf(here)
  expect(spans.map(({ accounts }) => Number(accounts)).every((accounts) => accounts >= 1990)).toBe(true)
  await expectRightLists(here)

  const accounts = new AccountsTable({ query: here.sql })
  for (const id of ['id-1', 'id-2000', 'id-2001', 'id-5555', 'id-9000']) await accounts.remove(id)
  await here.signedUp('a-new@example.com')
  await expectRightLists(here)
})

it('walks no further than one span for a far page', async () => {
  const here = await crowd()
  await here.purge.run()
  here.clock.advance(MINUTE)
  await here.purge.run()
  const offsets: unknown[] = []
  const watched: Sql = {
    query(text, params) {
      if (text.includes('OFFSET')) offsets.push(params?.at(-1))
      return here.sql(text, params)
    },
  }
  for (const isAscending of [true, false])
    await listAccounts(watched, {}, { by: 'created_at', isAscending }, { limit: 20, offset: 7777 })
  expect(offsets).toEqual([expect.toSatisfy((n) => n < 2010), expect.toSatisfy((n) => n < 2010)])
})

it('counts a span only when everybody who did not know of it has finished', async () => {
  const here = await crowd({ newestIs: 2500 * 1000 })
  await here.purge.run()
  expect(await spansOf(here)).toHaveLength(3)
  here.clock.advance(MINUTE - 1)
  await here.purge.run()
  expect((await spansOf(here)).map(({ accounts }) => accounts)).toEqual([null, null, null])
  here.clock.advance(1)
  await here.purge.run()
  expect((await spansOf(here)).map(({ accounts }) => accounts)).not.toContain(null)
})
