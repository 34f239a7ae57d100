import { columns, text, time } from '../columns.ts'
import type { Sql } from '../engine.ts'

const STATE = columns('spent_states', { hash: text('hash'), expiresAt: time('expires_at') })

/**
 * In the place of a hash: all that expire until then. After a restore it is not known which were spent, and those that were begun
 * before it expire within `LATEST_MS`; those of a provider that may last for longer need a code as well, which is spent there.
 */
export const ALL_BEFORE = ''
export const LATEST_MS = 300_000

/** Which sign-ins with a provider have come back already: each may do so once. */
export class SpentStatesTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Of many callers with one state exactly one gets true. */
  async spend(hash: string, expiresAt: number): Promise<boolean> {
    const rows = await this.#sql.query(
      `INSERT INTO spent_states (${STATE.names}) SELECT CAST(? AS TEXT), CAST(? AS BIGINT)
       WHERE NOT EXISTS (SELECT 1 FROM spent_states WHERE hash = '${ALL_BEFORE}' AND expires_at >= ?)
       ON CONFLICT DO NOTHING RETURNING hash`,
      [hash, expiresAt, expiresAt],
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
