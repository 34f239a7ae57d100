import { cell, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table } from '../../../platform/store/table.ts'
import { LIVE, SESSIONS } from '../../sessions/tables/sessions.ts'
import type { Elevation, StepUpMethod } from '../second-factors.ts'

const ELEVATION = SESSIONS.pick('enrolledAt').with({
  elevation: text<StepUpMethod>('elevation'),
  elevatedAt: time('elevated_at'),
})

export const elevationsIn = (tx: Connection): ElevationsTable => new ElevationsTable(tx)

/** Columns of a session's row that most requests do not need. */
export class ElevationsTable extends Table {
  /** Undefined for a session from before elevations were noted. */
  async find(sessionId: string): Promise<Elevation | undefined> {
    const select = `SELECT ${ELEVATION.names} FROM sessions WHERE id = ? AND elevated_at IS NOT NULL`
    const [row] = await this.sql.query(select, [sessionId])
    if (!row) return undefined
    const { elevation, elevatedAt, enrolledAt } = ELEVATION.read(row)
    return { method: elevation, at: elevatedAt, enrolledAt }
  }

  async set(sessionId: string, { method, at, enrolledAt }: Elevation, isSecondFactor: boolean): Promise<boolean> {
    const [row] = await this.sql.query(
      `UPDATE sessions SET elevation = ?, elevated_at = ?, elevation_enrolled_at = ?${isSecondFactor ? ', second_factor_at = ?' : ''}
       WHERE id = ? AND ${LIVE} RETURNING account_id`,
      [method, at, enrolledAt ?? null, ...(isSecondFactor ? [at] : []), sessionId, at],
    )
    if (row && isSecondFactor) this.effects.changed(cell(row, text('account_id')))
    return row !== undefined
  }
}
