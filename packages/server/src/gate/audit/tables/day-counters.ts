import { setImmediate as nextTurn } from 'node:timers/promises'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import { cell, number, optional, text, time } from '../../../platform/store/columns.ts'
import type { Change } from '../../../platform/store/effects.ts'
import type { Sql } from '../../../platform/store/engine.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'
import { type CountedFigure, EVENT_TYPES, type Figure, factsOf } from '../events.ts'

/** Failures count for `sign-in-failed` alone, successes for every other figure. */
export function figureOf(type: string, isSuccess: boolean): Figure | undefined {
  const figure = factsOf(type)?.counts
  return figure !== undefined && isSuccess === (figure !== 'sign-in-failed') ? figure : undefined
}

export const DAY_COUNTERS = table('day_counters', {
  key: 'figure',
  columns: { figure: text<Figure>('figure'), day: number('day'), shard: number('shard'), total: number('total') },
  purged: { by: purgeDays, keptMs: 'audit' },
  deleted: { kept: 'they name no account' },
  restored: { kept: 'they name no account' },
  exported: [],
})

/** Counters of accounts stay for ever: they do not depend on the audit log. */
async function purgeDays(sql: Sql, before: number): Promise<number> {
  await sql.run(`DELETE FROM day_counters WHERE figure <> 'account' AND day < ?`, [Math.floor(before / DAY_MS)])
  return 0
}

const PER_DAY = DAY_COUNTERS.pick('day', 'total')

/** A figure has so many rows per day, and each transaction writes to a random one, so that few wait for each other. */
const SHARDS = 16
const ROWS_AT_ONCE = 5000

export const dayCountersIn = (tx: Connection): DayCountersTable => new DayCountersTable(tx)

/** Transactions add to the totals in their last statement, so that rows are locked only for the COMMIT, and in one order. */
export class DayCountersTable extends Table {
  async add(changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return
    const shard = Math.floor(Math.random() * SHARDS)
    const rows = changes.toSorted((a, b) => compare(a.figure, b.figure) || a.day - b.day)
    await this.sql.run(
      `INSERT INTO day_counters (figure, day, shard, total) VALUES ${rows.map(() => '(?, ?, ?, ?)').join(', ')}
       ON CONFLICT (figure, day, shard) DO UPDATE SET total = day_counters.total + excluded.total`,
      rows.flatMap(({ figure, day, by }) => [figure, day, shard, by]),
    )
  }

  accounts(): Promise<number> {
    return this.total(`SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT) AS total FROM day_counters WHERE figure = 'account'`)
  }

  async since(figure: Figure, day: number): Promise<ReadonlyMap<number, number>> {
    const rows = await this.sql.query(
      `SELECT day, CAST(SUM(total) AS BIGINT) AS total FROM day_counters WHERE figure = ? AND day >= ? GROUP BY day`,
      [figure, day],
    )
    return new Map(rows.map(PER_DAY.read).map((one) => [one.day, one.total]))
  }

  /** Undefined where nothing was ever counted. */
  async firstDay(figure: Figure): Promise<number | undefined> {
    const [row] = await this.sql.query(`SELECT MIN(day) AS day FROM day_counters WHERE figure = ?`, [figure])
    return cell(row, optional(number('day')))
  }

  async dayFrom(day: number): Promise<number | undefined> {
    const [row] = await this.sql.query(
      `SELECT (SELECT MIN(created_at) FROM accounts WHERE created_at >= ?) AS account,
         (SELECT MIN(created_at) FROM audit_events WHERE created_at >= ?) AS event,
         (SELECT MIN(day) FROM day_counters WHERE day >= ?) AS counted`,
      [day * DAY_MS, day * DAY_MS, day],
    )
    const dayOf = (at: number | undefined) => (at === undefined ? undefined : Math.floor(at / DAY_MS))
    const [account, event, counted] = ['account', 'event', 'counted'].map((name) => cell(row, optional(number(name))))
    const days = [dayOf(account), dayOf(event), counted].filter((one) => one !== undefined)
    return days.length > 0 ? Math.min(...days) : undefined
  }

  /** Only inside a transaction: it locks every row that others could add to, so nothing is counted twice or missed. */
  async recount(day: number, figures: readonly CountedFigure[]): Promise<void> {
    const sorted = figures.toSorted(compare)
    const shards = sorted.flatMap((figure) => Array.from({ length: SHARDS }, (_, shard) => [figure, day, shard]))
    await this.sql.run(
      `INSERT INTO day_counters (figure, day, shard, total) VALUES ${shards.map(() => '(?, ?, ?, 0)').join(', ')}
       ON CONFLICT (figure, day, shard) DO UPDATE SET total = day_counters.total`,
      shards.flat(),
    )
    const totals: Change[] = []
    for (const figure of sorted) totals.push({ figure, day, by: await this.#count(figure, day) })
    for (const figure of sorted) await this.sql.run(`DELETE FROM day_counters WHERE figure = ? AND day = ?`, [figure, day])
    await this.add(totals.filter(({ by }) => by !== 0))
  }

  async #count(figure: CountedFigure, day: number): Promise<number> {
    if (figure === 'account') return this.#countIn('COUNT(*)', `accounts WHERE`, day)
    let total = 0
    for (const type of EVENT_TYPES)
      for (const success of [0, 1])
        if (figureOf(type, success === 1) === figure) {
          const events = `audit_events WHERE type = '${type}' AND success = ${success} AND`
          total += await this.#countIn('COALESCE(SUM(count), 0)', events, day)
        }
    return total
  }

  /** Along an index and a few rows at a time, so that others get their turn. */
  async #countIn(sum: string, rows: string, day: number): Promise<number> {
    const end = (day + 1) * DAY_MS
    let total = 0
    for (let from = day * DAY_MS; from < end; ) {
      const [further] = await this.sql.query(
        `SELECT created_at FROM ${rows} created_at >= ? AND created_at < ? ORDER BY created_at LIMIT 1 OFFSET ${ROWS_AT_ONCE}`,
        [from, end],
      )
      const to = Math.max(from + 1, further ? cell(further, time('created_at')) : end)
      const [row] = await this.sql.query(
        `SELECT CAST(${sum} AS BIGINT) AS total FROM ${rows} created_at >= ? AND created_at < ?`,
        [from, to],
      )
      total += cell(row, number('total'))
      from = to
      await nextTurn()
    }
    return total
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
