import type { Row, Sql, Value } from '../engine.ts'
import { type AccountFilter, conditionsOf } from './account-filter.ts'
import { AccountSpansTable } from './account-spans.ts'
import { PRESENT } from './removed-accounts.ts'

export interface AccountOrder {
  readonly by: 'created_at' | 'updated_at'
  readonly isAscending: boolean
}

export interface Slice {
  readonly limit: number
  readonly offset: number
}

export interface Found {
  readonly total: number
  readonly rows: readonly Row[]
}

interface Selection {
  readonly conditions: readonly string[]
  readonly params: readonly Value[]
}

/**
 * One page of accounts in the wanted order, and how many there are in all; without a search. What each kind costs at a million of them
 * is in docs/guide/performance.md.
 */
export async function listAccounts(sql: Sql, filter: AccountFilter, order: AccountOrder, slice: Slice): Promise<Found> {
  const { rare, common, params, exceptions } = conditionsOf(filter)
  const selection = { conditions: [...rare, ...common], params }
  if (rare.length === 0) {
    const all = await countAll(sql)
    const total = all.settled + all.newer - (exceptions.length > 0 ? await count(sql, exceptions, ' OR ') : 0)
    const rest = exceptions.length > 0 ? { ...selection, ...slice } : await skipSpans(sql, order, slice, all.newer)
    return { total, rows: await page(sql, rest, order.by, order, rest) }
  }
  // Few are left: they are found by an index of their own and sorted. Without the sign, SQLite would rather walk all
  // accounts in the wanted order and look at each of them.
  const rows = await page(sql, selection, `+${order.by}`, order, slice)
  return { total: await count(sql, [...selection.conditions, `+${PRESENT}`], ' AND ', params), rows }
}

/** How many accounts there are, without looking at each of them. */
export async function countAccounts(sql: Sql): Promise<number> {
  const { settled, newer } = await countAll(sql)
  return settled + newer
}

async function count(sql: Sql, conditions: readonly string[], operator: string, params: readonly Value[] = []): Promise<number> {
  const [row] = await sql.query(`SELECT COUNT(*) AS total FROM accounts WHERE ${conditions.join(operator)}`, params)
  return row?.['total'] as number
}

async function countAll(sql: Sql): Promise<{ readonly settled: number; readonly newer: number }> {
  const settled = await new AccountSpansTable(sql).settled()
  return { settled: settled.accounts, newer: await count(sql, [`created_at > ?`], '', [settled.endsAt]) }
}

/** Whole spans are skipped by their counts, and only the rest of the way is walked. */
async function skipSpans(sql: Sql, order: AccountOrder, slice: Slice, newer: number): Promise<Selection & Slice> {
  const none = { conditions: [], params: [], ...slice }
  if (order.by !== 'created_at') return none
  const passed = order.isAscending ? 0 : newer
  const span = await new AccountSpansTable(sql).before(slice.offset - passed, order.isAscending)
  if (!span) return none
  const rest = { limit: slice.limit, offset: slice.offset - passed - span.accounts }
  if (order.isAscending) return { conditions: [`created_at > ?`], params: [span.endsAt], ...rest }
  return { conditions: [`created_at <= ?`], params: [span.startsAfter], ...rest }
}

/** Only the rows of the page are read in full; the way to them leads along an index. */
function page(
  sql: Sql,
  { conditions, params }: Selection,
  column: string,
  { isAscending }: AccountOrder,
  { limit, offset }: Slice,
): Promise<readonly Row[]> {
  const direction = isAscending ? 'ASC' : 'DESC'
  // Removed accounts lie before the beginning of time, in either order.
  const where = [...conditions, `${column} >= 0`].join(' AND ')
  return sql.query(
    `SELECT accounts.* FROM (
       SELECT id FROM accounts WHERE ${where} ORDER BY ${column} ${direction}, id ${direction} LIMIT ? OFFSET ?
     ) AS found JOIN accounts ON accounts.id = found.id ORDER BY ${column} ${direction}, accounts.id ${direction}`,
    [...params, limit, offset],
  )
}
