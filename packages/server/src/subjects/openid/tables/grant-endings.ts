import { LIVE } from '../../../gate/sessions/tables/sessions.ts'
import { cell, flag } from '../../../platform/store/columns.ts'
import { type Connection, placeholders, Table } from '../../../platform/store/table.ts'
import { GRANTS, type Grant } from './grants.ts'

/** Which of the live grants of an account; `exceptSession` leaves those of one session, and none where it is undefined. */
export type Grants =
  | { readonly grantId: string }
  | { readonly clientId: string }
  | { readonly sessionIds: readonly string[] }
  | { readonly exceptSession: string | undefined }

type Condition = { readonly sql: string; readonly params: readonly string[] }

function conditionOf(grants: Grants): Condition {
  if ('grantId' in grants) return { sql: `id = ?`, params: [grants.grantId] }
  if ('clientId' in grants) return { sql: `client_id = ?`, params: [grants.clientId] }
  if ('exceptSession' in grants) return { sql: `session_id <> ?`, params: [grants.exceptSession ?? ''] }
  return { sql: `session_id IN (${placeholders(grants.sessionIds)})`, params: grants.sessionIds }
}

export type EndedGrant = Pick<Grant, 'id' | 'clientId' | 'sessionId' | 'hasOwnSession'>

const ENDED = GRANTS.pick('id', 'clientId', 'sessionId', 'hasOwnSession')

/** By this name the sender is woken. */
export const LOGOUTS_WORK = 'logouts'

/** A live grant, in the order of which all are looked at. */
export type Looked = Pick<Grant, 'id' | 'accountId' | 'sessionId'> & { readonly isOrphaned: boolean }

const LOOKED = GRANTS.pick('id', 'accountId', 'sessionId')

export const grantEndingsIn = (tx: Connection): GrantEndingsTable => new GrantEndingsTable(tx)

/** The caller has locked the row of the account. */
export class GrantEndingsTable extends Table {
  /**
   * Ends them, and notes for each application with an address for it that it has to be told. By the id of the grant, so that nothing tells
   * it twice. Whatever processes keep under the account is dropped.
   */
  async end(accountId: string, grants: Grants, now: number): Promise<readonly EndedGrant[]> {
    if ('sessionIds' in grants && grants.sessionIds.length === 0) return []
    const { sql, params } = conditionOf(grants)
    const update = `UPDATE oidc_grants SET ended_at = ? WHERE account_id = ? AND ended_at IS NULL AND ${sql} RETURNING ${ENDED.names}`
    const ended = await this.all(ENDED, update, [now, accountId, ...params])
    // Most sessions have let no application in: then this statement is all that it costs.
    if (ended.length === 0) return ended
    await this.sql.run(
      `INSERT INTO oidc_logouts (id, grant_id, client_id, account_id, created_at, attempts, next_attempt_at, leased_until)
       SELECT id || '.end', id, client_id, account_id, CAST(? AS BIGINT), 0, CAST(? AS BIGINT), 0 FROM oidc_grants
       WHERE account_id = ? AND ended_at = ? AND ${sql} AND client_id IN (SELECT id FROM oidc_clients WHERE logout_uri IS NOT NULL)
       ON CONFLICT DO NOTHING`,
      [now, now, accountId, now, ...params],
    )
    this.effects.workAdded(LOGOUTS_WORK)
    this.effects.changed(accountId)
    return ended
  }

  /** Live ones behind a grant. Those whose session is over, or gone, are orphaned. */
  async look(behind: string, now: number, limit: number): Promise<readonly Looked[]> {
    const isLive = `EXISTS (SELECT 1 FROM sessions WHERE sessions.id = oidc_grants.session_id AND ${LIVE})`
    const rows = await this.sql.query(
      `SELECT ${LOOKED.names}, CASE WHEN ${isLive} THEN 0 ELSE 1 END AS orphaned
       FROM oidc_grants WHERE id > ? AND ended_at IS NULL ORDER BY id LIMIT ?`,
      [now, behind, limit],
    )
    return rows.map((row) => ({ ...LOOKED.read(row), isOrphaned: cell(row, flag('orphaned')) }))
  }

  /** The grants of a session that another takes the place of go along, and those that it has let in are of the other one from then on. */
  async moveAll(oldSessionId: string, newSessionId: string): Promise<void> {
    await this.sql.run(`UPDATE oidc_grants SET session_id = ? WHERE session_id = ? AND ended_at IS NULL`, [
      newSessionId,
      oldSessionId,
    ])
    const ofOwner = `account_id = (SELECT account_id FROM sessions WHERE id = ?)`
    await this.sql.run(`UPDATE oidc_grants SET from_session_id = ? WHERE ${ofOwner} AND from_session_id = ?`, [
      newSessionId,
      newSessionId,
      oldSessionId,
    ])
  }
}
