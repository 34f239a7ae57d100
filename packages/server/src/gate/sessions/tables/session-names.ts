import { type Connection, Table } from '../../../platform/store/table.ts'
import { LISTED_SESSION, LIVE, type ListedSession } from './sessions.ts'

type Renamed = { readonly session: ListedSession; readonly isChanged: boolean }

export const sessionNamesIn = (tx: Connection): SessionNamesTable => new SessionNamesTable(tx)

/** No session check reads the name, so cached sessions need not hear of a change. */
export class SessionNamesTable extends Table {
  /** For a session that takes the place of another. */
  async inherit(oldId: string, id: string): Promise<void> {
    await this.sql.run(`UPDATE sessions SET name = COALESCE((SELECT o.name FROM sessions o WHERE o.id = ?), name) WHERE id = ?`, [
      oldId,
      id,
    ])
  }

  /** Undefined when the account has no such live session. */
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
