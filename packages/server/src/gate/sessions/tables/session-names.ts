import { type Connection, Table } from '../../../platform/store/table.ts'
import { LISTED_SESSION, LIVE, type ListedSession } from './sessions.ts'

interface Renamed {
  readonly session: ListedSession
  /** False where it was called so already. */
  readonly isChanged: boolean
}

export const sessionNamesIn = (tx: Connection): SessionNamesTable => new SessionNamesTable(tx)

/** What owners call their sessions. No check of a session reads it, so none that is kept in memory has to hear of a new one. */
export class SessionNamesTable extends Table {
  /** Gives a live session of this owner another name, or none. Undefined when there is no such session. */
  async set(id: string, accountId: string, name: string | undefined, now: number): Promise<Renamed | undefined> {
    const found = `id = ? AND account_id = ? AND ${LIVE}`
    const [changed] = await this.sql.query(
      `UPDATE sessions SET name = ? WHERE ${found} AND COALESCE(name, '') <> ? RETURNING ${LISTED_SESSION.names}`,
      [name ?? null, id, accountId, now, name ?? ''],
    )
    if (changed) return { session: LISTED_SESSION.read(changed), isChanged: true }
    const [row] = await this.sql.query(`SELECT ${LISTED_SESSION.names} FROM sessions WHERE ${found}`, [id, accountId, now])
    return row && { session: LISTED_SESSION.read(row), isChanged: false }
  }
}
