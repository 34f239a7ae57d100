import { json, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'
import type { Subscription } from '../messages/message-types.ts'

/** Why it is told nothing: an administrator has said so, it has said so itself, it did not answer for days, or its maker may make none any more. */
export const DISABLED_REASONS = ['by_administrator', 'gone', 'unreachable', 'maker_without_power'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

/** Stands for the operator as the maker of a webhook: no account and no key has this id. */
export const OPERATOR = 'operator'

export const WEBHOOKS = table('webhooks', {
  key: 'id',
  columns: {
    id: text('id'),
    url: text('url'),
    types: json<readonly Subscription[]>('types'),
    description: optional(text('description')),
    /** Sealed, as is the one before it, which signs as well until its time is over. */
    secret: text('secret'),
    previousSecret: optional(text('previous_secret')),
    previousUntil: optional(time('previous_until')),
    /** An administrator, a key or the operator. */
    createdBy: optional(text('created_by')),
    createdAt: time('created_at'),
    updatedAt: time('updated_at'),
    disabledAt: optional(time('disabled_at')),
    disabledReason: optional(text<DisabledReason>('disabled_reason')),
    /** The number of the next event to look at. */
    cursor: number('cursor'),
    /** The size of the next checkpoint to look at, or less. */
    checkpointCursor: number('checkpoint_cursor'),
    /** Since when no attempt was good. */
    failingSince: optional(time('failing_since')),
    /** It has asked to be left alone until then. */
    pausedUntil: time('paused_until'),
    lastSuccessAt: optional(time('last_success_at')),
  },
  purged: { never: 'an administrator removes it' },
  deleted: { forgotten: 'created_by', as: 'NULL' },
  restored: {
    kept: 'what was told already is told again under the same ids; the command says that one which was removed since is back',
  },
  exported: [],
})

export type Webhook = RowOf<typeof WEBHOOKS>

/** Of what an endpoint has still to be told; its cursor waits for the rest. */
export const MOST_OPEN = 1000

/** More than an operator can keep an eye on. */
export const MOST_WEBHOOKS = 20

const INSERT = WEBHOOKS.insert()
const CHANGE = WEBHOOKS.omit('id', 'createdAt', 'cursor', 'checkpointCursor', 'lastSuccessAt').update()

export const webhooksIn = (tx: Connection): WebhooksTable => new WebhooksTable(tx)

export class WebhooksTable extends Table {
  find(id: string): Promise<Webhook | undefined> {
    return this.oneWhere(WEBHOOKS, `id = ?`, [id])
  }

  /** In a transaction: all others that would change it, or tell it of more, wait. */
  lock(id: string): Promise<Webhook | undefined> {
    return this.one(WEBHOOKS, `UPDATE webhooks SET updated_at = updated_at WHERE id = ? RETURNING ${WEBHOOKS.names}`, [id])
  }

  /** In a transaction: one process at a time looks at how much is under way. */
  lockAll(): Promise<readonly Webhook[]> {
    return this.allWhere(WEBHOOKS, `1 = 1 ORDER BY id FOR UPDATE`, [])
  }

  list(): Promise<readonly Webhook[]> {
    return this.allWhere(WEBHOOKS, `1 = 1 ORDER BY created_at DESC, id DESC`, [])
  }

  count(): Promise<number> {
    return this.total(`SELECT COUNT(*) AS total FROM webhooks`)
  }

  hasAny(): Promise<boolean> {
    return this.isOne(`SELECT id FROM webhooks LIMIT 1`, [])
  }

  isWanted(): Promise<boolean> {
    return this.isOne(`SELECT id FROM webhooks WHERE disabled_at IS NULL LIMIT 1`, [])
  }

  async add(webhook: Webhook): Promise<void> {
    await this.sql.run(INSERT.text, INSERT.params(webhook))
  }

  async set(webhook: Webhook): Promise<void> {
    await this.sql.run(`${CHANGE.text} WHERE id = ?`, [...CHANGE.params(webhook), webhook.id])
  }

  async remove(id: string): Promise<void> {
    await this.sql.run(`DELETE FROM webhook_deliveries WHERE webhook_id = ?`, [id])
    await this.sql.run(`DELETE FROM webhooks WHERE id = ?`, [id])
  }

  /** Those behind the log, and those with something to send. */
  async due(size: number, now: number): Promise<readonly string[]> {
    const rows = await this.allWhere(
      ID,
      `disabled_at IS NULL AND (((cursor < ? OR EXISTS (SELECT 1 FROM audit_checkpoints WHERE size >= webhooks.checkpoint_cursor)) AND (
           SELECT COUNT(*) FROM webhook_deliveries WHERE webhook_id = webhooks.id AND done_at IS NULL) < ${MOST_OPEN})
         OR (paused_until <= ? AND EXISTS (
         SELECT 1 FROM webhook_deliveries WHERE webhook_id = webhooks.id AND done_at IS NULL
           AND next_attempt_at <= ? AND leased_until <= ?)))`,
      [size, now, now, now],
    )
    return rows.map(({ id }) => id)
  }

  async advance(id: string, { cursor, checkpointCursor }: Pick<Webhook, 'cursor' | 'checkpointCursor'>): Promise<void> {
    await this.sql.run(`UPDATE webhooks SET cursor = ?, checkpoint_cursor = ? WHERE id = ?`, [cursor, checkpointCursor, id])
  }

  /** Returns since when it had not answered before. */
  async succeeded(id: string, now: number): Promise<number | undefined> {
    const failing = await this.one(FAILING, `SELECT failing_since FROM webhooks WHERE id = ? AND failing_since IS NOT NULL`, [id])
    await this.sql.run(`UPDATE webhooks SET failing_since = NULL, paused_until = 0, last_success_at = ? WHERE id = ?`, [now, id])
    return failing?.failingSince
  }

  /** Returns since when no attempt was good. One that was led elsewhere meanwhile has not failed there. */
  async failed({ id, url }: Pick<Webhook, 'id' | 'url'>, now: number, pausedUntil: number): Promise<number> {
    const row = await this.one(
      FAILING,
      `UPDATE webhooks SET failing_since = COALESCE(failing_since, CAST(? AS BIGINT)),
         paused_until = CASE WHEN paused_until > ? THEN paused_until ELSE CAST(? AS BIGINT) END
       WHERE id = ? AND url = ? RETURNING failing_since`,
      [now, pausedUntil, pausedUntil, id, url],
    )
    return row?.failingSince ?? now
  }

  /** False where it was disabled already, leads elsewhere, or is gone. */
  disable({ id, url }: Pick<Webhook, 'id' | 'url'>, reason: DisabledReason, now: number): Promise<boolean> {
    return this.isOne(
      `UPDATE webhooks SET disabled_at = ?, disabled_reason = ?, updated_at = ? WHERE id = ? AND url = ? AND disabled_at IS NULL RETURNING id`,
      [now, reason, now, id, url],
    )
  }
}

const ID = WEBHOOKS.pick('id')
const FAILING = WEBHOOKS.pick('failingSince')
