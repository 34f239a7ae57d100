import type { Sql } from '../engine.ts'

/** Accounts in a span, as long as none of them is deleted. */
const SIZE = 2000
/** No transaction lives this long, and no two clocks of one service are this far apart. */
const SETTLED_AFTER_MS = 60_000

const SETTLED = `accounts IS NOT NULL AND ends_at < COALESCE((SELECT MIN(ends_at) FROM account_spans WHERE accounts IS NULL), ${Number.MAX_SAFE_INTEGER})`

/**
 * How many accounts were created in each stretch of time, so that a total and a far page cost the same however many
 * there are. What is newer than the last settled span is counted row by row; it is never much.
 *
 * A span is marked first and counted a while later, under a lock of its row. By then whoever added or removed an
 * account without knowing of the span has finished, and whoever removes one after that takes it from the count: so
 * registrations write nothing here, and the counts are exact all the same.
 */
export class AccountSpansTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Accounts in all settled spans, and where the last of those ends. */
  async settled(): Promise<{ readonly accounts: number; readonly endsAt: number }> {
    const [row] = await this.#sql.query(
      `SELECT CAST(COALESCE(SUM(accounts), 0) AS BIGINT) AS accounts, COALESCE(MAX(ends_at), -1) AS ends_at
         FROM account_spans WHERE ${SETTLED}`,
    )
    return { accounts: row?.['accounts'] as number, endsAt: row?.['ends_at'] as number }
  }

  /** The last span that lies wholly before a position, from the oldest or from the newest; and how many come with it. */
  async before(
    position: number,
    isAscending: boolean,
  ): Promise<{ readonly startsAfter: number; readonly endsAt: number; readonly accounts: number } | undefined> {
    const direction = isAscending ? 'ASC' : 'DESC'
    const [row] = await this.#sql.query(
      `SELECT starts_after, ends_at, reached FROM (
         SELECT starts_after, ends_at, CAST(SUM(accounts) OVER (ORDER BY ends_at ${direction}) AS BIGINT) AS reached
           FROM account_spans WHERE ${SETTLED}
       ) AS spans WHERE reached <= ? ORDER BY reached DESC, ends_at ${isAscending ? 'DESC' : 'ASC'} LIMIT 1`,
      [position],
    )
    if (!row) return undefined
    return {
      startsAfter: row['starts_after'] as number,
      endsAt: row['ends_at'] as number,
      accounts: row['reached'] as number,
    }
  }

  /** One account less in its span, in the transaction that removes it. */
  async leave(createdAt: number): Promise<void> {
    await this.#sql.query(
      `UPDATE account_spans SET accounts = accounts - 1
        WHERE ends_at = (SELECT MIN(ends_at) FROM account_spans WHERE ends_at >= ?)`,
      [createdAt],
    )
  }

  /** Marks off the next span, if enough accounts wait for it. */
  async mark(now: number): Promise<boolean> {
    const [last] = await this.#sql.query(`SELECT COALESCE(MAX(ends_at), -1) AS ends_at FROM account_spans`)
    const startsAfter = last?.['ends_at'] as number
    const [row] = await this.#sql.query(
      `SELECT created_at FROM accounts WHERE created_at > ? ORDER BY created_at LIMIT 1 OFFSET ${SIZE - 1}`,
      [startsAfter],
    )
    if (!row || (row['created_at'] as number) > now - SETTLED_AFTER_MS) return false
    const marked = await this.#sql.query(
      `INSERT INTO account_spans (ends_at, starts_after, marked_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING ends_at`,
      [row['created_at'] as number, startsAfter, now],
    )
    return marked.length > 0
  }

  /** Counts the oldest span that was marked long enough ago. Only inside a transaction, which holds its row. */
  async settle(now: number): Promise<boolean> {
    const [span] = await this.#sql.query(
      `UPDATE account_spans SET accounts = NULL
        WHERE ends_at = (SELECT MIN(ends_at) FROM account_spans WHERE accounts IS NULL AND marked_at <= ?)
        RETURNING starts_after, ends_at`,
      [now - SETTLED_AFTER_MS],
    )
    if (!span) return false
    const { starts_after, ends_at } = span as { readonly starts_after: number; readonly ends_at: number }
    await this.#sql.query(
      `UPDATE account_spans SET accounts = (SELECT COUNT(*) FROM accounts WHERE created_at > ? AND created_at <= ?) WHERE ends_at = ?`,
      [starts_after, ends_at, ends_at],
    )
    return true
  }
}
