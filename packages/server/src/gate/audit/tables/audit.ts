import { flag, json, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import type { Row } from '../../../platform/store/engine.ts'
import type { ListPage, Position, Slice } from '../../../platform/store/list-page.ts'
import { type Connection, placeholders, Table, table } from '../../../platform/store/table.ts'
import type { EventType } from '../events.ts'
import { type AuditFilter, listEvents, pageOfEvents } from './audit-list.ts'
import { figureOf } from './day-counters.ts'

export const AUDIT_EVENTS = table('audit_events', {
  key: 'id',
  columns: {
    id: text('id'),
    type: text<EventType>('type'),
    isSuccess: flag('success'),
    actorId: optional(text('actor_id')),
    targetUserId: optional(text('target_user_id')),
    sessionId: optional(text('session_id')),
    orgId: optional(text('org_id')),
    ip: text('ip'),
    userAgent: text('user_agent'),
    requestId: text('request_id'),
    metadata: json<Readonly<Record<string, string | number>>>('metadata'),
    /** Of the first event, where the row stands for several. */
    createdAt: time('created_at'),
    count: number('count'),
  },
  purged: { after: 'created_at', keptMs: 'audit' },
  deleted: { kept: 'the log names accounts by id alone' },
  restored: { kept: 'it tells what was true of the copy' },
  exported: [],
})
export const EVENT = AUDIT_EVENTS.omit('count')

export type AuditEvent = RowOf<typeof EVENT>

const INSERT = EVENT.insert()
const ADD = `${INSERT.text} ON CONFLICT (id) DO UPDATE SET count = audit_events.count + 1`

function toEvent(row: Row): AuditEvent {
  const { count, ...event } = AUDIT_EVENTS.read(row)
  return count > 1 ? { ...event, metadata: { ...event.metadata, count } } : event
}

export const auditIn = (tx: Connection): AuditTable => new AuditTable(tx)

/** Rows name accounts by id, never by address, so rows may outlive accounts. */
export class AuditTable extends Table {
  /** Where the id is there already, only its count rises. */
  async add(event: AuditEvent): Promise<void> {
    this.#count(event, 1)
    await this.sql.run(ADD, INSERT.params(event))
  }

  async remove(ids: readonly string[]): Promise<readonly RowOf<typeof AUDIT_EVENTS>[]> {
    if (ids.length === 0) return []
    const rows = await this.sql.query(
      `DELETE FROM audit_events WHERE id IN (${placeholders(ids)}) RETURNING ${AUDIT_EVENTS.names}`,
      ids,
    )
    const removed = rows.map(AUDIT_EVENTS.read)
    for (const event of removed) this.#count(event, -event.count)
    return removed
  }

  async list(filter: AuditFilter, slice: Slice) {
    const found = await listEvents(this.sql, filter, slice)
    return { ...found, events: await this.#read(found) }
  }

  async newest(filter: AuditFilter, limit: number, at?: Position) {
    const page = await pageOfEvents(this.sql, filter, { limit, offset: 0, at })
    return { events: await this.#read(page), next: page.next }
  }

  async findAll(ids: readonly string[]): Promise<readonly AuditEvent[]> {
    if (ids.length === 0) return []
    const rows = await this.sql.query(
      `SELECT ${AUDIT_EVENTS.names} FROM audit_events WHERE id IN (${placeholders(ids)}) ORDER BY created_at, id`,
      ids,
    )
    return rows.map(toEvent)
  }

  async #read({ matches }: ListPage): Promise<readonly AuditEvent[]> {
    return (await this.findAll(matches.map(({ id }) => id))).toReversed()
  }

  #count({ type, isSuccess, createdAt }: AuditEvent, by: number): void {
    const figure = figureOf(type, isSuccess)
    if (figure) this.effects.count(figure, createdAt, by)
  }
}
