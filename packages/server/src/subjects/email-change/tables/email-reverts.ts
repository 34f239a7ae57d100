import { flag, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'

export const EMAIL_REVERTS = table('email_reverts', {
  key: 'id',
  columns: {
    id: text('id'),
    hash: text('hash'),
    accountId: text('account_id'),
    /** The address to go back to. No other account gets it until the row expires. */
    email: text('email'),
    verifiedAt: time('verified_at'),
    requestedAt: time('requested_at'),
    createdAt: time('created_at'),
    expiresAt: time('expires_at'),
    usedAt: optional(time('used_at')),
    /** Set when an earlier change was taken back, and from the start where the old mailbox got no link. */
    endedAt: optional(time('ended_at')),
    /** The old mailbox got no link, or one that a restore has ended. The row stays, so that a change back to this address is recognised. */
    isAgreed: flag('agreed'),
  },
  purged: { after: 'expires_at', keptMs: KEPT_MS },
  deleted: { removed: 'account_id' },
  // A change back to this address has to be recognised for as long as before: else the mailbox in between would get a link.
  restored: { ended: 'ended_at', where: 'used_at IS NULL AND ended_at IS NULL', also: 'agreed = 1' },
  exported: [],
  carried: 'a mailed link leads to this service',
})

const INSERT = EMAIL_REVERTS.insert()
const STANDING = `used_at IS NULL AND (ended_at IS NULL OR agreed = 1)`

export type EmailRevert = RowOf<typeof EMAIL_REVERTS>

export const emailRevertsIn = (tx: Connection): EmailRevertsTable => new EmailRevertsTable(tx)

/** Every caller that writes has locked the account's row. */
export class EmailRevertsTable extends Table {
  async add(revert: Omit<EmailRevert, 'usedAt' | 'endedAt'>): Promise<void> {
    const endedAt = revert.isAgreed ? revert.createdAt : undefined
    await this.sql.run(INSERT.text, INSERT.params({ ...revert, usedAt: undefined, endedAt }))
  }

  find(hash: string): Promise<EmailRevert | undefined> {
    return this.oneWhere(EMAIL_REVERTS, `hash = ?`, [hash])
  }

  /** The change by which the account left this address, if it has not expired: a change to the same address is then a return. */
  findDeparture(accountId: string, email: string, now: number): Promise<EmailRevert | undefined> {
    return this.oneWhere(
      EMAIL_REVERTS,
      `account_id = ? AND email = ? AND expires_at > ? AND ${STANDING}
       ORDER BY created_at, id LIMIT 1`,
      [accountId, email, now],
    )
  }

  /** Later changes are taken back too, so that none of their links leads to an address in between. */
  async take(revert: EmailRevert, now: number): Promise<void> {
    await this.sql.run(`UPDATE email_reverts SET used_at = ? WHERE id = ?`, [now, revert.id])
    await this.endSince(revert, now)
  }

  async endSince({ accountId, createdAt }: Pick<EmailRevert, 'accountId' | 'createdAt'>, now: number): Promise<void> {
    await this.sql.run(
      `UPDATE email_reverts SET ended_at = ?, agreed = 0 WHERE account_id = ? AND created_at >= ? AND ${STANDING}`,
      [now, accountId, createdAt],
    )
  }

  endAllOf(accountId: string, now: number): Promise<void> {
    return this.endSince({ accountId, createdAt: 0 }, now)
  }
}
