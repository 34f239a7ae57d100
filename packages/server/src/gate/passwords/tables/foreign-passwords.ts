import { cell, type RowOf, text } from '../../../platform/store/columns.ts'
import { type Connection, Table } from '../../../platform/store/table.ts'
import { ACCOUNTS, PRESENT } from '../../accounts/tables/account-columns.ts'
import { DAY_OF_FOREIGN, FOREIGN } from '../foreign/is-foreign.ts'

const HASHED = ACCOUNTS.pick('id', 'passwordHash')

export const foreignPasswordsIn = (tx: Connection): ForeignPasswordsTable => new ForeignPasswordsTable(tx)

/** Accounts, by the hashes of their passwords. */
export class ForeignPasswordsTable extends Table {
  hasAny(): Promise<boolean> {
    return this.isOne(`SELECT id FROM accounts WHERE ${FOREIGN} LIMIT 1`, [])
  }

  /** All accounts, whatever hash they have, in the order of their ids. */
  slice(behind: string, limit: number): Promise<readonly RowOf<typeof HASHED>[]> {
    return this.allWhere(HASHED, `id > ? AND ${PRESENT} ORDER BY id LIMIT ?`, [behind, limit])
  }

  /** Whose hash came before that day, in the order of their ids. */
  async cameBefore(day: string, limit: number): Promise<readonly string[]> {
    const rows = await this.sql.query(
      `SELECT id FROM accounts WHERE ${FOREIGN} AND ${DAY_OF_FOREIGN} < ? ORDER BY ${DAY_OF_FOREIGN}, id LIMIT ?`,
      [day, limit],
    )
    return rows.map((row) => cell(row, text('id'))).sort()
  }
}
