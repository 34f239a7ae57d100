import type { CodeHashes } from '../../../platform/kernel/codes.ts'
import { flag, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'

export type Mailbox = 'new' | 'old'

/** How a change came to its end: an administrator set an address meanwhile, or another request, its owner or new credentials ended it. */
export type Ending = 'completed' | 'overruled' | 'cancelled'

export const EMAIL_CHANGES = table('email_changes', {
  key: 'id',
  columns: {
    id: text('id'),
    accountId: text('account_id'),
    /** In which it was asked for. */
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
  deleted: { kept: 'until they expire, without the address' },
  restored: { ended: 'ended_at', where: 'ended_at IS NULL', also: `ending = 'cancelled'` },
  exported: [],
})

const INSERT = EMAIL_CHANGES.insert()
const NOT_YET = { newConfirmedAt: undefined, oldConfirmedAt: undefined, endedAt: undefined, ending: undefined }

export type EmailChange = RowOf<typeof EMAIL_CHANGES>

export const emailChangesIn = (tx: Connection): EmailChangesTable => new EmailChangesTable(tx)

/** Changes of address that were asked for. Callers that write hold the account's row, so an account has one open at most. */
export class EmailChangesTable extends Table {
  async add(change: Omit<EmailChange, keyof typeof NOT_YET>): Promise<void> {
    await this.sql.run(INSERT.text, INSERT.params({ ...change, ...NOT_YET }))
  }

  findOpen(accountId: string, now: number): Promise<EmailChange | undefined> {
    return this.oneWhere(EMAIL_CHANGES, `account_id = ? AND ended_at IS NULL AND expires_at > ?`, [accountId, now])
  }

  /** Open or not. */
  findByCode(hashes: CodeHashes): Promise<EmailChange | undefined> {
    return this.oneWhere(EMAIL_CHANGES, `new_hash IN (?, ?) OR old_hash IN (?, ?)`, [...hashes, ...hashes])
  }

  async confirm(id: string, mailbox: Mailbox, now: number): Promise<void> {
    await this.sql.run(`UPDATE email_changes SET ${mailbox}_confirmed_at = ? WHERE id = ?`, [now, id])
  }

  /** Ends the open one of an account, and says whether there was one that could still be confirmed. */
  async end(accountId: string, ending: Ending, now: number): Promise<boolean> {
    const rows = await this.sql.query(
      `UPDATE email_changes SET ended_at = ?, ending = ? WHERE account_id = ? AND ended_at IS NULL RETURNING ${EMAIL_CHANGES.names}`,
      [now, ending, accountId],
    )
    return rows.map(EMAIL_CHANGES.read).some(({ expiresAt }) => expiresAt > now)
  }

  /** Of an account that is deleted: nothing personal is left. */
  async forgetAddressesOf(accountId: string): Promise<void> {
    await this.sql.run(`UPDATE email_changes SET new_email = '' WHERE account_id = ?`, [accountId])
  }
}
