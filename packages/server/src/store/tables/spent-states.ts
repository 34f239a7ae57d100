import type { Sql } from '../engine.ts'

/** Which sign-ins with a provider have come back already: each may do so once. */
export class SpentStatesTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Of many callers with one state exactly one gets true. */
  async spend(hash: string, expiresAt: number): Promise<boolean> {
    const rows = await this.#sql.query(
      `INSERT INTO spent_states (hash, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING hash`,
      [hash, expiresAt],
    )
    return rows.length > 0
  }

  async purge(before: number, limit: number): Promise<number> {
    const rows = await this.#sql.query(
      `DELETE FROM spent_states WHERE hash IN (SELECT hash FROM spent_states WHERE expires_at < ? LIMIT ?) RETURNING hash`,
      [before, limit],
    )
    return rows.length
  }
}
