import { DAY_MS } from '../../../platform/kernel/clock.ts'
import type { Outcome } from '../../../platform/outgoing/outcome.ts'
import { type Backlog, backlogOf } from '../../../platform/store/backlog.ts'
import { number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import type { Queries } from '../../../platform/store/engine.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'
import type { MessageType } from '../messages/message-types.ts'

const KEPT = 30 * DAY_MS

/** An event that an endpoint is told of. What it says is written when it is sent. */
export const DELIVERIES = table('webhook_deliveries', {
  key: 'id',
  columns: {
    id: text('id'),
    webhookId: text('webhook_id'),
    /** The `webhook-id` of what is sent, the same at every attempt and at every endpoint. */
    eventId: text('event_id'),
    sequence: number('sequence'),
    type: text<MessageType>('type'),
    createdAt: time('created_at'),
    attempts: number('attempts'),
    nextAttemptAt: time('next_attempt_at'),
    leasedUntil: time('leased_until'),
    doneAt: optional(time('done_at')),
    /** Of the last attempt. */
    outcome: optional(text<Outcome>('outcome')),
    ms: optional(number('ms')),
  },
  purged: { after: 'done_at', keptMs: KEPT },
  deleted: { kept: 'it names an event, which names accounts by id alone' },
  restored: { kept: 'telling an endpoint once more harms nothing' },
  exported: [],
})

export type Delivery = RowOf<typeof DELIVERIES>
type NewDelivery = Pick<Delivery, 'webhookId' | 'eventId' | 'sequence' | 'type'>

const IS_DUE = `done_at IS NULL AND next_attempt_at <= ? AND leased_until <= ?`
const INSERT = DELIVERIES.insert()

const idOf = ({ webhookId, eventId }: Pick<NewDelivery, 'webhookId' | 'eventId'>): string => `${webhookId}.${eventId}`

const begun = (now: number) => ({
  ...{ createdAt: now, attempts: 0, nextAttemptAt: now, leasedUntil: 0 },
  ...{ doneAt: undefined, outcome: undefined, ms: undefined },
})

/** Of all that are told anything at this time. */
export const deliveriesBacklog = (sql: Queries): Promise<Backlog> =>
  backlogOf(sql, 'webhook_deliveries WHERE done_at IS NULL AND webhook_id IN (SELECT id FROM webhooks WHERE disabled_at IS NULL)')

/** Of one, whether it is told anything or not. */
export const deliveriesBacklogOf = (sql: Queries, webhookId: string): Promise<Backlog> =>
  backlogOf(sql, 'webhook_deliveries WHERE webhook_id = ? AND done_at IS NULL', [webhookId])

export const deliveriesIn = (tx: Connection): DeliveriesTable => new DeliveriesTable(tx)

/** A lease keeps several processes from sending one thing at once, and ends by itself when its holder died. */
export class DeliveriesTable extends Table {
  async find(webhookId: string, eventId: string): Promise<Delivery | undefined> {
    if (eventId.includes('\0')) return undefined // PostgreSQL takes no such text
    return this.oneWhere(DELIVERIES, `id = ?`, [idOf({ webhookId, eventId })])
  }

  newest(webhookId: string, limit: number, offset: number): Promise<readonly Delivery[]> {
    return this.allWhere(DELIVERIES, `webhook_id = ? ORDER BY sequence DESC LIMIT ? OFFSET ?`, [webhookId, limit, offset])
  }

  countOf(webhookId: string): Promise<number> {
    return this.total(`SELECT COUNT(*) AS total FROM webhook_deliveries WHERE webhook_id = ?`, [webhookId])
  }

  countOpen(webhookId: string): Promise<number> {
    return this.total(`SELECT COUNT(*) AS total FROM webhook_deliveries WHERE webhook_id = ? AND done_at IS NULL`, [webhookId])
  }

  backlog(): Promise<Backlog> {
    return deliveriesBacklog(this.sql)
  }

  /** Under way from the beginning. */
  async addTest(test: Pick<NewDelivery, 'webhookId' | 'eventId'>, now: number, until: number): Promise<void> {
    const fresh = { ...begun(now), attempts: 1, leasedUntil: until }
    await this.sql.run(INSERT.text, INSERT.params({ id: idOf(test), ...test, sequence: 0, type: 'webhook.test', ...fresh }))
  }

  async removeTest(test: Pick<NewDelivery, 'webhookId' | 'eventId'>): Promise<void> {
    await this.sql.run(`DELETE FROM webhook_deliveries WHERE id = ? AND type = 'webhook.test'`, [idOf(test)])
  }

  /** What is there already stays as it is, or with `again` is open once more. */
  async add(made: readonly NewDelivery[], now: number, again: boolean): Promise<void> {
    const conflict = again
      ? `DO UPDATE SET done_at = NULL, attempts = 0, next_attempt_at = excluded.next_attempt_at`
      : `DO NOTHING`
    for (const one of made)
      await this.sql.run(`${INSERT.text} ON CONFLICT (id) ${conflict}`, INSERT.params({ id: idOf(one), ...one, ...begun(now) }))
  }

  /** Of an endpoint that answers again: nothing of it waits for its time. */
  async hurry(webhookId: string, now: number): Promise<void> {
    await this.sql.run(
      `UPDATE webhook_deliveries SET next_attempt_at = ? WHERE webhook_id = ? AND done_at IS NULL AND next_attempt_at > ?`,
      [now, webhookId, now],
    )
  }

  /** Of an endpoint that is enabled anew: as if nothing had been tried. */
  async beginAgain(webhookId: string, now: number): Promise<void> {
    await this.sql.run(
      `UPDATE webhook_deliveries SET attempts = 0, next_attempt_at = ? WHERE webhook_id = ? AND done_at IS NULL`,
      [now, webhookId],
    )
  }

  /** How many are being sent at this moment, in all and of one endpoint, whichever process sends them. */
  async underWay(webhookId: string, now: number): Promise<{ readonly all: number; readonly ofIt: number }> {
    const counted = `SELECT COUNT(*) AS total FROM webhook_deliveries WHERE done_at IS NULL AND leased_until > 0 AND leased_until > ?`
    const all = await this.total(counted, [now])
    return { all, ofIt: all === 0 ? 0 : await this.total(`${counted} AND webhook_id = ?`, [now, webhookId]) }
  }

  /** The one that comes first. Undefined where nothing is due that is not leased already. */
  leaseNext(webhookId: string, now: number, until: number): Promise<Delivery | undefined> {
    return this.one(
      DELIVERIES,
      `UPDATE webhook_deliveries SET leased_until = ?, attempts = attempts + 1 WHERE ${IS_DUE} AND id = (
         SELECT id FROM webhook_deliveries WHERE webhook_id = ? AND ${IS_DUE} ORDER BY next_attempt_at, sequence LIMIT 1
       ) RETURNING ${DELIVERIES.names}`,
      [until, now, now, webhookId, now, now],
    )
  }

  /** An attempt that was given up does not count. */
  async giveBack(id: string): Promise<void> {
    await this.sql.run(
      `UPDATE webhook_deliveries SET leased_until = 0, attempts = attempts - 1 WHERE id = ? AND done_at IS NULL AND attempts > 0`,
      [id],
    )
  }

  async postpone(id: string, tried: Pick<Delivery, 'outcome' | 'ms'>, nextAttemptAt: number): Promise<void> {
    await this.sql.run(
      `UPDATE webhook_deliveries SET leased_until = 0, next_attempt_at = ?, outcome = ?, ms = ? WHERE id = ? AND done_at IS NULL`,
      [nextAttemptAt, tried.outcome ?? null, tried.ms ?? null, id],
    )
  }

  async finish(id: string, tried: Pick<Delivery, 'outcome' | 'ms'>, now: number): Promise<void> {
    await this.sql.run(
      `UPDATE webhook_deliveries SET done_at = ?, leased_until = 0, outcome = ?, ms = ? WHERE id = ? AND done_at IS NULL`,
      [now, tried.outcome ?? null, tried.ms ?? null, id],
    )
  }
}
