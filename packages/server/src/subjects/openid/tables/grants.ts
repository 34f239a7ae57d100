import { LIVE } from '../../../gate/sessions/tables/sessions.ts'
import { flag, json, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'

/**
 * That an application knows a person in a session. The session row stays the only truth: a grant is good while its session is, and a
 * session has one grant for each application. Its id is the `sid` that the application is told.
 */
export const GRANTS = table('oidc_grants', {
  key: 'id',
  columns: {
    id: text('id'),
    accountId: text('account_id'),
    clientId: text('client_id'),
    sessionId: text('session_id'),
    /** The session was made for the application, and no cookie opens it. */
    hasOwnSession: flag('has_own_session'),
    /** In which browser and session of it the application was let in last. Neither where that is the session itself, nor for a device. */
    browser: optional(text('browser')),
    fromSessionId: optional(text('from_session_id')),
    scopes: json<readonly string[]>('scopes'),
    createdAt: time('created_at'),
    lastUsedAt: time('last_used_at'),
    endedAt: optional(time('ended_at')),
  },
  purged: { after: 'ended_at', keptMs: KEPT_MS },
  deleted: { removedInPieces: 'account_id' },
  restored: { kept: 'it is good for as long as its session, and the upkeep tells the applications that this has ended' },
  exported: ['clientId', 'scopes', 'hasOwnSession'],
  carried: 'applications sign in at this service',
})

export type Grant = RowOf<typeof GRANTS>

/** A browser that the account does not know is known by its session. */
export type LetInFrom = Pick<Grant, 'browser' | 'fromSessionId'>

const INSERT = GRANTS.insert()

export const grantsIn = (tx: Connection): GrantsTable => new GrantsTable(tx)

/** Callers that write have locked the account's row. */
export class GrantsTable extends Table {
  find(id: string): Promise<Grant | undefined> {
    return this.oneWhere(GRANTS, `id = ?`, [id])
  }

  findLive(sessionId: string, clientId: string): Promise<Grant | undefined> {
    return this.oneWhere(GRANTS, `session_id = ? AND client_id = ? AND ended_at IS NULL`, [sessionId, clientId])
  }

  /** The newest where there are several, whose session is its own and lives. */
  findOwn(accountId: string, clientId: string, { browser, fromSessionId }: LetInFrom, now: number): Promise<Grant | undefined> {
    const key = browser ?? fromSessionId
    if (key === undefined) return Promise.resolve(undefined)
    return this.oneWhere(
      GRANTS,
      `account_id = ? AND client_id = ? AND has_own_session = 1 AND ended_at IS NULL AND ${browser === undefined ? 'from_session_id' : 'browser'} = ?
       AND EXISTS (SELECT 1 FROM sessions WHERE sessions.id = oidc_grants.session_id AND ${LIVE}) ORDER BY created_at DESC, id DESC LIMIT 1`,
      [accountId, clientId, key, now],
    )
  }

  /** What this session has let in, be it that the application stays when it ends. */
  findLetIn(accountId: string, clientId: string, sessionId: string): Promise<Grant | undefined> {
    const condition = `account_id = ? AND client_id = ? AND ended_at IS NULL AND (session_id = ? OR from_session_id = ?)`
    return this.oneWhere(GRANTS, `${condition} ORDER BY created_at DESC, id DESC LIMIT 1`, [
      accountId,
      clientId,
      sessionId,
      sessionId,
    ])
  }

  async noteLetIn(id: string, { browser, fromSessionId }: LetInFrom): Promise<void> {
    const change = `UPDATE oidc_grants SET browser = ?, from_session_id = ? WHERE id = ?`
    await this.sql.run(change, [browser ?? null, fromSessionId ?? null, id])
  }

  async add(grant: Omit<Grant, 'lastUsedAt' | 'endedAt'>): Promise<Grant> {
    const row = { ...grant, lastUsedAt: grant.createdAt, endedAt: undefined }
    await this.sql.run(INSERT.text, INSERT.params(row))
    return row
  }

  /** Undefined where the grant has ended; otherwise it cannot end before the transaction does. */
  async use(id: string, scopes: readonly string[], now: number): Promise<Grant | undefined> {
    const used = `UPDATE oidc_grants SET scopes = ?, last_used_at = ? WHERE id = ? AND ended_at IS NULL RETURNING ${GRANTS.names}`
    return this.one(GRANTS, used, [GRANTS.stored('scopes', scopes), now, id])
  }

  /** Grants of one application whose sessions are its own, except the newest ones of them by use. */
  surplus(accountId: string, clientId: string, most: number): Promise<readonly Grant[]> {
    return this.allWhere(
      GRANTS,
      `account_id = ? AND client_id = ? AND has_own_session = 1 AND ended_at IS NULL
       ORDER BY last_used_at DESC, id DESC LIMIT ${most} OFFSET ${most}`,
      [accountId, clientId],
    )
  }
}
