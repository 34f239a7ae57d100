import { type Backlog, backlogOf } from '../../store/backlog.ts'
import { json, number, optional, type RowOf, text, time } from '../../store/columns.ts'
import type { Queries, Row } from '../../store/engine.ts'
import { type Connection, KEPT_MS, Table, table } from '../../store/table.ts'

/** Rows that were written in the belief that the mail would leave, and are taken back when it is never sent. */
export interface MailTraces {
  readonly counts: readonly { readonly bucket: string; readonly expiresAt: number }[]
  /** Ids of audit events about the mail. */
  readonly events: readonly string[]
  /** Ids of audit events about the reason for the mail. */
  readonly causes?: readonly string[]
}

export type MailOutcome = 'sent' | 'failed' | 'expired' | 'decoy'

export const OUTBOX = table('outbox', {
  key: 'id',
  columns: {
    id: text('id'),
    kind: text('kind'),
    /** Sealed. Removed after the delivery, unless the development inbox keeps it; that of a decoy after the next round. */
    payload: optional(text('payload')),
    attempts: number('attempts'),
    nextAttemptAt: time('next_attempt_at'),
    /** No other sender delivers the mail before this. */
    leasedUntil: time('leased_until'),
    expiresAt: time('expires_at'),
    createdAt: time('created_at'),
    doneAt: optional(time('done_at')),
    outcome: optional(text<MailOutcome>('outcome')),
    traces: optional(json<MailTraces>('traces')),
    urgency: number('urgency'),
  },
  purged: { after: 'done_at', keptMs: KEPT_MS },
  deleted: { kept: 'until they are sent: mails are sealed, and name no account' },
  restored: { dropped: 'done_at IS NULL', needs: 'done_at' },
  exported: [],
})

const INSERT = OUTBOX.insert()
const OUTBOX_ROW = OUTBOX.pick('id', 'kind', 'payload', 'attempts', 'expiresAt', 'createdAt')
const ID = OUTBOX.pick('id')
const FATE = OUTBOX.pick('outcome', 'doneAt')
const TRACES = OUTBOX.pick('traces')

export type OutboxRow = RowOf<typeof OUTBOX_ROW>

export type MailFate = RowOf<typeof FATE>

export interface NewOutboxRow
  extends Pick<RowOf<typeof OUTBOX>, 'id' | 'kind' | 'expiresAt' | 'createdAt' | 'leasedUntil' | 'urgency'> {
  readonly payload: string
  /** A decoy costs the same as a mail, and is never sent. */
  readonly isDecoy: boolean
  readonly traces?: MailTraces
}

export const mailBacklog = (sql: Queries): Promise<Backlog> => backlogOf(sql, 'outbox WHERE done_at IS NULL')

export const outboxIn = (tx: Connection): OutboxTable => new OutboxTable(tx)

/** A lease keeps several processes from sending one mail twice, and ends by itself when its holder died. */
export class OutboxTable extends Table {
  /** A mail that is leased from the start is delivered by the flow that wrote it. */
  async add(mail: NewOutboxRow): Promise<void> {
    if (mail.leasedUntil === 0) this.effects.mailAdded()
    const { traces, createdAt, isDecoy } = mail
    const fate = isDecoy ? ({ doneAt: createdAt, outcome: 'decoy' } as const) : { doneAt: undefined, outcome: undefined }
    await this.sql.run(INSERT.text, INSERT.params({ ...mail, ...fate, traces, attempts: 0, nextAttemptAt: createdAt }))
  }

  find(id: string): Promise<OutboxRow | undefined> {
    return this.oneWhere(OUTBOX_ROW, `id = ? AND done_at IS NULL`, [id])
  }

  /**
   * One place is for the mail that has been due for longest, so that none waits for ever behind more urgent ones. Reading before
   * leasing keeps an idle service from writing.
   */
  async due(now: number, limit: number): Promise<readonly string[]> {
    const isDue = `done_at IS NULL AND next_attempt_at <= ? AND leased_until <= ?`
    const [urgent, patient] = await Promise.all([
      this.sql.query(`SELECT ${ID.names} FROM outbox WHERE ${isDue} ORDER BY urgency, created_at, id LIMIT ?`, [now, now, limit]),
      this.sql.query(`SELECT ${ID.names} FROM outbox WHERE ${isDue} ORDER BY next_attempt_at LIMIT 1`, [now, now]),
    ])
    const idsOf = (rows: readonly Row[]) => rows.map((row) => ID.read(row).id)
    return [...new Set([...idsOf(patient), ...idsOf(urgent)])].slice(0, limit)
  }

  /** Undefined when another process was faster. */
  lease(id: string, now: number, until: number): Promise<OutboxRow | undefined> {
    return this.one(
      OUTBOX_ROW,
      `UPDATE outbox SET leased_until = ?, attempts = attempts + 1 WHERE id = ? AND done_at IS NULL AND leased_until <= ? RETURNING ${OUTBOX_ROW.names}`,
      [until, id, now],
    )
  }

  async postpone(id: string, nextAttemptAt: number): Promise<void> {
    await this.sql.run(`UPDATE outbox SET leased_until = 0, next_attempt_at = ? WHERE id = ?`, [nextAttemptAt, id])
  }

  async finish(id: string, outcome: MailOutcome, now: number, keepsPayload: boolean): Promise<void> {
    const payload = keepsPayload ? 'payload' : 'NULL'
    await this.sql.run(`UPDATE outbox SET done_at = ?, outcome = ?, payload = ${payload} WHERE id = ?`, [now, outcome, id])
  }

  /** Returns `limit` when there may be more. Reading first keeps an idle service from writing. */
  async emptyDecoys(limit: number): Promise<number> {
    const full = `SELECT id FROM outbox WHERE outcome = 'decoy' AND payload IS NOT NULL LIMIT ?`
    if ((await this.sql.query(full, [1])).length === 0) return 0
    return (await this.sql.query(`UPDATE outbox SET payload = NULL WHERE id IN (${full}) RETURNING id`, [limit])).length
  }

  /** Undefined once the row is gone; `outcome` is, too, while the mail waits. */
  fateOf(id: string): Promise<MailFate | undefined> {
    return this.oneWhere(FATE, `id = ?`, [id])
  }

  async hasWaiting(atLeast: number): Promise<boolean> {
    return (await this.sql.query(`SELECT id FROM outbox WHERE done_at IS NULL LIMIT ?`, [atLeast])).length === atLeast
  }

  isSent(id: string): Promise<boolean> {
    return this.isOne(`SELECT id FROM outbox WHERE id = ? AND outcome = 'sent'`, [id])
  }

  /** Ends a mail that was not sent. Its traces are handed out only once. */
  async withdraw(id: string, now: number): Promise<MailTraces | undefined> {
    const [found] = await this.sql.query(`SELECT ${TRACES.names} FROM outbox WHERE id = ?`, [id])
    const ended = await this.sql.query(
      `UPDATE outbox SET done_at = COALESCE(done_at, ?), outcome = 'failed', payload = NULL, traces = NULL
       WHERE id = ? AND traces IS NOT NULL AND COALESCE(outcome, 'failed') <> 'sent' RETURNING id`,
      [now, id],
    )
    return found && ended.length === 1 ? TRACES.read(found).traces : undefined
  }

  backlog(): Promise<Backlog> {
    return mailBacklog(this.sql)
  }

  listDelivered(limit: number): Promise<readonly OutboxRow[]> {
    return this.allWhere(OUTBOX_ROW, `outcome = 'sent' AND payload IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT ?`, [
      limit,
    ])
  }
}
