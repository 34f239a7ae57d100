import { HOUR_MS } from '../../../platform/kernel/clock.ts'
import { number, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'
import { ofTheLog } from './head.ts'

/** What the log has said of itself, signed, at so many sizes. */
export const AUDIT_CHECKPOINTS = table('audit_checkpoints', {
  ...ofTheLog,
  key: 'size',
  columns: { size: number('size'), note: text('note'), createdAt: time('created_at') },
  purged: { never: 'the log removes them with their events' },
})

export type StoredCheckpoint = RowOf<typeof AUDIT_CHECKPOINTS>

const INSERT = AUDIT_CHECKPOINTS.insert()

export const checkpointsIn = (tx: Connection): CheckpointsTable => new CheckpointsTable(tx)

export class CheckpointsTable extends Table {
  last(): Promise<StoredCheckpoint | undefined> {
    return this.one(AUDIT_CHECKPOINTS, `SELECT ${AUDIT_CHECKPOINTS.names} FROM audit_checkpoints ORDER BY size DESC LIMIT 1`)
  }

  async add(checkpoint: StoredCheckpoint): Promise<void> {
    await this.sql.run(INSERT.text, INSERT.params(checkpoint))
  }

  /** From a size on, the smallest first. */
  list(from: number, limit: number): Promise<readonly StoredCheckpoint[]> {
    return this.all(
      AUDIT_CHECKPOINTS,
      `SELECT ${AUDIT_CHECKPOINTS.names} FROM audit_checkpoints WHERE size >= ? ORDER BY size LIMIT ?`,
      [from, limit],
    )
  }

  /** Of each hour between two moments the last stays. */
  async thinOut(from: number, to: number): Promise<void> {
    const between = `created_at >= ? AND created_at < ?`
    await this.sql.run(
      `DELETE FROM audit_checkpoints WHERE ${between} AND size NOT IN (
         SELECT MAX(size) FROM audit_checkpoints WHERE ${between} GROUP BY created_at / ${HOUR_MS})`,
      [from, to, from, to],
    )
  }

  /** They tell of events that are gone. */
  async removeBelow(size: number): Promise<void> {
    await this.sql.run(`DELETE FROM audit_checkpoints WHERE size < ?`, [size])
  }
}
