import type { Row, Sql } from '../engine.ts'

export interface RefreshToken {
  readonly sessionId: string
  readonly accountId: string
  readonly generation: number
  readonly rotatedAt: number | undefined
  /** The pair of tokens that replaced it, sealed so that only its holder can open it. */
  readonly successor: string | undefined
}

const toRefreshToken = (row: Row): RefreshToken => ({
  sessionId: row['session_id'] as string,
  accountId: row['account_id'] as string,
  generation: row['generation'] as number,
  rotatedAt: (row['rotated_at'] as number | null) ?? undefined,
  successor: (row['successor'] as string | null) ?? undefined,
})

/** A session remembers so many generations: whoever shows an older one is refused all the same, as a stranger is. */
const GENERATIONS = 1000
/** How many of the older ones one rotation forgets: more than it adds, and few where a session is from a time without a cap. */
const FORGOTTEN = 10

/** The generations of a session's refresh token, by hash. Exactly one per session has not been rotated. */
export class RefreshTokensTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async add(token: { hash: string; sessionId: string; generation: number; expiresAt: number }): Promise<void> {
    await this.#sql.query(`INSERT INTO refresh_tokens (hash, session_id, generation, expires_at) VALUES (?, ?, ?, ?)`, [
      token.hash,
      token.sessionId,
      token.generation,
      token.expiresAt,
    ])
    if (token.generation > GENERATIONS) await this.#forget(token.sessionId, token.generation - GENERATIONS)
  }

  async find(hash: string): Promise<RefreshToken | undefined> {
    const [row] = await this.#sql.query(
      `SELECT r.*, s.account_id FROM refresh_tokens r JOIN sessions s ON s.id = r.session_id WHERE r.hash = ?`,
      [hash],
    )
    return row && toRefreshToken(row)
  }

  /** Spends a token. The check and the mark are one statement, so of many callers exactly one wins. */
  async take(hash: string, successor: string, now: number): Promise<boolean> {
    const rows = await this.#sql.query(
      `UPDATE refresh_tokens SET rotated_at = ?, successor = ? WHERE hash = ? AND rotated_at IS NULL RETURNING hash`,
      [now, successor, hash],
    )
    return rows.length === 1
  }

  async newestGeneration(sessionId: string): Promise<number> {
    const [row] = await this.#sql.query(`SELECT MAX(generation) AS newest FROM refresh_tokens WHERE session_id = ?`, [sessionId])
    return row?.['newest'] as number
  }

  /** Older generations, whose reuse would be refused for their age alone. */
  async purge(before: number, limit: number): Promise<number> {
    const rows = await this.#sql.query(
      `DELETE FROM refresh_tokens WHERE hash IN (SELECT hash FROM refresh_tokens WHERE expires_at < ? LIMIT ?) RETURNING hash`,
      [before, limit],
    )
    return rows.length
  }

  async #forget(sessionId: string, generation: number): Promise<void> {
    await this.#sql.query(
      `DELETE FROM refresh_tokens WHERE hash IN (
         SELECT hash FROM refresh_tokens WHERE session_id = ? AND generation <= ? ORDER BY generation LIMIT ${FORGOTTEN})`,
      [sessionId, generation],
    )
  }
}
