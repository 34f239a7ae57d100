import { newId } from '../../../platform/kernel/ids.ts'
import { flag, json, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import type { Row, Sql } from '../../../platform/store/engine.ts'
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
    /** Its number in the sealed log; none until it is sealed. */
    sequence: optional(number('sequence')),
    /** Of the hash of what is personal; none once that was erased. */
    salt: optional(text('salt')),
    personalHash: optional(text('personal_hash')),
    /** Shows that what is personal was erased by us. */
    erasure: optional(text('erasure')),
  },
  purged: { by: purgeUnsealed, keptMs: 'audit' },
  deleted: { kept: 'the log names accounts by id alone' },
  restored: { noted: restoredEvent, needs: 'metadata' },
  exported: [],
})
export const EVENT = AUDIT_EVENTS.omit('count', 'sequence', 'salt', 'personalHash', 'erasure')
const COUNTED = AUDIT_EVENTS.omit('salt', 'personalHash')

export type AuditEvent = RowOf<typeof EVENT> & { readonly sequence?: number | undefined }

const INSERT = EVENT.insert()
/** What is sealed changes no more: a failure that comes so late is counted by day alone. */
const ADD_EVENT = `${INSERT.text} ON CONFLICT (id) DO UPDATE
  SET count = audit_events.count + CASE WHEN audit_events.sequence IS NULL THEN 1 ELSE 0 END`

/** The background work that seals events: every transaction that adds one wakes it. */
export const SEALING_WORK = 'sealing'

/** What comes after it has the numbers of events that the copy does not have. */
function restoredEvent(now: number, isThere: (column: string) => boolean): string {
  const size = isThere('audit_head.size')
    ? `COALESCE((SELECT '{"from":' || size || '}' FROM audit_head WHERE id = 1), '{}')`
    : `'{}'`
  return `INSERT INTO audit_events (id, type, success, ip, user_agent, request_id, metadata, created_at)
    SELECT '${newId(now)}', 'service.restored', 1, '', 'latchkey command line', '', ${size}, ${now}`
}

/** What is sealed is removed by the log itself, which answers for every number that it has given. */
async function purgeUnsealed(sql: Sql, before: number, limit: number): Promise<number> {
  const removed = await sql.query(
    `DELETE FROM audit_events WHERE sequence IS NULL AND id IN (
       SELECT id FROM audit_events WHERE sequence IS NULL AND created_at < ? ORDER BY created_at LIMIT ?) RETURNING id`,
    [before, limit],
  )
  return removed.length
}

function toEvent(row: Row): AuditEvent {
  const { count, erasure, ...event } = COUNTED.read(row)
  if (count === 1 && erasure === undefined) return event
  const metadata = { ...event.metadata, ...(count > 1 && { count }), ...(erasure !== undefined && { erased: 'true' }) }
  return { ...event, metadata }
}

export const auditIn = (tx: Connection): AuditTable => new AuditTable(tx)

/** Rows name accounts by id, never by address, so rows may outlive accounts. */
export class AuditTable extends Table {
  /** Where the id is there already, only its count rises. */
  async add(event: AuditEvent): Promise<void> {
    this.#count(event, 1)
    this.effects.workAdded(SEALING_WORK)
    await this.sql.run(ADD_EVENT, INSERT.params(event))
  }

  /** Those that are sealed stay. */
  async remove(ids: readonly string[]): Promise<readonly RowOf<typeof COUNTED>[]> {
    if (ids.length === 0) return []
    const rows = await this.sql.query(
      `DELETE FROM audit_events WHERE id IN (${placeholders(ids)}) AND sequence IS NULL RETURNING ${COUNTED.names}`,
      ids,
    )
    const removed = rows.map(COUNTED.read)
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
      `SELECT ${COUNTED.names} FROM audit_events WHERE id IN (${placeholders(ids)}) ORDER BY created_at, id`,
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
