import { ACCOUNTS } from '../../../gate/accounts/tables/account-columns.ts'
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
/** Counting goes no further. */
export const MOST_WAITING = 10_000

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

const counted = async (sql: Queries, rows: string, params: readonly number[]): Promise<number> => {
  const [row] = await sql.query(`SELECT COUNT(*) AS total FROM (${rows} LIMIT ${MOST_WAITING}) AS few`, params)
  return cell(row, number('total'))
}

/** Accounts that have waited for a proof until then. */
export const countUnproved = (sql: Queries, until: number): Promise<number> =>
  counted(sql, `SELECT id FROM accounts WHERE unproved_since <= ?`, [until])

/** Accounts whose owners are told that they will be removed. */
export const countNoticed = (sql: Queries): Promise<number> => counted(sql, `SELECT account_id FROM inactivity_notices`, [])
