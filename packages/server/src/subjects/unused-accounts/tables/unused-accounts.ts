import { ACCOUNTS } from '../../../gate/accounts/tables/account-columns.ts'
import { HOOKS } from '../../../gate/hooks.ts'
import { cell, flag, number, type RowOf } from '../../../platform/store/columns.ts'
import type { Queries } from '../../../platform/store/engine.ts'
import { type Connection, Table } from '../../../platform/store/table.ts'

const UNPROVED = ACCOUNTS.pick('id', 'role', 'bannedAt', 'unprovedSince')
const AGED = ACCOUNTS.pick('id', 'role', 'bannedAt', 'lastSignInAt', 'lastActiveAt', 'createdAt')
const AGED_ROW = AGED.with({ isNoticed: flag('is_noticed') })

export type UnprovedAccount = RowOf<typeof UNPROVED>
export type AgedAccount = RowOf<typeof AGED> & { readonly isNoticed: boolean }

/** So many are read at once: a few milliseconds. */
const SLICE = 200
const MOST_LOOKED_AT = 5000

/** Never an administrator, a banned account, which would be free to come back, or one that others depend on. */
const removable = (): string =>
  [`a.role = 'user'`, `a.banned_at IS NULL`, ...HOOKS.flatMap(({ needed }) => (needed ? [`NOT (${needed})`] : []))].join(' AND ')

export const unusedAccountsIn = (tx: Connection): UnusedAccountsTable => new UnusedAccountsTable(tx)

/** Accounts in the order in which they have come to wait, or were made, a slice at a time. */
export class UnusedAccountsTable extends Table {
  unproved(until: number, behind: UnprovedAccount | undefined): Promise<readonly UnprovedAccount[]> {
    return this.allWhere(
      UNPROVED,
      `unproved_since <= ? AND (unproved_since, id) > (?, ?) ORDER BY unproved_since, id LIMIT ${SLICE}`,
      [until, behind?.unprovedSince ?? 0, behind?.id ?? ''],
    )
  }

  /** Of an account whose row is locked. */
  async unprovedSince(id: string): Promise<number | undefined> {
    return (await this.oneWhere(UNPROVED, `id = ?`, [id]))?.unprovedSince
  }

  isRemovable(id: string): Promise<boolean> {
    return this.isOne(`SELECT a.id FROM accounts a WHERE a.id = ? AND ${removable()}`, [id])
  }

  /**
   * Those that are in use are among them: an index on the last use would have to be written at every use. The beginning is after all that
   * is deleted; a condition for that would keep SQLite from beginning behind the last row.
   */
  madeUntil(until: number, behind: AgedAccount | undefined): Promise<readonly AgedAccount[]> {
    return this.all(
      AGED_ROW,
      `SELECT ${AGED.select('a').names}, CASE WHEN n.account_id IS NULL THEN 0 ELSE 1 END AS is_noticed
       FROM accounts a LEFT JOIN inactivity_notices n ON n.account_id = a.id
       WHERE a.created_at <= ? AND (a.created_at, a.id) > (?, ?) ORDER BY a.created_at, a.id LIMIT ${SLICE}`,
      [until, behind?.createdAt ?? 0, behind?.id ?? ''],
    )
  }
}

/** How many of them would be removed; of very many only so many are looked at, and `isCut` says so. */
export type Waiting = { readonly count: number; readonly isCut: boolean }

async function counted(sql: Queries, looked: string, params: readonly number[]): Promise<Waiting> {
  const [row] = await sql.query(
    `SELECT COUNT(*) AS total, COALESCE(SUM(CASE WHEN waits THEN 1 ELSE 0 END), 0) AS waiting FROM (${looked} LIMIT ${MOST_LOOKED_AT}) AS few`,
    params,
  )
  return { count: cell(row, number('waiting')), isCut: cell(row, number('total')) === MOST_LOOKED_AT }
}

/** Accounts that have waited for a proof until then. */
export const countUnproved = (sql: Queries, until: number): Promise<Waiting> =>
  counted(sql, `SELECT ${removable()} AS waits FROM accounts a WHERE a.unproved_since <= ? ORDER BY a.unproved_since, a.id`, [
    until,
  ])

/** Accounts that have a notice, and were not used since it began. */
export const countNoticed = (sql: Queries): Promise<Waiting> =>
  counted(
    sql,
    `SELECT ${removable()} AND a.last_sign_in_at < n.noticed_at AND a.last_active_at < n.noticed_at AND NOT EXISTS (
       SELECT 1 FROM sessions s WHERE s.account_id = a.id AND (s.created_at >= n.noticed_at OR s.last_active_at >= n.noticed_at)) AS waits
     FROM inactivity_notices n JOIN accounts a ON a.id = n.account_id`,
    [],
  )
