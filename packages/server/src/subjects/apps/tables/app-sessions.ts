import { ACCOUNT } from '../../../gate/accounts/tables/account-columns.ts'
import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import { SESSION, type Session } from '../../../gate/sessions/tables/sessions.ts'
import { text, time } from '../../../platform/store/columns.ts'
import type { Sql } from '../../../platform/store/engine.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

export const APP_SESSIONS = table('app_sessions', {
  key: 'hash',
  columns: { hash: text('hash'), sessionId: text('session_id'), createdAt: time('created_at') },
  purged: { by: purgeOrphans, keptMs: 0 },
  deleted: { kept: 'without its session it opens nothing, and the purge removes it' },
  restored: { emptied: true },
  exported: [],
})

async function purgeOrphans(sql: Sql, _before: number, limit: number): Promise<number> {
  const rows = await sql.query(
    `DELETE FROM app_sessions WHERE hash IN (
       SELECT p.hash FROM app_sessions p LEFT JOIN sessions s ON s.id = p.session_id WHERE s.id IS NULL LIMIT ?) RETURNING hash`,
    [limit],
  )
  return rows.length
}

/** A session has at most so many application sessions; the oldest makes way for the next. */
const MOST = 50

const OF_PARENT = SESSION.select('s', 'session_', { revokedAt: undefined })
const OWNER = ACCOUNT.select('a', 'account_', { bannedAt: undefined })

/** The session counts as alive while it could be refreshed: people who use an application do not visit Latchkey every day. */
const BY_COOKIE = `SELECT ${OWNER.names}, ${OF_PARENT.names} FROM app_sessions p JOIN sessions s ON s.id = p.session_id
       JOIN accounts a ON a.id = s.account_id
       WHERE p.hash = ? AND s.revoked_at IS NULL AND s.refresh_expires_at > ? AND s.epoch = a.session_epoch AND a.banned_at IS NULL`

export const appSessionsIn = (tx: Connection): AppSessionsTable => new AppSessionsTable(tx)

/** Sessions on applications' own hosts. Each belongs to a session of ours, and ends with it. */
export class AppSessionsTable extends Table {
  async moveAll(fromId: string, toId: string): Promise<void> {
    await this.sql.run(`UPDATE app_sessions SET session_id = ? WHERE session_id = ?`, [toId, fromId])
  }

  async add(hash: string, sessionId: string, now: number): Promise<void> {
    await this.sql.run(`INSERT INTO app_sessions (hash, session_id, created_at) VALUES (?, ?, ?)`, [hash, sessionId, now])
    await this.sql.run(
      `DELETE FROM app_sessions WHERE hash IN (
         SELECT hash FROM app_sessions WHERE session_id = ? ORDER BY created_at DESC LIMIT ${MOST} OFFSET ${MOST})`,
      [sessionId],
    )
  }

  /** Unlike with `findByToken`, the session may be cached until its refresh expires. */
  async find(hash: string, now: number): Promise<{ session: Session; account: Account } | undefined> {
    const [row] = await this.sql.query(BY_COOKIE, [hash, now])
    if (!row) return undefined
    const session = OF_PARENT.read(row)
    return { session: { ...session, expiresAt: session.refreshExpiresAt }, account: OWNER.read(row) }
  }

  async removeAllOf(sessionId: string): Promise<void> {
    await this.sql.run(`DELETE FROM app_sessions WHERE session_id = ?`, [sessionId])
  }
}
