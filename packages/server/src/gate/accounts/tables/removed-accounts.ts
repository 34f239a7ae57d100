import { cell, number } from '../../../platform/store/columns.ts'
import type { Row } from '../../../platform/store/engine.ts'
import { erasureOf, Table } from '../../../platform/store/table.ts'
import { ACCOUNTS, PRESENT } from './account-columns.ts'

/** An account with more sessions, refresh tokens and events of its activity than these is not removed in one go. */
const FEW = 1000

const ERASED = erasureOf(ACCOUNTS)

/**
 * Accounts that were deleted and whose sessions and activity are still to be removed: there may be a million of them, which takes longer than
 * a request may. What is left is a row without anything personal, that nothing finds, until the purge has done its work.
 */
export class RemovedAccountsTable extends Table {
  /** The newest generation of a token stands for how many there are: they may be fewer, never more. */
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

  /** One that is not too large, in one go: its activity has no tie to its row by which it would go along. */
  async remove(condition: string, id: string): Promise<readonly Row[]> {
    const found = await this.sql.query(`DELETE FROM accounts WHERE ${condition} AND ${PRESENT} RETURNING created_at`, [id])
    if (found.length > 0) await this.sql.run(`DELETE FROM activity WHERE account_id = ?`, [id])
    return found
  }

  /**
   * Leaves nothing of an account but its row, and says when it was made. Its address is free, and its sessions have ended with
   * their epoch. No row where the condition does not hold. Only inside a transaction.
   */
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
