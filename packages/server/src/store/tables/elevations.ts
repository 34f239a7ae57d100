import type { Elevation } from '../../kernel/elevation.ts'
import { cell, text } from '../columns.ts'
import type { Effects } from '../effects.ts'
import type { Sql } from '../engine.ts'
import { LIVE, NOTED_SESSION } from './sessions.ts'

const ELEVATION = NOTED_SESSION.pick('elevation', 'elevatedAt', 'enrolledAt')

/** Two columns of a session's row, read where they are asked for only: most requests never do. */
export class ElevationsTable {
  readonly #sql: Sql
  readonly #effects: Effects

  constructor(sql: Sql, effects: Effects) {
    this.#sql = sql
    this.#effects = effects
  }

  /** Undefined for a session from before there were any. */
  async find(sessionId: string): Promise<Elevation | undefined> {
    const [row] = await this.#sql.query(`SELECT ${ELEVATION.names} FROM sessions WHERE id = ? AND elevated_at IS NOT NULL`, [
      sessionId,
    ])
    if (!row) return undefined
    const { elevation, elevatedAt, enrolledAt } = ELEVATION.read(row)
    return { method: elevation, at: elevatedAt, enrolledAt }
  }

  /** Notes a fresh proof, and whether it is a second factor of the session as well. False when the session has ended. */
  async set(sessionId: string, { method, at, enrolledAt }: Elevation, isSecondFactor: boolean): Promise<boolean> {
    const [row] = await this.#sql.query(
      `UPDATE sessions SET elevation = ?, elevated_at = ?, elevation_enrolled_at = ?${isSecondFactor ? ', second_factor_at = ?' : ''}
       WHERE id = ? AND ${LIVE} RETURNING account_id`,
      [method, at, enrolledAt ?? null, ...(isSecondFactor ? [at] : []), sessionId, at],
    )
    if (row && isSecondFactor) this.#effects.accountChanged(cell(row, text('account_id')))
    return row !== undefined
  }
}
