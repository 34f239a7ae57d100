import { type Count, PACE, type Sources } from '../../../platform/store/bounded-scan.ts'
import type { RowOf } from '../../../platform/store/columns.ts'
import type { Queries } from '../../../platform/store/engine.ts'
import { findMatches } from '../../../platform/store/find-matches.ts'
import { both, type Clause, type Match } from '../../../platform/store/index-ranges.ts'
import { type ListPage, noPage, type Slice } from '../../../platform/store/list-page.ts'
import { placeholders } from '../../../platform/store/table.ts'
import { ACCOUNT } from './account-columns.ts'
import { type AccountFilter, type AccountOrder, type AccountSearch, conditionsOf } from './account-filter.ts'
import {
  dataSource,
  type Matching,
  originSource,
  providerSource,
  rareSource,
  waitingSource,
  walkSource,
  wordSource,
} from './account-sources.ts'
import { WAITING } from './account-words.ts'

export type AccountPage = Count & ListPage & { readonly accounts: readonly RowOf<typeof ACCOUNT>[] }

/**
 * One page of accounts, and how many there are in all. The query runs in small pieces, so that others get their turn, and no
 * further than `pace` allows; accounts that change meanwhile may be counted or not.
 *
 * Accounts with a rare word or property are collected and sorted; where nothing is rare, all accounts are walked in order.
 * docs/guide/performance.md has the cost of each at a million accounts.
 */
export async function findAccounts(
  sql: Queries,
  { search, ...filter }: AccountFilter,
  order: AccountOrder,
  slice: Slice,
  pace = PACE,
): Promise<AccountPage> {
  if (search?.id !== undefined) {
    const known = await findAccounts(sql, { ...filter, id: search.id }, order, slice, pace)
    if (known.total > 0) return known
  }
  if (search?.beginnings.length === 0) return { total: 0, isCapped: false, accounts: [], ...noPage(slice.offset, false) }

  const matching = await matchingOf(sql, search)
  const { rare, common, lookups } = conditionsOf(filter)
  const candidates = [
    ...matching.beginnings.map((_, index) => byWord(rotated(matching, index), both(...rare, ...common), order)),
    ...rare.map((one) => [rareSource(one, matching, both(...rare.filter((other) => other !== one), ...common), order)]),
    ...(filter.provider === undefined ? [] : [[providerSource(filter.provider, matching, both(...rare, ...common), order)]]),
    ...(filter.sourceId === undefined ? [] : [[originSource(filter.sourceId, matching, both(...rare, ...common), order)]]),
    ...(filter.data ?? [])
      .filter(({ unless }) => unless === undefined)
      .map((one) => [dataSource(one, matching, both(...rare, ...common), order)]),
  ]
  const walked = walkSource(order, matching, both(...rare, ...common), lookups)
  const found = await findMatches(sql, candidates, walked, slice, pace)
  return { ...found, accounts: await read(sql, found.matches) }
}

async function matchingOf(sql: Queries, search: AccountSearch | undefined): Promise<Matching> {
  if (!search) return { beginnings: [], waitingAddress: undefined }
  const [waiting] = await sql.query(`SELECT 1 AS found FROM accounts WHERE ${WAITING} LIMIT 1`)
  return { beginnings: search.beginnings, waitingAddress: waiting && search.address }
}

/** `wordSource` looks for the first beginning, so each of them has to be first once. */
const rotated = ({ beginnings, ...rest }: Matching, index: number): Matching => ({
  ...rest,
  beginnings: [...beginnings.slice(index), ...beginnings.slice(0, index)],
})

const byWord = (matching: Matching, filter: Clause, order: AccountOrder): Sources => [
  wordSource(matching, filter, order),
  ...(matching.waitingAddress === undefined ? [] : [waitingSource(matching, filter, order)]),
]

async function read(sql: Queries, matches: readonly Match[]): Promise<AccountPage['accounts']> {
  if (matches.length === 0) return []
  const ids = matches.map(({ id }) => id)
  const rows = await sql.query(`SELECT ${ACCOUNT.names} FROM accounts WHERE id IN (${placeholders(ids)})`, ids)
  const byId = new Map(rows.map(ACCOUNT.read).map((account) => [account.id, account]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
