import { keptFor } from '../../../platform/kernel/kept-for.ts'
import { cell, number, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { tally, type Value } from '../../../platform/store/engine.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'

export const LIMITS = table('limits', {
  key: 'bucket',
  columns: { bucket: text('bucket'), count: number('count'), blockedUntil: time('blocked_until'), expiresAt: time('expires_at') },
  purged: { after: 'expires_at', keptMs: KEPT_MS },
  deleted: { kept: 'a bucket is a hash, and expires' },
  restored: { kept: 'they expire' },
  exported: [],
})

/** Of the three, the one that the account's own memory of the browser decides on. */
export interface DeviceBuckets {
  readonly accountId: string
  readonly device: string
  readonly credentialVersion: number
  /** For a browser that knows the current credentials, or older ones, or was never there. */
  readonly current: string
  readonly former: string
  readonly stranger: string
}

type Bucket = string | DeviceBuckets

const BY_DEVICE = `COALESCE((SELECT CASE WHEN credential_version = ? THEN CAST(? AS TEXT) ELSE CAST(? AS TEXT) END
  FROM devices WHERE account_id = ? AND hash = ?), CAST(? AS TEXT))`

const byDevice = ({ accountId, device, credentialVersion, current, former, stranger }: DeviceBuckets): Value[] => [
  ...[credentialVersion, current, former],
  ...[accountId, device],
  stranger,
]

const INSERT = LIMITS.insert()
const INSERT_BY_DEVICE = LIMITS.insert({ bucket: BY_DEVICE })
const COUNTED = LIMITS.pick('bucket', 'count', 'expiresAt')
export type Counted = Omit<RowOf<typeof COUNTED>, 'bucket'>

type Window = { readonly by: number; readonly expiresAt: number }

/** The expiry tells one window of a bucket from the next. */
export type LimitWindow = Omit<RowOf<typeof COUNTED>, 'count'>

export interface Backoff {
  /** The first attempt that makes the next one wait. */
  readonly after: number
  /** The wait after each further attempt; the last holds for all that follow. */
  readonly stepsMs: readonly number[]
  readonly forgetMs: number
}

/** How far the clocks of two machines may differ before one ignores the counts of the other as of the future. */
const SKEW_MS = 5000

export const limitsIn = (tx: Connection): LimitsTable => new LimitsTable(tx)

/** Counters that processes share. Every decision is one statement, so of many callers at once none is missed. */
export class LimitsTable extends Table {
  async count(bucket: string, window: Window, now: number): Promise<Counted> {
    const counted = (await this.countAll([bucket], window, now)).get(bucket)
    if (!counted) throw new Error('a counter was written and is not there')
    return counted
  }

  /**
   * Each bucket may be named once. Rows are locked in the same order everywhere, so that two callers never deadlock. A window
   * that ends later than one which begins now was begun before the clock was set back, and is over.
   */
  async countAll(buckets: readonly string[], { by, expiresAt }: Window, now: number): Promise<ReadonlyMap<string, Counted>> {
    const rows = await tally(this.sql, COUNTING[buckets.length] ?? countingOf(buckets.length), [
      ...buckets.toSorted().flatMap((bucket) => INSERT.params({ bucket, count: by, blockedUntil: 0, expiresAt })),
      now,
      now,
    ])
    return new Map(rows.map(COUNTED.read).map(({ bucket, ...counted }) => [bucket, counted]))
  }

  /**
   * The bucket in which the attempt was counted. While that is blocked, nothing is counted and the answer is undefined. A block longer
   * than any is from before the clock was set back.
   */
  async attempt(bucket: Bucket, backoff: Backoff, now: number): Promise<string | undefined> {
    const { after, forgetMs, stepsMs } = backoff
    // The current time is in the inserted row, which expires `forgetMs` from now.
    const blockedUntil = after <= 1 ? now + (stepsMs[0] ?? 0) : 0
    const window = { count: 1, blockedUntil, expiresAt: now + forgetMs }
    const { plain, byBrowser } = attempting(backoff)
    const [row] = await (typeof bucket === 'string'
      ? tally(this.sql, plain, INSERT.params({ bucket, ...window }))
      : tally(this.sql, byBrowser, [...INSERT_BY_DEVICE.params(window), ...byDevice(bucket)]))
    return row && cell(row, text('bucket'))
  }

  /** Until it expires, `attemptOpened` accepts attempts in this bucket. */
  async open(bucket: string, expiresAt: number): Promise<void> {
    await this.sql.run(
      `${INSERT.text} ON CONFLICT (bucket) DO UPDATE SET count = 0, blocked_until = 0, expires_at = excluded.expires_at`,
      INSERT.params({ bucket, count: 0, blockedUntil: 0, expiresAt }),
    )
  }

  async openUntil(bucket: string, now: number): Promise<number | undefined> {
    const [row] = await this.sql.query(`SELECT expires_at FROM limits WHERE bucket = ? AND expires_at > ?`, [bucket, now])
    return row && cell(row, time('expires_at'))
  }

  async counted(bucket: string, now: number): Promise<number> {
    const [row] = await this.sql.query(`SELECT count FROM limits WHERE bucket = ? AND expires_at > ?`, [bucket, now])
    return row ? cell(row, number('count')) : 0
  }

  /** As `attempt`, for an open bucket, whose expiry does not change. */
  attemptOpened(bucket: string, backoff: Backoff, now: number): Promise<boolean> {
    return this.#isTallied(
      `UPDATE limits SET count = count + 1, blocked_until = ${blockAfter('count + 1', backoff, 'CAST(? AS BIGINT)')}
       WHERE bucket = ? AND expires_at > ? AND (blocked_until <= ? OR blocked_until > ?) RETURNING count`,
      [now, bucket, now, now, now + Math.max(...backoff.stepsMs) + SKEW_MS],
    )
  }

  async blockedUntil(bucket: Bucket): Promise<number> {
    const [wanted, params] = typeof bucket === 'string' ? ['?', [bucket]] : [BY_DEVICE, byDevice(bucket)]
    const [row] = await this.sql.query(`SELECT blocked_until FROM limits WHERE bucket = ${wanted}`, params)
    return row ? cell(row, time('blocked_until')) : 0
  }

  /** Takes back an attempt that was counted ahead, and the wait that it caused. */
  async giveBack(bucket: string): Promise<void> {
    await this.sql.run(`UPDATE limits SET count = count - 1, blocked_until = 0 WHERE bucket = ? AND count > 0`, [bucket])
  }

  /** Only in the window of the count, not in a later one of the same bucket. */
  async uncount({ bucket, expiresAt }: LimitWindow): Promise<void> {
    const update = `UPDATE limits SET count = count - 1 WHERE bucket = ? AND expires_at = ? AND count > 0`
    await this.sql.run(update, [bucket, expiresAt])
  }

  async clear(bucket: string): Promise<void> {
    await this.sql.run(`DELETE FROM limits WHERE bucket = ?`, [bucket])
  }

  async #isTallied(text: string, params: readonly Value[]): Promise<boolean> {
    return (await tally(this.sql, text, params)).length === 1
  }
}

