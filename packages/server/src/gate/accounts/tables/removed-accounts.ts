import { cell, number } from '../../../platform/store/columns.ts'
import type { Row } from '../../../platform/store/engine.ts'
import { erasureOf, Table } from '../../../platform/store/table.ts'
import { ACCOUNTS, PRESENT } from './account-columns.ts'

/** An account with more sessions, refresh tokens and activity than these is not removed in one transaction. */
const FEW = 1000

const ERASED = erasureOf(ACCOUNTS)

/** A million rows take longer to remove than a request may, so a row without personal data is left until the purge is done. */
export class RemovedAccountsTable extends Table {
  /** The newest generation of a refresh token is an upper bound of how many there are. */
  async isTooLarge(id: string): Promise<boolean> {
    const [row] = await this.sql.query(
      `SELECT COUNT(*) AS sessions, CAST(COALESCE(SUM(tokens), 0) AS BIGINT) AS tokens,
         (SELECT COUNT(*) FROM (SELECT id FROM activity WHERE account_id = ? LIMIT ${FEW + 1}) AS seen) AS events
       FROM (SELECT (SELECT MAX(generation) FROM refresh_tokens WHERE session_id = sessions.id) AS tokens
             FROM sessions WHERE account_id = ? LIMIT ${FEW + 1}) AS few`,
      [id, id],
    )
    return cell(row, number('sessions')) + cell(row, number('tokens')) + cell(row, number('events')) > FEW
  }

  /** For an account that is not too large. No foreign key removes the account's activity, so the activity is removed here. */
  async remove(condition: string, id: string): Promise<readonly Row[]> {
    const found = await this.sql.query(`DELETE FROM accounts WHERE ${condition} AND ${PRESENT} RETURNING created_at`, [id])
    if (found.length > 0) await this.sql.run(`DELETE FROM activity WHERE account_id = ?`, [id])
    return found
  }

  /** Empties the account's row: its address is free, and its sessions end with their epoch. Only inside a transaction. */
  async add(condition: string, id: string): Promise<readonly Row[]> {
    const found = await this.sql.query(
      `UPDATE accounts SET updated_at = updated_at WHERE ${condition} AND ${PRESENT} RETURNING created_at`,
      [id],
    )
    if (found.length === 0) return []
    for (const { name, facts } of this.connection.tables)
      if ('removed' in facts.deleted) await this.sql.run(`DELETE FROM ${name} WHERE ${facts.deleted.removed} = ?`, [id])
    await this.sql.run(`UPDATE accounts SET ${ERASED} WHERE id = ?`, [id])
    return found
  }
}
