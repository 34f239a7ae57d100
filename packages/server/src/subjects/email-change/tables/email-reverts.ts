import { flag, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'

export const EMAIL_REVERTS = table('email_reverts', {
  key: 'id',
  columns: {
    id: text('id'),
    hash: text('hash'),
    accountId: text('account_id'),
    /** The address to go back to. No other account gets it meanwhile. */
    email: text('email'),
    /** When that address was proved. */
    verifiedAt: time('verified_at'),
    /** When the change was asked for. */
    requestedAt: time('requested_at'),
    createdAt: time('created_at'),
    expiresAt: time('expires_at'),
    usedAt: optional(time('used_at')),
    /** An earlier change was taken back, and this one with it; or it never had a link. */
    endedAt: optional(time('ended_at')),
    /** Both mailboxes agreed to the change, so that no link takes it back; a return is still known for one. */
    isAgreed: flag('agreed'),
  },
  purged: { after: 'expires_at', keptMs: KEPT_MS },
  deleted: { removed: 'account_id' },
  restored: { ended: 'ended_at', where: 'used_at IS NULL AND ended_at IS NULL' },
  exported: [],
})

const INSERT = EMAIL_REVERTS.insert()
/** Neither taken back nor overtaken. */
const STANDING = `used_at IS NULL AND (ended_at IS NULL OR agreed = 1)`

export type EmailRevert = RowOf<typeof EMAIL_REVERTS>

export const emailRevertsIn = (tx: Connection): EmailRevertsTable => new EmailRevertsTable(tx)

/** Changes of address that can be taken back. Callers that write hold the account's row. */
export class EmailRevertsTable extends Table {
  async add(revert: Omit<EmailRevert, 'usedAt' | 'endedAt'>): Promise<void> {
    const endedAt = revert.isAgreed ? revert.createdAt : undefined
    await this.sql.run(INSERT.text, INSERT.params({ ...revert, usedAt: undefined, endedAt }))
  }

  find(hash: string): Promise<EmailRevert | undefined> {
    return this.oneWhere(EMAIL_REVERTS, `hash = ?`, [hash])
  }

  /** The change away from this address, if the account could still go back to it: a change that leads there is a return. */
  findDeparture(accountId: string, email: string, now: number): Promise<EmailRevert | undefined> {
    return this.oneWhere(
      EMAIL_REVERTS,
      `account_id = ? AND email = ? AND expires_at > ? AND ${STANDING}
       ORDER BY created_at, id LIMIT 1`,
      [accountId, email, now],
    )
  }

  /** Spends it. What was changed after it is taken back too, so that no later link leads to an address in between. */
  async take(revert: EmailRevert, now: number): Promise<void> {
    await this.sql.run(`UPDATE email_reverts SET used_at = ? WHERE id = ?`, [now, revert.id])
    await this.endSince(revert, now)
  }

  /** Ends every one that stands from this change on. */
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