/** By the number of rows. Made once, because a statement is found by its text. */
const COUNTING = Array.from({ length: 6 }, (_, rows) => countingOf(rows))

function countingOf(rows: number): string {
  const isOver = `limits.expires_at <= ? OR limits.expires_at > excluded.expires_at + ${SKEW_MS}`
  return `${INSERT.textOf(rows)}
    ON CONFLICT (bucket) DO UPDATE SET
      count = CASE WHEN ${isOver} THEN excluded.count ELSE limits.count + excluded.count END,
      expires_at = CASE WHEN ${isOver} THEN excluded.expires_at ELSE limits.expires_at END
    RETURNING ${COUNTED.names}`
}

const attempting = keptFor((backoff: Backoff) => {
  const { forgetMs, stepsMs } = backoff
  const nowOf = `excluded.expires_at - ${forgetMs}`
  const next = `CASE WHEN limits.expires_at + ${forgetMs} <= excluded.expires_at THEN 1 ELSE limits.count + 1 END`
  const counted = `ON CONFLICT (bucket) DO UPDATE SET
      count = ${next},
      blocked_until = ${blockAfter(next, backoff, nowOf)},
      expires_at = excluded.expires_at
    WHERE limits.blocked_until <= ${nowOf} OR limits.blocked_until > ${nowOf} + ${Math.max(...stepsMs) + SKEW_MS}
    RETURNING bucket`
  return { plain: `${INSERT.text} ${counted}`, byBrowser: `${INSERT_BY_DEVICE.text} ${counted}` }
})

/** Numbers are written into the SQL, so that it is prepared once. 0 blocks none, even by a clock that is a moment behind. */
function blockAfter(count: string, { after, stepsMs }: Backoff, now: string): string {
  const waits = stepsMs.map((ms, at) => `WHEN ${count} >= ${after + at} THEN ${ms}`).reverse()
  return `CASE WHEN ${count} >= ${after} THEN ${now} + CASE ${waits.join(' ')} END ELSE 0 END`
}
