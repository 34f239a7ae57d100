import type { AuditType } from '../../kernel/audit-types.ts'
import type { Effects } from '../effects.ts'
import type { Row, Sql } from '../engine.ts'
import { type AuditFilter, listEvents, pageOfEvents } from './audit-list.ts'
import { figureOf } from './day-counters.ts'
import type { ListPage, Position, Slice } from './list-page.ts'
import type { Count } from './walks.ts'

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

export interface FoundEvents extends ListPage, Count {
  readonly events: readonly AuditEvent[]
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
  readonly #effects: Effects

  constructor(sql: Sql, effects: Effects) {
    this.#sql = sql
    this.#effects = effects
  }

  /** An id that is there already stands for the same once more. One statement for both, whoever it is about. */
  async add(event: AuditEvent): Promise<void> {
    this.#count(event, 1)
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
    const rows = await this.#sql.query(`DELETE FROM audit_events WHERE id IN (${ids.map(() => '?').join(', ')}) RETURNING *`, ids)
    for (const row of rows) this.#count(toEvent(row), -1)
  }

  /** Newest first, with how many there are in all. */
  async list(filter: AuditFilter, slice: Slice): Promise<FoundEvents> {
    const found = await listEvents(this.#sql, filter, slice)
    return { ...found, events: await this.#read(found) }
  }

  /** The newest few, or the newest behind a place in the list. */
  async newest(
    filter: AuditFilter,
    limit: number,
    at?: Position,
  ): Promise<{ readonly events: readonly AuditEvent[]; readonly next: Position | undefined }> {
    const page = await pageOfEvents(this.#sql, filter, { limit, offset: 0, at })
    return { events: await this.#read(page), next: page.next }
  }

  async findAll(ids: readonly string[]): Promise<readonly AuditEvent[]> {
    if (ids.length === 0) return []
    const rows = await this.#sql.query(
      `SELECT * FROM audit_events WHERE id IN (${ids.map(() => '?').join(', ')}) ORDER BY created_at, id`,
      ids,
    )
    return rows.map(toEvent)
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

  async #read({ matches }: ListPage): Promise<readonly AuditEvent[]> {
    return (await this.findAll(matches.map(({ id }) => id))).toReversed()
  }

  #count({ type, isSuccess, createdAt }: AuditEvent, by: 1 | -1): void {
    const figure = figureOf(type, isSuccess)
    if (figure) this.#effects.count(figure, createdAt, by)
  }
}
