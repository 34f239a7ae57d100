import { type Connection, Table } from '../../../platform/store/table.ts'

export const mailboxProofsIn = (tx: Connection): MailboxProofsTable => new MailboxProofsTable(tx)

/**
 * When a mailbox of an account was first proved, and by which session, where that began in a browser that the account did not know: two
 * columns of the account's row. Callers that write hold it.
 */
export class MailboxProofsTable extends Table {
  /** Once, and for good: a later mailbox is that of an owner who is known. */
  async add(accountId: string, now: number): Promise<void> {
    const rows = await this.sql.query(
      `UPDATE accounts SET mailbox_proved_at = ? WHERE id = ? AND mailbox_proved_at IS NULL RETURNING id`,
      [now, accountId],
    )
    if (rows.length > 0) this.effects.changed(accountId)
  }

  /** The account is its owner's from here on: what was begun under the credentials of before ends. */
  async claim(accountId: string, now: number): Promise<void> {
    await this.sql.run(`UPDATE accounts SET credential_version = credential_version + 1, updated_at = ? WHERE id = ?`, [
      now,
      accountId,
    ])
    this.effects.changed(accountId)
  }

  async setProver(accountId: string, sessionId: string): Promise<void> {
    await this.sql.run(`UPDATE accounts SET mailbox_proved_in = ? WHERE id = ?`, [sessionId, accountId])
  }

  async isProver(accountId: string, sessionId: string): Promise<boolean> {
    const found = `SELECT id FROM accounts WHERE id = ? AND mailbox_proved_in = ?`
    return (await this.sql.query(found, [accountId, sessionId])).length > 0
  }
}
