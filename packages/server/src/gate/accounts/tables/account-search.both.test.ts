import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figure } from '../../../../test/support/form.ts'
import { shouldFind } from '../../../../test/support/search-oracle.ts'
import { type World, world } from '../../../../test/support/world.ts'
import type { Queries, Row } from '../../../platform/store/engine.ts'
import { readAccountQuery } from '../../../subjects/administration/steps/account-query.ts'
import type { AccountFilter, AccountOrder, AccountSearch } from './account-filter.ts'
import { findAccounts } from './account-list.ts'
import { accountWordsIn } from './account-words.ts'

const COUNT = 120
const NAMES = ['Ada Lovelace', 'José Müller', 'Ann-Marie O’Brien', 'Straße Str', '山田 太郎', 'Adam Adler', 'Мария', 'X']
const HOSTS = ['example.com', 'mail.example.org', 'ada.com']

/** So small that every search goes in many steps, and takes each of the ways there are. */
const PACES = [
  { few: 2000, stretch: 10_000, stretches: 1000 },
  { few: 5, stretch: 30, stretches: 1000 },
  { few: 1, stretch: 4, stretches: 1000 },
]

const TYPED = [
  'a',
  'ada',
  'ada l',
  'mull',
  'example.com',
  'com',
  'ann-m',
  'u1',
  'u12',
  'u@',
  'u3@mail',
  'ada com',
  'a e',
  'zz',
  '山',
  "o'b u",
]

/** Accounts with the same few names over and over; some at the same moment, some banned, some administrators. */
async function crowd(): Promise<World> {
  const here = await world()
  const start = here.clock.now() - COUNT * 1000
  for (let n = 0; n < COUNT; n++)
    await here.sql(
      `INSERT INTO accounts (id, email, name, role, credential_version, banned_at, created_at, updated_at) VALUES (?, ?, ?, ?, 1, ?, ?, ?)`,
      [
        `0${(n * 7919) % 1000}-${n}`,
        `u${n}@${HOSTS[n % 3]}`,
        NAMES[(n >> 3) % NAMES.length] ?? '',
        n % 10 === 1 ? 'admin' : 'user',
        n % 7 === 0 ? 1 : null,
        start + (n - (n % 5)) * 1000,
        start + ((n * 7919) % COUNT) * 1000,
      ],
    )
  return here
}

const FILTERS: readonly AccountFilter[] = [
  {},
  { role: 'user' },
  { role: 'admin' },
  { isBanned: false },
  { isBanned: true },
  { role: 'user', isBanned: false },
  { role: 'admin', isBanned: true },
  { email: 'u12@example.com' },
]

/** What a search must answer, worked out from all rows by other means. */
function oracle(rows: readonly Row[], isMatch: (row: Row) => boolean, filter: AccountFilter, order: AccountOrder) {
  const sign = order.isAscending ? 1 : -1
  return rows
    .filter((row) => filter.email === undefined || row['email'] === filter.email)
    .filter((row) => filter.role === undefined || row['role'] === filter.role)
    .filter((row) => filter.isBanned === undefined || (row['banned_at'] !== null) === filter.isBanned)
    .filter(isMatch)
    .sort((a, b) => sign * (Number(a[order.by]) - Number(b[order.by]) || (String(a['id']) < String(b['id']) ? -1 : 1)))
    .map((row) => row['id'])
}

const hasWords = (typed: string) => (row: Row) => shouldFind(typed, { name: String(row['name']), email: String(row['email']) })

/** Any of the searches, filters, orders and pages, at any pace. */
const anything = fc.record({
  typed: fc.constantFrom(...TYPED),
  filter: fc.constantFrom(...FILTERS),
  order: fc.record({ by: fc.constantFrom('created_at', 'updated_at'), isAscending: fc.boolean() }),
  /** From the first match to a place beyond the last. */
  place: fc.constantFrom(0, 0.03, 0.4, 0.6, 0.99, 1.2),
  pace: fc.constantFrom(...PACES),
})

async function expectRightAnswers(here: World, isMatch: (typed: string) => (row: Row) => boolean): Promise<void> {
  const all = await here.sql(`SELECT * FROM accounts`)
  await fc.assert(
    fc.asyncProperty(anything, async ({ typed, filter, order, place, pace }) => {
      const expected = oracle(all, isMatch(typed), filter, order)
      const slice = { limit: 4, offset: Math.floor(expected.length * place) }
      const wanted = { ...filter, search: searchOf(typed) }
      const found = await findAccounts(here.elsewhere, wanted, order, slice, pace)
      expect({ total: found.total, ids: found.accounts.map(({ id }) => id) }).toEqual({
        total: expected.length,
        ids: expected.slice(slice.offset, slice.offset + 4),
      })
    }),
    { numRuns: figure('SEARCH_RUNS', { short: 30, full: 500 }) },
  )
}

function searchOf(typed: string): AccountSearch {
  const wanted = readAccountQuery({ search: typed })
  if ('problem' in wanted || !wanted.filter.search) throw new Error(`nothing to search for in ${typed}`)
  return wanted.filter.search
}

describe('a search for accounts', () => {
  it('is the same however many match, whatever else is asked, and after accounts came and went', async () => {
    const here = await crowd()
    await here.purge.run()
    await here.sql(`DELETE FROM accounts WHERE id LIKE '%-17' OR id LIKE '%-99'`)
    await here.signedUp('u1000@example.com')
    await expectRightAnswers(here, hasWords)
  })

  it('finds accounts that wait for their words by the beginning of the address, and the others by all words', async () => {
    const here = await crowd()
    await here.purge.stop() // it gives the others their words, once a minute of the machine's own time
    for (let batch = 0; batch < 4; batch++) await here.depsFor().store.transaction((tx) => accountWordsIn(tx).catchUp(15))
    await here.sql(`UPDATE accounts SET name = 'Another' WHERE id LIKE '%-12' OR id LIKE '%-13'`)
    const waiting = new Set((await here.sql(`SELECT id FROM accounts WHERE words_of IS NULL`)).map(({ id }) => id))
    expect(waiting.size).toBe(60)
    await expectRightAnswers(here, (typed) => (row) => {
      const old = typeof row['words_of'] === 'string' ? row['words_of'].slice(String(row['email']).length + 1) : ''
      const isStale = old !== row['name']
      const byWord = old !== '' && hasWords(typed)({ ...row, name: old })
      return byWord || (isStale && String(row['email']).startsWith(typed.toLowerCase()))
    })
  })

  it('reads no more than a few rows at once, and leaves room for others between', async () => {
    const here = await crowd()
    await here.purge.run()
    let turn = 0
    let next = setImmediate(function count() {
      turn++
      next = setImmediate(count)
    })
    const inTurn = new Map<number, number>()
    const watched: Queries = {
      query(text, params) {
        inTurn.set(turn, (inTurn.get(turn) ?? 0) + 1)
        return here.sql(text, params)
      },
    }
    const search = { beginnings: ['com'], address: 'com', id: undefined }
    const pace = { few: 5, stretch: 20, stretches: 1000 }
    const order = { by: 'created_at', isAscending: true } as const
    const { total } = await findAccounts(watched, { search }, order, { limit: 20, offset: 50 }, pace)
    clearImmediate(next)
    expect(total).toBe(80)
    expect(inTurn.size).toBeGreaterThan(80 / 20)
    expect(Math.max(...inTurn.values())).toBeLessThanOrEqual(6)
  })
})
