import { optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

export const APP_TICKETS = table('app_tickets', {
  key: 'hash',
  columns: {
    hash: text('hash'),
    sessionId: text('session_id'),
    accountId: text('account_id'),
    origin: text('origin'),
    path: text('path'),
    nonce: text('nonce'),
    expiresAt: time('expires_at'),
    usedAt: optional(time('used_at')),
  },
  purged: { after: 'expires_at', keptMs: 600_000 },
  deleted: { removedInPieces: 'account_id' },
  restored: { ended: 'used_at', where: 'used_at IS NULL' },
  exported: [],
  carried: 'a sign-in that is under way',
})
const INSERT = APP_TICKETS.insert()

export type AppTicket = RowOf<typeof APP_TICKETS>

/** A session has at most so many tickets: more than the tabs that a browser opens again at once. */
const MOST = 32
/** At most so many surplus tickets are removed with each new one, so that no request has to remove very many. */
const SURPLUS = 100

export const appTicketsIn = (tx: Connection): AppTicketsTable => new AppTicketsTable(tx)

/** Tickets to applications on other hosts. Each works once, for one application; only its hash is stored. */
export class AppTicketsTable extends Table {
  /** Removes the session's oldest tickets beyond `MOST`. Of several tickets added at once, the last to commit sees them all. */
  async add(ticket: Omit<AppTicket, 'usedAt'>): Promise<void> {
    await this.sql.run(INSERT.text, INSERT.params({ ...ticket, usedAt: undefined }))
    await this.sql.run(
      `DELETE FROM app_tickets WHERE hash IN
         (SELECT hash FROM app_tickets WHERE session_id = ? AND hash <> ? ORDER BY expires_at DESC, hash LIMIT ? OFFSET ?)`,
      [ticket.sessionId, ticket.hash, SURPLUS, MOST - 1],
    )
  }

  find(hash: string): Promise<AppTicket | undefined> {
    return this.oneWhere(APP_TICKETS, `hash = ?`, [hash])
  }

  /** Check and change are one statement, so of many callers exactly one gets true. */
  take(hash: string, now: number): Promise<boolean> {
    const statement = `UPDATE app_tickets SET used_at = ? WHERE hash = ? AND used_at IS NULL AND expires_at > ? RETURNING hash`
    return this.isOne(statement, [now, hash, now])
  }
}
