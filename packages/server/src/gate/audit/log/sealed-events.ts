import { type Backlog, backlogOf } from '../../../platform/store/backlog.ts'
import { cell, columns, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import type { Queries } from '../../../platform/store/engine.ts'
import { type Connection, inPieces, Table } from '../../../platform/store/table.ts'

const OWN = {
  id: text('id'),
  type: text('type'),
  success: number('success'),
  actorId: optional(text('actor_id')),
  targetUserId: optional(text('target_user_id')),
  sessionId: optional(text('session_id')),
  orgId: optional(text('org_id')),
  ip: text('ip'),
  userAgent: text('user_agent'),
  requestId: text('request_id'),
  metadata: text('metadata'),
  createdAt: time('created_at'),
  count: number('count'),
}

const ID = columns('audit_events', { id: OWN.id })

/** An event as it is stored, byte by byte: what is sealed is what stands there, not what it means. */
const UNSEALED = columns('audit_events', OWN)
const SEALED = columns('audit_events', {
  ...OWN,
  sequence: number('sequence'),
  salt: optional(text('salt')),
  personalHash: optional(text('personal_hash')),
  erasure: optional(text('erasure')),
})

export type UnsealedEvent = RowOf<typeof UNSEALED>
export type SealedEvent = RowOf<typeof SEALED>
export type Seal = { readonly id: string; readonly sequence: number; readonly salt: string; readonly personalHash: string }

const MARKED_AT_ONCE = 1000

/** Failures that share a row for a minute are sealed once no late one can come. */
const SHARED_MS = 70_000
const IS_DUE = `sequence IS NULL AND (success = 1 OR actor_id IS NOT NULL OR session_id IS NOT NULL OR created_at < ?)`
const SEAL = (rows: number): string => `UPDATE audit_events
  SET sequence = CAST(seal.column2 AS BIGINT), salt = seal.column3, personal_hash = seal.column4
  FROM (VALUES ${Array(rows).fill('(?, ?, ?, ?)').join(', ')}) AS seal WHERE audit_events.id = seal.column1`

/** Those that could have a number. */
export const unsealedBacklog = (sql: Queries, now: number): Promise<Backlog> =>
  backlogOf(sql, `audit_events WHERE ${IS_DUE}`, [now - SHARED_MS])

export const sealedEventsIn = (tx: Connection): SealedEventsTable => new SealedEventsTable(tx)

/** The events by their numbers: one with a number never gets another, and none below the size of the log appears later. */
export class SealedEventsTable extends Table {
  /** From a number on, in their order. */
  list(from: number, limit: number): Promise<readonly SealedEvent[]> {
    return this.all(SEALED, `SELECT ${SEALED.names} FROM audit_events WHERE sequence >= ? ORDER BY sequence LIMIT ?`, [
      from,
      limit,
    ])
  }

  find(id: string): Promise<SealedEvent | undefined> {
    return this.oneWhere(SEALED, `id = ? AND sequence IS NOT NULL`, [id])
  }

  /** The oldest that have no number yet. Only in a transaction that holds the head. */
  unsealed(now: number, limit: number): Promise<readonly UnsealedEvent[]> {
    return this.all(
      UNSEALED,
      `SELECT ${UNSEALED.names} FROM audit_events WHERE ${IS_DUE} ORDER BY created_at, id LIMIT ? FOR UPDATE`,
      [now - SHARED_MS, limit],
    )
  }

  /** Whether any of these is there. */
  hasDue(now: number): Promise<boolean> {
    return this.isOne(`SELECT id FROM audit_events WHERE ${IS_DUE} LIMIT 1`, [now - SHARED_MS])
  }

  countUnsealed(): Promise<number> {
    return this.total(`SELECT COUNT(*) AS total FROM audit_events WHERE sequence IS NULL`)
  }

  /** A number that no event of a log of this size can have, or that several have: an index can be dropped. */
  async stray(first: number, size: number): Promise<number | undefined> {
    const [outside] = await this.sql.query(
      `SELECT MIN(sequence) AS sequence FROM audit_events WHERE sequence IS NOT NULL AND (sequence < ? OR sequence >= ?)`,
      [first, size],
    )
    const [doubled] = await this.sql.query(
      `SELECT sequence FROM audit_events WHERE sequence IS NOT NULL GROUP BY sequence HAVING COUNT(*) > 1 ORDER BY sequence LIMIT 1`,
    )
    const found = [outside, doubled].flatMap((row) => (row && cell(row, optional(number('sequence')))) ?? [])
    return found.length === 0 ? undefined : Math.min(...found)
  }

  async seal(seals: readonly Seal[]): Promise<void> {
    for (const piece of inPieces(seals))
      await this.sql.run(
        SEAL(piece.length),
        piece.flatMap(({ id, sequence, salt, personalHash }) => [id, sequence, salt, personalHash]),
      )
  }

  /** All below a number. */
  async removeBelow(sequence: number): Promise<void> {
    await this.sql.run(`DELETE FROM audit_events WHERE sequence < ?`, [sequence])
  }

  /** Events of these numbers that are older and still have an address. */
  async addressedOf(from: number, through: number, before: number): Promise<readonly string[]> {
    const rows = await this.all(
      ID,
      `SELECT id FROM audit_events WHERE sequence >= ? AND sequence < ? AND created_at < ? AND ip <> ''`,
      [from, through, before],
    )
    return rows.map(({ id }) => id)
  }

  /** Those that name an account in this column, and still have something personal. */
  async personalOf(accountId: string, column: 'actor_id' | 'target_user_id', limit: number): Promise<readonly string[]> {
    const rows = await this.all(
      ID,
      `SELECT id FROM audit_events WHERE ${column} = ?
         AND (ip <> '' OR user_agent <> '' OR metadata <> '{}' OR salt IS NOT NULL) LIMIT ?`,
      [accountId, limit],
    )
    return rows.map(({ id }) => id)
  }

  /** Where the key of the marks is another one by now. */
  async markErasedAnew(mark: (id: string) => string): Promise<void> {
    for (let last = ''; ; ) {
      const rows = await this.all(
        ID,
        `SELECT id FROM audit_events WHERE erasure IS NOT NULL AND id > ? ORDER BY id LIMIT ${MARKED_AT_ONCE}`,
        [last],
      )
      for (const { id } of rows) await this.sql.run(`UPDATE audit_events SET erasure = ? WHERE id = ?`, [mark(id), id])
      if (rows.length < MARKED_AT_ONCE) return
      last = rows.at(-1)?.id ?? last
    }
  }

  hasAnyOf(type: string): Promise<boolean> {
    return this.isOne(`SELECT id FROM audit_events WHERE type = ? LIMIT 1`, [type])
  }

  /** The same for an event that has no number yet: it is sealed without. */
  async blank(id: string): Promise<void> {
    await this.sql.run(`UPDATE audit_events SET ip = '', user_agent = '', metadata = '{}' WHERE id = ? AND sequence IS NULL`, [
      id,
    ])
  }

  /** Takes what is personal away for ever: without the salt nothing leads from the hash back to it. The leaf stays as it is. */
  async erase(id: string, erasure: string): Promise<void> {
    await this.sql.run(
      `UPDATE audit_events SET ip = '', user_agent = '', metadata = '{}', salt = NULL, erasure = ?
       WHERE id = ? AND sequence IS NOT NULL`,
      [erasure, id],
    )
  }
}
