import type { Sql } from '../engine.ts'

interface Sight {
  /** For a device that was not known before. */
  readonly id: string
  readonly accountId: string
  readonly hash: string
  readonly userAgent: string
}

/** An account knows no more than these: the one that was unseen for longest is forgotten for a new one. */
const MAX_DEVICES = 50

/** Browsers in which an account was signed in to. Callers that write hold the account's row. */
export class DevicesTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Notes that somebody signs in there now. */
  async see({ id, accountId, hash, userAgent }: Sight, now: number): Promise<void> {
    const [row] = await this.#sql.query(
      `INSERT INTO devices (id, account_id, hash, user_agent, created_at, last_seen_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (account_id, hash) DO UPDATE SET user_agent = excluded.user_agent, last_seen_at = excluded.last_seen_at
       RETURNING id`,
      [id, accountId, hash, userAgent, now, now],
    )
    if (row?.['id'] === id) await this.#forgetEldest(accountId)
  }

  async isKnown(accountId: string, hash: string): Promise<boolean> {
    const rows = await this.#sql.query(`SELECT id FROM devices WHERE account_id = ? AND hash = ?`, [accountId, hash])
    return rows.length === 1
  }

  async purge(before: number, limit: number): Promise<number> {
    const rows = await this.#sql.query(
      `DELETE FROM devices WHERE id IN (SELECT id FROM devices WHERE last_seen_at < ? LIMIT ?) RETURNING id`,
      [before, limit],
    )
    return rows.length
  }

  async #forgetEldest(accountId: string): Promise<void> {
    await this.#sql.query(
      `DELETE FROM devices WHERE id IN (
         SELECT id FROM devices WHERE account_id = ? ORDER BY last_seen_at DESC, id DESC LIMIT ${MAX_DEVICES} OFFSET ${MAX_DEVICES})`,
      [accountId],
    )
  }
}
