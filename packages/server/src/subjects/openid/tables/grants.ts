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
    scopes: json<readonly string[]>('scopes'),
    createdAt: time('created_at'),
    lastUsedAt: time('last_used_at'),
    endedAt: optional(time('ended_at')),
  },
  purged: { after: 'ended_at', keptMs: KEPT_MS },
  deleted: { removedInPieces: 'account_id' },
  restored: { ended: 'ended_at', where: 'ended_at IS NULL' },
  exported: [],
})

export type Grant = RowOf<typeof GRANTS>
