import { DAY_MS } from '../../../platform/kernel/clock.ts'
import { time } from '../../../platform/store/columns.ts'
import { type Connection, placeholders, Table } from '../../../platform/store/table.ts'
import { ACTIVE_WINDOWS, activeFigure } from '../../audit/events.ts'
import { ACCOUNTS, PRESENT } from './account-columns.ts'

const NOTED = ACCOUNTS.pick('id', 'lastSignInAt', 'lastActiveAt')

/** How many sessions of an account are read to say when one was last used. */
const NEWEST = 50
const SEEN = NOTED.with({ begunAt: time('begun_at'), usedAt: time('used_at') })

export type LastSeen = { readonly signInAt: number | undefined; readonly activeAt: number | undefined }

export const accountActivityIn = (tx: Connection): AccountActivityTable => new AccountActivityTable(tx)

const dayOf = (at: number): number => Math.floor(at / DAY_MS)

/** When accounts began their last session, and used one. Zero where that is not known. */
export class AccountActivityTable extends Table {
  /** The rows of sessions have the exact times; the columns of the account have them once those rows are gone. */
  async lastSeen(ids: readonly string[]): Promise<ReadonlyMap<string, LastSeen>> {
    if (ids.length === 0) return new Map()
    const rows = await this.sql.query(
      `SELECT ${NOTED.select('a').names}, COALESCE((SELECT MAX(created_at) FROM sessions WHERE account_id = a.id), 0) AS begun_at,
         COALESCE((SELECT MAX(last_active_at) FROM (
           SELECT last_active_at FROM sessions WHERE account_id = a.id ORDER BY created_at DESC LIMIT ${NEWEST}) AS newest), 0) AS used_at
       FROM accounts a WHERE a.id IN (${placeholders(ids)})`,
      ids,
    )
    const known = (...times: readonly number[]): number | undefined => Math.max(...times) || undefined
    return new Map(
      rows.map(SEEN.read).map((seen) => [
        seen.id,
        {
          signInAt: known(seen.lastSignInAt, seen.begunAt),
          activeAt: known(seen.lastActiveAt, seen.usedAt, seen.lastSignInAt, seen.begunAt),
        },
      ]),
    )
  }

  /**
   * The first activity of an account on a day is counted for each figure that it adds to: for the days from this one on whose window has
   * this day in it, and not the day on which the account was active before. Only inside a transaction. Returns the accounts that another
   * process has noted in the same moment.
   */
  async noteActive(active: ReadonlyMap<string, number>): Promise<readonly string[]> {
    const ids = [...active.keys()].toSorted()
    const rows = await this.sql.query(
      `SELECT ${NOTED.names} FROM accounts WHERE id IN (${placeholders(ids)}) AND ${PRESENT}`,
      ids,
    )
    const due = rows.map(NOTED.read).flatMap(({ id, lastActiveAt: before }) => {
      const at = active.get(id) ?? 0
      return dayOf(at) > dayOf(before) ? [{ id, at, before }] : []
    })
    const written = await Promise.all(due.map((one) => this.#note(one)))
    for (const [index, { at, before }] of due.entries()) if (written[index]) this.#count(dayOf(at), dayOf(before))
    return due.filter((_, index) => !written[index]).map(({ id }) => id)
  }

  #note({ id, at, before }: { readonly id: string; readonly at: number; readonly before: number }): Promise<boolean> {
    return this.isOne(`UPDATE accounts SET last_active_at = ? WHERE id = ? AND last_active_at = ? RETURNING id`, [at, id, before])
  }

  #count(day: number, before: number): void {
    for (const length of ACTIVE_WINDOWS)
      for (let last = Math.max(day, before + length); last < day + length; last++)
        this.effects.count(activeFigure(length), last * DAY_MS, 1)
  }
}
