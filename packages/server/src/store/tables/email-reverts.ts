import { columns, optional, type RowOf, text, time } from '../columns.ts'
import type { Sql } from '../engine.ts'

const REVERT = columns('email_reverts', {
  id: text('id'),
  hash: text('hash'),
  accountId: text('account_id'),
  /** The address to go back to. No other account gets it meanwhile. */
  email: text('email'),
  /** When that address was proved. */
  verifiedAt: time('verified_at'),
  /** When the change was asked for. */
  requestedAt: time('requested_at'),
  createdAt: time('created_at'),
  expiresAt: time('expires_at'),
  usedAt: optional(time('used_at')),
  /** An earlier change was taken back, and this one with it. */
  endedAt: optional(time('ended_at')),
})

const INSERT = REVERT.insert()

export type EmailRevert = RowOf<typeof REVERT>

/** Changes of address that can be taken back. Callers that write hold the account's row. */
export class EmailRevertsTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async add(revert: Omit<EmailRevert, 'usedAt' | 'endedAt'>): Promise<void> {
    await this.#sql.run(INSERT.text, INSERT.params({ ...revert, usedAt: undefined, endedAt: undefined }))
  }

  async find(hash: string): Promise<EmailRevert | undefined> {
    const [row] = await this.#sql.query(`SELECT ${REVERT.names} FROM email_reverts WHERE hash = ?`, [hash])
    return row && REVERT.read(row)
  }

  /** Spends it. What was changed after it is taken back too, so that no later link leads to an address in between. */
  async take({ id, accountId, createdAt }: EmailRevert, now: number): Promise<void> {
    await this.#sql.run(`UPDATE email_reverts SET used_at = ? WHERE id = ?`, [now, id])
    await this.#sql.run(
      `UPDATE email_reverts SET ended_at = ? WHERE account_id = ? AND id <> ? AND created_at >= ? AND used_at IS NULL AND ended_at IS NULL`,
      [now, accountId, id, createdAt],
    )
  }

  async purge(before: number, limit: number): Promise<number> {
    const rows = await this.#sql.query(
      `DELETE FROM email_reverts WHERE id IN (SELECT id FROM email_reverts WHERE expires_at < ? LIMIT ?) RETURNING id`,
      [before, limit],
    )
    return rows.length
  }
}
