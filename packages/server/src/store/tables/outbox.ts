import type { Effects } from '../effects.ts'
import type { Row, Sql } from '../engine.ts'
import type { LimitWindow } from './limits.ts'

export interface OutboxRow {
  readonly id: string
  readonly kind: string
  /** The sealed mail. Gone once it was delivered, unless the development inbox keeps it. */
  readonly payload: string | undefined
  readonly attempts: number
  readonly expiresAt: number
  readonly createdAt: number
}

/** What was written beside a mail in the belief that it would leave. */
export interface MailTraces {
  /** Where it was counted. */
  readonly counts: readonly LimitWindow[]
  /** Ids of the events that speak of it. */
  readonly events: readonly string[]
  /** Ids of the events that speak of what it was written for. */
  readonly causes?: readonly string[]
}

export interface NewOutboxRow {
  readonly id: string
  readonly kind: string
  readonly payload: string
  readonly expiresAt: number
  readonly createdAt: number
  /** Nobody else delivers it before this. */
  readonly leasedUntil: number
  /** Written to cost the same as a mail, and never sent. */
  readonly isDecoy: boolean
  /** The smaller the sooner. */
  readonly urgency: number
  /** For a mail that its flow answers for. */
  readonly traces?: MailTraces
}

export type MailOutcome = 'sent' | 'failed' | 'expired' | 'decoy'

const toRow = (row: Row): OutboxRow => ({
  id: row['id'] as string,
  kind: row['kind'] as string,
  payload: (row['payload'] as string | null) ?? undefined,
  attempts: row['attempts'] as number,
  expiresAt: row['expires_at'] as number,
  createdAt: row['created_at'] as number,
})

/** Mails that are to be sent. A lease keeps several processes from sending one twice; it ends by itself when its holder died. */
export class OutboxTable {
  readonly #sql: Sql
  readonly #effects: Effects

  constructor(sql: Sql, effects: Effects) {
    this.#sql = sql
    this.#effects = effects
  }

  /** One that is leased is delivered by the flow that wrote it. */
  async add(mail: NewOutboxRow): Promise<void> {
    if (mail.leasedUntil === 0) this.#effects.mailAdded()
    await this.#sql.query(
      `INSERT INTO outbox (id, kind, payload, attempts, next_attempt_at, leased_until, expires_at, created_at, done_at, outcome, traces, urgency)
       VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        mail.id,
        mail.kind,
        mail.payload,
        mail.createdAt,
        mail.leasedUntil,
        mail.expiresAt,
        mail.createdAt,
        mail.isDecoy ? mail.createdAt : null,
        mail.isDecoy ? 'decoy' : null,
        mail.traces ? JSON.stringify(mail.traces) : null,
        mail.urgency,
      ],
    )
  }

  async find(id: string): Promise<OutboxRow | undefined> {
    const [row] = await this.#sql.query(`SELECT * FROM outbox WHERE id = ? AND done_at IS NULL`, [id])
    return row && toRow(row)
  }

  /**
   * What is due and nobody is sending: the most urgent, of those the oldest, and one place for whatever has been due for
   * longest, so that nothing waits for ever behind what is more urgent. Reading first keeps an idle service from writing.
   */
  async due(now: number, limit: number): Promise<readonly string[]> {
    const isDue = `done_at IS NULL AND next_attempt_at <= ? AND leased_until <= ?`
    const [urgent, patient] = await Promise.all([
      this.#sql.query(`SELECT id FROM outbox WHERE ${isDue} ORDER BY urgency, created_at, id LIMIT ?`, [now, now, limit]),
      this.#sql.query(`SELECT id FROM outbox WHERE ${isDue} ORDER BY next_attempt_at LIMIT 1`, [now, now]),
    ])
    const idsOf = (rows: readonly Row[]) => rows.map((row) => row['id'] as string)
    return [...new Set([...idsOf(patient), ...idsOf(urgent)])].slice(0, limit)
  }

  /** Takes a due mail for this process. Undefined when another one was faster. */
  async lease(id: string, now: number, until: number): Promise<OutboxRow | undefined> {
    const [row] = await this.#sql.query(
      `UPDATE outbox SET leased_until = ?, attempts = attempts + 1 WHERE id = ? AND done_at IS NULL AND leased_until <= ? RETURNING *`,
      [until, id, now],
    )
    return row && toRow(row)
  }

  async postpone(id: string, nextAttemptAt: number): Promise<void> {
    await this.#sql.query(`UPDATE outbox SET leased_until = 0, next_attempt_at = ? WHERE id = ?`, [nextAttemptAt, id])
  }

  async finish(id: string, outcome: MailOutcome, now: number, keepsPayload: boolean): Promise<void> {
    const payload = keepsPayload ? 'payload' : 'NULL'
    await this.#sql.query(`UPDATE outbox SET done_at = ?, outcome = ?, payload = ${payload} WHERE id = ?`, [now, outcome, id])
  }

  /** Whether the mail server took it. */
  async isSent(id: string): Promise<boolean> {
    return (await this.#sql.query(`SELECT id FROM outbox WHERE id = ? AND outcome = 'sent'`, [id])).length === 1
  }

  /** Ends a mail that was not sent and hands out its traces, once. */
  async withdraw(id: string, now: number): Promise<MailTraces | undefined> {
    const [found] = await this.#sql.query(`SELECT traces FROM outbox WHERE id = ?`, [id])
    const ended = await this.#sql.query(
      `UPDATE outbox SET done_at = COALESCE(done_at, ?), outcome = 'failed', payload = NULL, traces = NULL
       WHERE id = ? AND traces IS NOT NULL AND COALESCE(outcome, 'failed') <> 'sent' RETURNING id`,
      [now, id],
    )
    return ended.length === 1 ? JSON.parse(found?.['traces'] as string) : undefined
  }

  /** How many mails wait, and since when the oldest does. */
  async backlog(): Promise<{ readonly waiting: number; readonly oldestAt: number | undefined }> {
    const [row] = await this.#sql.query(`SELECT COUNT(*) AS waiting, MIN(created_at) AS oldest FROM outbox WHERE done_at IS NULL`)
    return { waiting: row?.['waiting'] as number, oldestAt: (row?.['oldest'] as number | null) ?? undefined }
  }

  /** Delivered mails whose text is still there, newest first. */
  async listDelivered(limit: number): Promise<readonly OutboxRow[]> {
    const rows = await this.#sql.query(
      `SELECT * FROM outbox WHERE outcome = 'sent' AND payload IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT ?`,
      [limit],
    )
    return rows.map(toRow)
  }

  /** Mails that are done with. */
  async purge(before: number, limit: number): Promise<number> {
    const rows = await this.#sql.query(
      `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE done_at < ? LIMIT ?) RETURNING id`,
      [before, limit],
    )
    return rows.length
  }
}
