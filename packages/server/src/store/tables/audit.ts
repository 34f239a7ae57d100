import type { AuditType } from '../../kernel/audit-types.ts'
import type { Row, Sql } from '../engine.ts'

export interface AuditEvent {
  readonly id: string
  readonly type: AuditType
  readonly isSuccess: boolean
  readonly actorId: string | undefined
  readonly targetUserId: string | undefined
  readonly sessionId: string | undefined
  readonly ip: string
  readonly userAgent: string
  readonly requestId: string
  /** With `count` where the row stands for several. */
  readonly metadata: Readonly<Record<string, string | number>>
  /** Of the first, where it stands for several. */
  readonly createdAt: number
}

export interface AuditFilter {
  readonly type?: string | undefined
  readonly actorId?: string | undefined
  readonly targetUserId?: string | undefined
  readonly ip?: string | undefined
  /** Epoch milliseconds, inclusive. */
  readonly from?: number | undefined
  /** Epoch milliseconds, exclusive. */
  readonly to?: number | undefined
  readonly success?: number | undefined
}

const COLUMNS: Readonly<Record<keyof AuditFilter, string>> = {
  type: `type = ?`,
  actorId: `actor_id = ?`,
  targetUserId: `target_user_id = ?`,
  ip: `ip = ?`,
  from: `created_at >= ?`,
  to: `created_at < ?`,
  success: `success = ?`,
}

const toEvent = (row: Row): AuditEvent => ({
  id: row['id'] as string,
  type: row['type'] as AuditType,
  isSuccess: row['success'] === 1,
  actorId: (row['actor_id'] as string | null) ?? undefined,
  targetUserId: (row['target_user_id'] as string | null) ?? undefined,
  sessionId: (row['session_id'] as string | null) ?? undefined,
  ip: row['ip'] as string,
  userAgent: row['user_agent'] as string,
  requestId: row['request_id'] as string,
  metadata: { ...JSON.parse(row['metadata'] as string), ...((row['count'] as number) > 1 && { count: row['count'] }) },
  createdAt: row['created_at'] as number,
})

/** Rows name accounts by id, never by address, so they may outlive them. */
export class AuditTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** An id that is there already stands for the same once more. One statement for both, whoever it is about. */
  async add(event: AuditEvent): Promise<void> {
    await this.#sql.query(
      `INSERT INTO audit_events (id, type, success, actor_id, target_user_id, session_id, ip, user_agent, request_id, metadata, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET count = audit_events.count + 1`,
      [
        event.id,
        event.type,
        event.isSuccess ? 1 : 0,
        event.actorId ?? null,
        event.targetUserId ?? null,
        event.sessionId ?? null,
        event.ip,
        event.userAgent,
        event.requestId,
        JSON.stringify(event.metadata),
        event.createdAt,
      ],
    )
  }

  /** Of what was taken back, as if it had never been. */
  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await this.#sql.query(`DELETE FROM audit_events WHERE id IN (${ids.map(() => '?').join(', ')})`, ids)
  }

  /** Newest first, with how many there are in all. */
  async list(
    filter: AuditFilter,
    limit: number,
    offset: number,
  ): Promise<{ readonly total: number; readonly events: readonly AuditEvent[] }> {
    const conditions = Object.entries(COLUMNS).filter(([key]) => filter[key as keyof AuditFilter] !== undefined)
    const where = conditions.length > 0 ? `WHERE ${conditions.map(([, condition]) => condition).join(' AND ')}` : ''
    const params = conditions.map(([key]) => filter[key as keyof AuditFilter] ?? null)
    const [count] = await this.#sql.query(`SELECT COUNT(*) AS total FROM audit_events ${where}`, params)
    const rows = await this.#sql.query(`SELECT * FROM audit_events ${where} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`, [
      ...params,
      limit,
      offset,
    ])
    return { total: count?.['total'] as number, events: rows.map(toEvent) }
  }

  async findAll(ids: readonly string[]): Promise<readonly AuditEvent[]> {
    if (ids.length === 0) return []
    const rows = await this.#sql.query(
      `SELECT * FROM audit_events WHERE id IN (${ids.map(() => '?').join(', ')}) ORDER BY created_at, id`,
      ids,
    )
    return rows.map(toEvent)
  }

  /** How many events of each of these types went well on each day since a moment. Days are UTC, counted from 1970. */
  async countByDay(
    types: readonly AuditType[],
    from: number,
  ): Promise<readonly { readonly type: AuditType; readonly day: number; readonly total: number }[]> {
    const rows = await this.#sql.query(
      `SELECT type, created_at / 86400000 AS day, COUNT(*) AS total FROM audit_events
       WHERE type IN (${types.map(() => '?').join(', ')}) AND created_at >= ? AND success = 1 GROUP BY type, created_at / 86400000`,
      [...types, from],
    )
    return rows.map((row) => ({
      type: row['type'] as AuditType,
      day: row['day'] as number,
      total: row['total'] as number,
    }))
  }

  /** The oldest first, by the index on their time. */
  async purge(before: number, limit: number): Promise<number> {
    const rows = await this.#sql.query(
      `DELETE FROM audit_events WHERE id IN (SELECT id FROM audit_events WHERE created_at < ? ORDER BY created_at LIMIT ?)
       RETURNING id`,
      [before, limit],
    )
    return rows.length
  }
}
