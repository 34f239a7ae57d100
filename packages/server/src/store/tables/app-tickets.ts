import { columns, optional, type RowOf, text, time } from '../columns.ts'
import type { Sql } from '../engine.ts'

const TICKET = columns('app_tickets', {
  hash: text('hash'),
  sessionId: text('session_id'),
  accountId: text('account_id'),
  origin: text('origin'),
  path: text('path'),
  nonce: text('nonce'),
  expiresAt: time('expires_at'),
  usedAt: optional(time('used_at')),
})
const INSERT = TICKET.insert()

export type AppTicket = RowOf<typeof TICKET>

/** Tickets to applications on other hosts, by their hash. Each is good for one, and works once. */
export class AppTicketsTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async add(ticket: Omit<AppTicket, 'usedAt'>): Promise<void> {
    await this.#sql.run(INSERT.text, INSERT.params({ ...ticket, usedAt: undefined }))
  }

  async find(hash: string): Promise<AppTicket | undefined> {
    const [row] = await this.#sql.query(`SELECT ${TICKET.names} FROM app_tickets WHERE hash = ?`, [hash])
    return row && TICKET.read(row)
  }

  /** Of many callers exactly one gets true. */
  async take(hash: string, now: number): Promise<boolean> {
    const rows = await this.#sql.query(
      `UPDATE app_tickets SET used_at = ? WHERE hash = ? AND used_at IS NULL AND expires_at > ? RETURNING hash`,
      [now, hash, now],
    )
    return rows.length === 1
  }

  async purge(before: number, limit: number): Promise<number> {
    const rows = await this.#sql.query(
      `DELETE FROM app_tickets WHERE hash IN (SELECT hash FROM app_tickets WHERE expires_at < ? LIMIT ?) RETURNING hash`,
      [before, limit],
    )
    return rows.length
  }
}
