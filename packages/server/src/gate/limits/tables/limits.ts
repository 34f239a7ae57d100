import { cell, number, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'

export const LIMITS = table('limits', {
  key: 'bucket',
  columns: {
    bucket: text('bucket'),
    count: number('count'),
    blockedUntil: time('blocked_until'),
    expiresAt: time('expires_at'),
  },
  purged: { after: 'expires_at', keptMs: KEPT_MS },
  deleted: { kept: 'a bucket is a hash, and expires' },
  restored: { kept: 'they expire' },
  exported: [],
})

const INSERT = LIMITS.insert()
const COUNTED = LIMITS.pick('bucket', 'count', 'expiresAt')

export type Counted = Omit<RowOf<typeof COUNTED>, 'bucket'>

/** How much is added, and until when it counts where nothing is counted yet. */
interface Window {
  readonly by: number
  readonly expiresAt: number
}

/** A counter from its first count to its end. The next one of the same bucket ends later. */
export type LimitWindow = Omit<RowOf<typeof COUNTED>, 'count'>

export interface Backoff {
  /** How many attempts are free of it. */
  readonly after: number
  /** How long each further attempt makes the next one wait; the last holds for all that follow. */
  readonly stepsMs: readonly number[]
  /** Attempts are forgotten when there was none for this long. */
  readonly forgetMs: number
}

/** So far the clocks of two machines may be apart without one taking what the other has counted for something of the future. */
const SKEW_MS = 5000

export const limitsIn = (tx: Connection): LimitsTable => new LimitsTable(tx)

/** Counters that several processes share. Every decision is one statement, so of many callers at once none is missed. */
export class LimitsTable extends Table {
  /** Adds to a counter that starts again once it has expired. */
  async count(bucket: string, window: Window, now: number): Promise<Counted> {
    const counted = (await this.countAll([bucket], window, now)).get(bucket)
    if (!counted) throw new Error('a counter was written and is not there')
    return counted
  }

  /**
   * The same for several counters, each named once, in one statement. They are taken in one order everywhere: two callers that
   * lock rows crosswise would wait for each other. A window that ends later than one which begins now was begun before the
   * clock was set back, and is over.
   */
  async countAll(buckets: readonly string[], { by, expiresAt }: Window, now: number): Promise<ReadonlyMap<string, Counted>> {
    const isOver = `limits.expires_at <= ? OR limits.expires_at > excluded.expires_at + ${SKEW_MS}`
    const rows = await this.sql.query(
      `${INSERT.textOf(buckets.length)}
       ON CONFLICT (bucket) DO UPDATE SET
         count = CASE WHEN ${isOver} THEN excluded.count ELSE limits.count + excluded.count END,
         expires_at = CASE WHEN ${isOver} THEN excluded.expires_at ELSE limits.expires_at END
       RETURNING ${COUNTED.names}`,
      [...buckets.toSorted().flatMap((bucket) => INSERT.params({ bucket, count: by, blockedUntil: 0, expiresAt })), now, now],
    )
    return new Map(rows.map(COUNTED.read).map(({ bucket, ...counted }) => [bucket, counted]))
  }

  /**
   * Counts an attempt and, from a certain one on, blocks the next. While blocked it counts nothing and answers false. A block
   * that is longer than any was made before the clock was set back, and holds no more.
   */
  attempt(bucket: string, backoff: Backoff, now: number): Promise<boolean> {
    const { forgetMs, stepsMs } = backoff
    const nowOf = `excluded.expires_at - ${forgetMs}`
    const next = `CASE WHEN limits.expires_at + ${forgetMs} <= excluded.expires_at THEN 1 ELSE limits.count + 1 END`
    // What is inserted carries the time: it expires `forgetMs` from now.
    return this.isOne(
      `${INSERT.text}
       ON CONFLICT (bucket) DO UPDATE SET
         count = ${next},
         blocked_until = ${blockAfter(next, backoff, nowOf)},
         expires_at = excluded.expires_at
       WHERE limits.blocked_until <= ${nowOf} OR limits.blocked_until > ${nowOf} + ${Math.max(...stepsMs) + SKEW_MS}
       RETURNING count`,
      INSERT.params({
        bucket,
        count: 1,
        blockedUntil: backoff.after <= 1 ? now + (stepsMs[0] ?? 0) : 0,
        expiresAt: now + forgetMs,
      }),
    )
  }

  /** From now on, and for so long only, attempts are taken in this bucket by `attemptOpened`. */
  async open(bucket: string, expiresAt: number): Promise<void> {
    await this.sql.run(
      `${INSERT.text} ON CONFLICT (bucket) DO UPDATE SET count = 0, blocked_until = 0, expires_at = excluded.expires_at`,
      INSERT.params({ bucket, count: 0, blockedUntil: 0, expiresAt }),
    )
  }

  /** Until when a bucket that was opened is; undefined when it is not. */
  async openUntil(bucket: string, now: number): Promise<number | undefined> {
    const [row] = await this.sql.query(`SELECT expires_at FROM limits WHERE bucket = ? AND expires_at > ?`, [bucket, now])
    return row && cell(row, time('expires_at'))
  }

  /** As `attempt`, where the bucket was opened. It stays open no longer for that. */
  attemptOpened(bucket: string, backoff: Backoff, now: number): Promise<boolean> {
    return this.isOne(
      `UPDATE limits SET count = count + 1, blocked_until = ${blockAfter('count + 1', backoff, 'CAST(? AS BIGINT)')}
       WHERE bucket = ? AND expires_at > ? AND (blocked_until <= ? OR blocked_until > ?) RETURNING count`,
      [now, bucket, now, now, now + Math.max(...backoff.stepsMs) + SKEW_MS],
    )
  }

  /** Until when no attempt is taken, for telling it. */
  async blockedUntil(bucket: string): Promise<number> {
    const [row] = await this.sql.query(`SELECT blocked_until FROM limits WHERE bucket = ?`, [bucket])
    return row ? cell(row, time('blocked_until')) : 0
  }

  /** Takes one back that was counted ahead, and with it the wait that it caused. */
  async giveBack(bucket: string): Promise<void> {
    await this.sql.run(`UPDATE limits SET count = count - 1, blocked_until = 0 WHERE bucket = ? AND count > 0`, [bucket])
  }

  /** Takes one back from the window that it was counted in, and from no other. */
  async uncount({ bucket, expiresAt }: LimitWindow): Promise<void> {
    await this.sql.run(`UPDATE limits SET count = count - 1 WHERE bucket = ? AND expires_at = ? AND count > 0`, [
      bucket,
      expiresAt,
    ])
  }

  async clear(bucket: string): Promise<void> {
    await this.sql.run(`DELETE FROM limits WHERE bucket = ?`, [bucket])
  }
}

/**
 * Until when the attempt with this number blocks the next. One that is free blocks none, not even one by a clock that is a moment
 * behind. Numbers of the configuration, so that the text is the same every time and is prepared once.
 */
function blockAfter(count: string, { after, stepsMs }: Backoff, now: string): string {
  const waits = stepsMs.map((ms, at) => `WHEN ${count} >= ${after + at} THEN ${ms}`).reverse()
  return `CASE WHEN ${count} >= ${after} THEN ${now} + CASE ${waits.join(' ')} END ELSE 0 END`
}
