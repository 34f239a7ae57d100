import type { Sql } from '../engine.ts'
import { EVENT } from './audit.ts'
import { inPieces } from './pieces.ts'

const LOGGED = EVENT.pick('id', 'metadata')

/** By an index each: of what an account has left in rows that are not its own, and outlive it. */
const LEFT = [
  `UPDATE invites SET created_by = NULL WHERE created_by = ? AND id IN (SELECT id FROM invites WHERE created_by = ? LIMIT ?) RETURNING id`,
  `UPDATE organisations SET created_by = NULL
    WHERE created_by = ? AND id IN (SELECT id FROM organisations WHERE created_by = ? LIMIT ?) RETURNING id`,
  `UPDATE org_invites SET invited_by = ''
    WHERE invited_by = ? AND id IN (SELECT id FROM org_invites WHERE invited_by = ? LIMIT ?) RETURNING id`,
  `UPDATE api_keys SET created_by = NULL WHERE created_by = ? AND id IN (SELECT id FROM api_keys WHERE created_by = ? LIMIT ?) RETURNING id`,
  `DELETE FROM app_tickets WHERE account_id = ? AND hash IN (SELECT hash FROM app_tickets WHERE account_id = ? LIMIT ?) RETURNING hash`,
]

/** What an account leaves behind with others. Only inside the transaction that deletes it, which holds its row. */
export class AccountTracesTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Others keep what it made, and no longer know by whom. */
  async forget(accountId: string): Promise<void> {
    for (const statement of LEFT) await inPieces(this.#sql, statement, [accountId, accountId])
    await this.#forgetReasons(accountId)
  }

  /** Invites to an address that has proved to be its own, whatever became of them. */
  async removeInvitesTo(email: string): Promise<void> {
    for (const table of ['invites', 'org_invites'])
      await inPieces(
        this.#sql,
        `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE email = ? LIMIT ?) RETURNING id`,
        [email],
      )
  }

  /** Why it was banned is free text about a person. That it was stays in the log. */
  async #forgetReasons(accountId: string): Promise<void> {
    const bans = await this.#sql.query(
      `SELECT ${LOGGED.names} FROM audit_events WHERE type = 'admin.user.banned' AND target_user_id = ?`,
      [accountId],
    )
    for (const { id, metadata } of bans.map(LOGGED.read)) {
      const { reason: _, ...kept } = metadata
      await this.#sql.run(`UPDATE audit_events SET metadata = ? WHERE id = ?`, [JSON.stringify(kept), id])
    }
  }
}
