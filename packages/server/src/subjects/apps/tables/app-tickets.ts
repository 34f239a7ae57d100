import { optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

/** A ticket is on its way for seconds. */
const ON_ITS_WAY_MS = 600_000

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
  purged: { after: 'expires_at', keptMs: ON_ITS_WAY_MS },
  deleted: { removedInPieces: 'account_id' },
  restored: { ended: 'used_at', where: 'used_at IS NULL' },
  exported: [],
})
const INSERT = APP_TICKETS.insert()

export type AppTicket = RowOf<typeof APP_TICKETS>

/** Of one session: more than a browser opens again at once. */
const MOST = 32
/** Of those that are too many, so many go with each that is added. */
const SURPLUS = 100

export const appTicketsIn = (tx: Connection): AppTicketsTable => new AppTicketsTable(tx)

/** Tickets to applications on other hosts, by their hash. Each is good for one, and works once. */
export class AppTicketsTable extends Table {
  /** In the place of the session's oldest, where it has as many as it may have. Of several at once the last one to end counts all. */
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

  /** Of many callers exactly one gets true. */
  take(hash: string, now: number): Promise<boolean> {
    return this.isOne(`UPDATE app_tickets SET used_at = ? WHERE hash = ? AND used_at IS NULL AND expires_at > ? RETURNING hash`, [
      now,
      hash,
      now,
    ])
  }
}
