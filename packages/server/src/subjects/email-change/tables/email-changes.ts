import type { CodeHashes } from '../../../platform/kernel/codes.ts'
import { flag, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'

export type Mailbox = 'new' | 'old'

/** `overruled`: an administrator set another address meanwhile. */
export type Ending = 'completed' | 'overruled' | 'cancelled'

export const EMAIL_CHANGES = table('email_changes', {
  key: 'id',
  columns: {
    id: text('id'),
    accountId: text('account_id'),
    sessionId: text('session_id'),
    newEmail: text('new_email'),
    newHash: text('new_hash'),
    /** Only where the old mailbox has to confirm too. */
    oldHash: optional(text('old_hash')),
    newConfirmedAt: optional(time('new_confirmed_at')),
    oldConfirmedAt: optional(time('old_confirmed_at')),
    isRevertible: flag('revertible'),
    createdAt: time('created_at'),
    expiresAt: time('expires_at'),
    endedAt: optional(time('ended_at')),
    ending: optional(text<Ending>('ending')),
  },
  purged: { after: 'expires_at', keptMs: KEPT_MS },
  deleted: { blanked: 'new_email', of: 'account_id' },
  restored: { ended: 'ended_at', where: 'ended_at IS NULL', also: `ending = 'cancelled'` },
  exported: [],
  carried: 'mailed codes are for this service',
})

const INSERT = EMAIL_CHANGES.insert()
const NOT_YET = { newConfirmedAt: undefined, oldConfirmedAt: undefined, endedAt: undefined, ending: undefined }

export type EmailChange = RowOf<typeof EMAIL_CHANGES>

export const emailChangesIn = (tx: Connection): EmailChangesTable => new EmailChangesTable(tx)

/** Every caller that writes has locked the account's row, so an account has at most one open change. */
export class EmailChangesTable extends Table {
  async moveAll(fromSessionId: string, toSessionId: string): Promise<void> {
    await this.sql.run(`UPDATE email_changes SET session_id = ? WHERE session_id = ?`, [toSessionId, fromSessionId])
  }

  async add(change: Omit<EmailChange, keyof typeof NOT_YET>): Promise<void> {
    await this.sql.run(INSERT.text, INSERT.params({ ...change, ...NOT_YET }))
  }

  findOpen(accountId: string, now: number): Promise<EmailChange | undefined> {
    return this.oneWhere(EMAIL_CHANGES, `account_id = ? AND ended_at IS NULL AND expires_at > ?`, [accountId, now])
  }

  /** Also finds changes that have ended. */
  findByCode(hashes: CodeHashes): Promise<EmailChange | undefined> {
    return this.oneWhere(EMAIL_CHANGES, `new_hash IN (?, ?) OR old_hash IN (?, ?)`, [...hashes, ...hashes])
  }

  async confirm(id: string, mailbox: Mailbox, now: number): Promise<void> {
    await this.sql.run(`UPDATE email_changes SET ${mailbox}_confirmed_at = ? WHERE id = ?`, [now, id])
  }

  /** True where the open change had not expired. */
  async end(accountId: string, ending: Ending, now: number): Promise<boolean> {
    const rows = await this.sql.query(
      `UPDATE email_changes SET ended_at = ?, ending = ? WHERE account_id = ? AND ended_at IS NULL RETURNING ${EMAIL_CHANGES.names}`,
      [now, ending, accountId],
    )
    return rows.map(EMAIL_CHANGES.read).some(({ expiresAt }) => expiresAt > now)
  }
}
