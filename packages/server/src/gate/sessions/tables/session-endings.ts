import { cell, number, text } from '../../../platform/store/columns.ts'
import type { Row, Value } from '../../../platform/store/engine.ts'
import { type Connection, placeholders, Table } from '../../../platform/store/table.ts'
import { LIVE, MOST_SESSIONS, OPEN_OF_ACCOUNT } from './sessions.ts'

/** How many sessions one sign-in ends for an account with more than `MOST_SESSIONS`. */
const TRIMMED = 100

/** Without `ids` all but a kept session ended, and a `count` of `MOST_SESSIONS` may stand for more. */
export type Ended = { readonly count: number; readonly ids: readonly string[] | undefined }

const NONE: Ended = { count: 0, ids: [] }

/** Up to one more than `MOST_SESSIONS`. Those that are open and not live have expired. */
export type OpenSessions = { readonly open: number; readonly live: number }

const COUNT_OPEN = `SELECT COUNT(*) AS open,
    CAST(COALESCE(SUM(CASE WHEN refresh_expires_at > ? THEN 1 ELSE 0 END), 0) AS BIGINT) AS live
  FROM (SELECT refresh_expires_at FROM sessions WHERE ${OPEN_OF_ACCOUNT} ORDER BY created_at, id LIMIT ${MOST_SESSIONS + 1}) AS few`

export const sessionEndingsIn = (tx: Connection): SessionEndingsTable => new SessionEndingsTable(tx)

/** The caller has locked the account's row, so that no session begins meanwhile, and none of them lets an application in. */
export class SessionEndingsTable extends Table {
  /** None when the account has no such live session. */
  async end(id: string, accountId: string, now: number): Promise<Ended> {
    const rows = await this.sql.query(
      `UPDATE sessions SET revoked_at = ? WHERE id = ? AND account_id = ? AND ${LIVE} RETURNING id`,
      [now, id, accountId, now],
    )
    return this.#noted(accountId, rows)
  }

  /** Of a session whose time is over, so that nothing changes for whom it concerns. None when that was noted before. */
  async noteRunOut(id: string, accountId: string, now: number): Promise<Ended> {
    const update = `UPDATE sessions SET revoked_at = ? WHERE id = ? AND account_id = ? AND revoked_at IS NULL RETURNING id`
    return this.#noted(accountId, await this.sql.query(update, [now, id, accountId]))
  }

  async endAllOf(accountId: string, now: number, keptId = ''): Promise<Ended> {
    if ((await this.countOpen(accountId, now)).open > MOST_SESSIONS) return this.#endByEpoch(accountId, now, keptId)
    return this.#endEach(accountId, now, `id <> ?`, [keptId])
  }

  /** Ends the sessions that were unused for longest. An old account, from a time without a cap, loses some with every sign-in. */
  async makeRoom(accountId: string, { open, live }: OpenSessions, cap: number, now: number): Promise<Ended> {
    const isOvergrown = open > MOST_SESSIONS
    const tooMany = isOvergrown ? TRIMMED : live + 1 - cap
    if (tooMany <= 0) return NONE
    const rows = await this.sql.query(
      `SELECT id FROM (
         SELECT id, created_at, last_active_at FROM sessions WHERE ${OPEN_OF_ACCOUNT} AND refresh_expires_at > ?
         ORDER BY created_at, id LIMIT ${MOST_SESSIONS}
       ) AS oldest ORDER BY last_active_at, created_at, id LIMIT ?`,
      [accountId, isOvergrown ? 0 : now, tooMany],
    )
    if (rows.length === 0) return NONE
    // Two statements, because SQLite takes half as long again for a single one.
    const ids = rows.map((row) => cell(row, text('id')))
    await this.sql.run(`UPDATE sessions SET revoked_at = ? WHERE revoked_at IS NULL AND id IN (${placeholders(ids)})`, [
      now,
      ...ids,
    ])
    return this.#noted(accountId, rows)
  }

  async countOpen(accountId: string, now: number): Promise<OpenSessions> {
    const [row] = await this.sql.query(COUNT_OPEN, [now, accountId])
    return { open: cell(row, number('open')), live: cell(row, number('live')) }
  }

  async #endEach(accountId: string, now: number, condition: string, params: readonly Value[]): Promise<Ended> {
    const rows = await this.sql.query(
      `UPDATE sessions SET revoked_at = ? WHERE revoked_at IS NULL AND refresh_expires_at > ? AND ${condition} AND id IN (
         SELECT id FROM sessions WHERE ${OPEN_OF_ACCOUNT} ORDER BY created_at, id LIMIT ${MOST_SESSIONS}) RETURNING id`,
      [now, now, ...params, accountId],
    )
    return this.#noted(accountId, rows)
  }

  /** The kept session goes along into the new epoch. */
  async #endByEpoch(accountId: string, now: number, keptId: string): Promise<Ended> {
    const kept = `UPDATE sessions SET epoch = epoch + 1 WHERE id = ? AND account_id = ? AND ${LIVE}`
    await this.sql.run(kept, [keptId, accountId, now])
    await this.sql.run(`UPDATE accounts SET session_epoch = session_epoch + 1 WHERE id = ?`, [accountId])
    this.effects.changed(accountId)
    return { count: MOST_SESSIONS, ids: undefined }
  }

  /** Without rows, another caller may have ended the session, and the answer must wait until all processes know of that. */
  #noted(accountId: string, rows: readonly Row[]): Ended {
    if (rows.length > 0) this.effects.changed(accountId)
    else this.effects.met(accountId)
    return { count: rows.length, ids: rows.map((row) => cell(row, text('id'))) }
  }
}
