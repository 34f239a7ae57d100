import { columns, text, time } from '../columns.ts'
import type { Sql } from '../engine.ts'

const INSERT = columns('spent_states', { hash: text('hash'), expiresAt: time('expires_at') }).insert()

/** Which sign-ins with a provider have come back already: each may do so once. */
export class SpentStatesTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Of many callers with one state exactly one gets true. */
  async spend(hash: string, expiresAt: number): Promise<boolean> {
    const rows = await this.#sql.query(`${INSERT.text} ON CONFLICT DO NOTHING RETURNING hash`, INSERT.params({ hash, expiresAt }))
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
