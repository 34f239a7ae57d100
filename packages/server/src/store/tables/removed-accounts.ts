import { cell, number, text } from '../columns.ts'
import type { Row, Sql } from '../engine.ts'
import { removeSessions } from './remove-sessions.ts'

/** An account with more sessions, refresh tokens and events of its activity than these is not removed in one go. */
const FEW = 1000

/** Before the beginning of time: no list and no count reaches there. */
const GONE = -1

/** Accounts that are there for all readers. Every question by id asks this as well; lists begin with time itself. */
export const PRESENT = `created_at > ${GONE}`

/**
 * Accounts that were deleted and whose sessions and activity are still to be removed: there may be a million of them, which takes longer than
 * a request may. What is left is a row without anything personal, that nothing finds, until the purge has done its work.
 */
export class RemovedAccountsTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** The newest generation of a token stands for how many there are: they may be fewer, never more. */
  async isTooLarge(id: string): Promise<boolean> {
    const [row] = await this.#sql.query(
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
    const found = await this.#sql.query(`DELETE FROM accounts WHERE ${condition} AND ${PRESENT} RETURNING created_at`, [id])
    if (found.length > 0) await this.#sql.run(`DELETE FROM activity WHERE account_id = ?`, [id])
    return found
  }

  /**
   * Leaves nothing of an account but its row, and says when it was made. Its address is free, and its sessions have ended with
   * their epoch. No row where the condition does not hold. Only inside a transaction.
   */
  async add(condition: string, id: string): Promise<readonly Row[]> {
    const found = await this.#sql.query(
      `UPDATE accounts SET session_epoch = session_epoch + 1, credential_version = credential_version + 1
       WHERE ${condition} AND ${PRESENT} RETURNING created_at`,
      [id],
    )
    if (found.length === 0) return []
    for (const table of [
      'account_words',
      'identities',
      'devices',
      'totp_seeds',
      'recovery_codes',
      'passkeys',
      'email_reverts',
      'device_reports',
    ])
      await this.#sql.run(`DELETE FROM ${table} WHERE account_id = ?`, [id])
    // An id is no address, so the account is not found by one; and it has the words that it is to have: none.
    await this.#sql.run(
      `UPDATE accounts SET email = id, name = '', words_of = id || ' ', role = 'user', password_hash = NULL, verified_at = NULL,
         banned_at = NULL, ban_reason = NULL, two_factor_enabled_at = NULL, email_factor_at = NULL, totp_at = NULL,
         passkey_gate_at = NULL, user_handle = NULL, language = NULL, last_seen_at = NULL, created_at = ${GONE}, updated_at = ${GONE}
       WHERE id = ?`,
      [id],
    )
    return found
  }

  /** A few rows of the next one, and in the end its own. */
  async purge(_before: number, limit: number): Promise<number> {
    const [row] = await this.#sql.query(`SELECT id FROM accounts WHERE created_at <= ${GONE} ORDER BY created_at, id LIMIT 1`)
    if (!row) return 0
    const id = cell(row, text('id'))
    const removed = await removeSessions(this.#sql, { condition: `account_id = ?`, value: id, order: `created_at` }, limit)
    if (removed > 0) return limit
    const seen = await this.#sql.query(
      `DELETE FROM activity WHERE id IN (SELECT id FROM activity WHERE account_id = ? LIMIT ?) RETURNING id`,
      [id, limit],
    )
    if (seen.length > 0) return limit
    await this.#sql.run(`DELETE FROM accounts WHERE id = ?`, [id])
    return limit
  }
}
