import { type Backlog, backlogOf } from '../../../platform/store/backlog.ts'
import { cell, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import type { Queries } from '../../../platform/store/engine.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'

/** Applications that have yet to be told that a session has ended: written in the transaction that ends it, and sent afterwards. */
export const LOGOUTS = table('oidc_logouts', {
  key: 'id',
  columns: {
    /** The `jti` of what is sent, the same at every attempt. */
    id: text('id'),
    grantId: text('grant_id'),
    clientId: text('client_id'),
    accountId: text('account_id'),
    createdAt: time('created_at'),
    attempts: number('attempts'),
    nextAttemptAt: time('next_attempt_at'),
    leasedUntil: time('leased_until'),
    doneAt: optional(time('done_at')),
    outcome: optional(text<'delivered' | 'expired' | 'dropped'>('outcome')),
  },
  purged: { after: 'done_at', keptMs: KEPT_MS },
  deleted: { kept: 'until the application was told, by an id that leads nowhere any more' },
  restored: { kept: 'telling an application once more harms nothing' },
  exported: [],
  carried: 'applications sign in at this service',
})

export type Logout = RowOf<typeof LOGOUTS>

const ID = LOGOUTS.pick('id')
const IS_DUE = `done_at IS NULL AND next_attempt_at <= ? AND leased_until <= ?`

export const logoutsBacklog = (sql: Queries): Promise<Backlog> => backlogOf(sql, 'oidc_logouts WHERE done_at IS NULL')

export const logoutsIn = (tx: Connection): LogoutsTable => new LogoutsTable(tx)

/** A lease keeps several processes from telling one thing at once, and ends by itself when its holder died. */
export class LogoutsTable extends Table {
  /** Whether there is an application that wants to be told. */
  isWanted(): Promise<boolean> {
    return this.isOne(`SELECT id FROM oidc_clients WHERE logout_uri IS NOT NULL LIMIT 1`, [])
  }

  /** By application, so that one which has very many, or does not answer, keeps no other waiting. */
  async clientsDue(now: number): Promise<readonly string[]> {
    const rows = await this.sql.query(
      `SELECT id FROM oidc_clients WHERE logout_uri IS NOT NULL AND EXISTS (
         SELECT 1 FROM oidc_logouts WHERE oidc_logouts.client_id = oidc_clients.id AND ${IS_DUE})`,
      [now, now],
    )
    return rows.map((row) => cell(row, text('id')))
  }

  backlog(): Promise<Backlog> {
    return logoutsBacklog(this.sql)
  }

  async due(clientId: string, now: number, limit: number): Promise<readonly string[]> {
    const due = `client_id = ? AND ${IS_DUE} ORDER BY next_attempt_at LIMIT ?`
    return (await this.allWhere(ID, due, [clientId, now, now, limit])).map(({ id }) => id)
  }

  /** Undefined where it is leased, done or put off: another process, or another look of this one, may have been faster. */
  lease(id: string, now: number, until: number): Promise<Logout | undefined> {
    return this.one(
      LOGOUTS,
      `UPDATE oidc_logouts SET leased_until = ?, attempts = attempts + 1 WHERE id = ? AND ${IS_DUE} RETURNING ${LOGOUTS.names}`,
      [until, id, now, now],
    )
  }

  async postpone(id: string, nextAttemptAt: number): Promise<void> {
    await this.sql.run(`UPDATE oidc_logouts SET leased_until = 0, next_attempt_at = ? WHERE id = ?`, [nextAttemptAt, id])
  }

  async finish(id: string, outcome: 'delivered' | 'expired' | 'dropped', now: number): Promise<void> {
    await this.sql.run(`UPDATE oidc_logouts SET done_at = ?, outcome = ? WHERE id = ? AND done_at IS NULL`, [now, outcome, id])
  }

  /** Of applications that are gone, or have no address any more. Returns `limit` where there may be others. */
  async drop(now: number, limit: number): Promise<number> {
    const rows = await this.sql.query(
      `UPDATE oidc_logouts SET done_at = ?, outcome = 'dropped' WHERE id IN (
         SELECT id FROM oidc_logouts WHERE done_at IS NULL
           AND client_id NOT IN (SELECT id FROM oidc_clients WHERE logout_uri IS NOT NULL) LIMIT ?) RETURNING id`,
      [now, limit],
    )
    return rows.length
  }
}
