import type { Elevation } from '../../kernel/elevation.ts'
import type { Sql } from '../engine.ts'
import { LIVE, NOTED_SESSION } from './sessions.ts'

const ELEVATION = NOTED_SESSION.pick('elevation', 'elevatedAt')

/** Two columns of a session's row, read where they are asked for only: most requests never do. */
export class ElevationsTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Undefined for a session from before there were any. */
  async find(sessionId: string): Promise<Elevation | undefined> {
    const [row] = await this.#sql.query(`SELECT ${ELEVATION.names} FROM sessions WHERE id = ? AND elevated_at IS NOT NULL`, [
      sessionId,
    ])
    if (!row) return undefined
    const { elevation, elevatedAt } = ELEVATION.read(row)
    return { method: elevation, at: elevatedAt }
  }

  /** Notes a fresh proof. False when the session has ended. */
  async set(sessionId: string, { method, at }: Elevation): Promise<boolean> {
    const rows = await this.#sql.query(
      `UPDATE sessions SET elevation = ?, elevated_at = ? WHERE id = ? AND ${LIVE} RETURNING id`,
      [method, at, sessionId, at],
    )
    return rows.length === 1
  }
}
