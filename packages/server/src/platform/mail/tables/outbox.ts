import { cell, json, number, optional, type RowOf, text, time } from '../../store/columns.ts'
import type { Row } from '../../store/engine.ts'
import { type Connection, KEPT_MS, Table, table } from '../../store/table.ts'

/** Which counter a mail was counted by, to be given back where it is never sent. */
interface CountedWindow {
  readonly bucket: string
  readonly expiresAt: number
}

/** What was written beside a mail in the belief that it would leave. */
export interface MailTraces {
  /** Where it was counted. */
  readonly counts: readonly CountedWindow[]
  /** Ids of the events that speak of it. */
  readonly events: readonly string[]
  /** Ids of the events that speak of what it was written for. */
  readonly causes?: readonly string[]
}

export type MailOutcome = 'sent' | 'failed' | 'expired' | 'decoy'

export const OUTBOX = table('outbox', {
  key: 'id',
  columns: {
    id: text('id'),
    kind: text('kind'),
    /** The sealed mail. Gone once it was delivered, unless the development inbox keeps it; of a decoy, after the next round. */
    payload: optional(text('payload')),
    attempts: number('attempts'),
    nextAttemptAt: time('next_attempt_at'),
    /** No other sender delivers it before this. */
    leasedUntil: time('leased_until'),
    expiresAt: time('expires_at'),
    createdAt: time('created_at'),
    doneAt: optional(time('done_at')),
    outcome: optional(text<MailOutcome>('outcome')),
    traces: optional(json<MailTraces>('traces')),
    /** The smaller the sooner. */
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
const TRACES = OUTBOX.pick('traces')

export type OutboxRow = RowOf<typeof OUTBOX_ROW>

export interface NewOutboxRow
  extends Pick<RowOf<typeof OUTBOX>, 'id' | 'kind' | 'expiresAt' | 'createdAt' | 'leasedUntil' | 'urgency'> {
  readonly payload: string
  /** Written to cost the same as a mail, and never sent. */
  readonly isDecoy: boolean
  /** For a mail that its flow answers for. */
  readonly traces?: MailTraces
}

export const outboxIn = (tx: Connection): OutboxTable => new OutboxTable(tx)

/** Mails that are to be sent. A lease keeps several processes from sending one twice; it ends by itself when its holder died. */
export class OutboxTable extends Table {
  /** One that is leased is delivered by the flow that wrote it. */
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
   * What is due and not being sent: the most urgent, of those the oldest, and one place for whatever has been due for
   * longest, so that nothing waits for ever behind what is more urgent. Reading first keeps an idle service from writing.
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

  /** Takes a due mail for this process. Undefined when another one was faster. */
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

  /**
   * Empties decoys: they have cost what a mail costs, and are never read. Returns how many there were: `limit` when there may be
   * others. Looking first keeps an idle service from writing.
   */
  async emptyDecoys(limit: number): Promise<number> {
    const full = `SELECT id FROM outbox WHERE outcome = 'decoy' AND payload IS NOT NULL LIMIT ?`
    if ((await this.sql.query(full, [1])).length === 0) return 0
    return (await this.sql.query(`UPDATE outbox SET payload = NULL WHERE id IN (${full}) RETURNING id`, [limit])).length
  }

  /** Whether the mail server took it. */
  isSent(id: string): Promise<boolean> {
    return this.isOne(`SELECT id FROM outbox WHERE id = ? AND outcome = 'sent'`, [id])
  }

  /** Ends a mail that was not sent and hands out its traces, once. */
  async withdraw(id: string, now: number): Promise<MailTraces | undefined> {
    const [found] = await this.sql.query(`SELECT ${TRACES.names} FROM outbox WHERE id = ?`, [id])
    const ended = await this.sql.query(
      `UPDATE outbox SET done_at = COALESCE(done_at, ?), outcome = 'failed', payload = NULL, traces = NULL
       WHERE id = ? AND traces IS NOT NULL AND COALESCE(outcome, 'failed') <> 'sent' RETURNING id`,
      [now, id],
    )
    return found && ended.length === 1 ? TRACES.read(found).traces : undefined
  }

  /** How many mails wait, and since when the oldest does. */
  async backlog(): Promise<{ readonly waiting: number; readonly oldestAt: number | undefined }> {
    const [row] = await this.sql.query(`SELECT COUNT(*) AS waiting, MIN(created_at) AS oldest FROM outbox WHERE done_at IS NULL`)
    return { waiting: cell(row, number('waiting')), oldestAt: cell(row, optional(time('oldest'))) }
  }

  /** Delivered mails whose text is still there, newest first. */
  listDelivered(limit: number): Promise<readonly OutboxRow[]> {
    return this.allWhere(OUTBOX_ROW, `outcome = 'sent' AND payload IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT ?`, [
      limit,
    ])
  }
}
