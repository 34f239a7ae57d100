import { type Connection, Table } from '../../../platform/store/table.ts'

export const mailboxProofsIn = (tx: Connection): MailboxProofsTable => new MailboxProofsTable(tx)

/** Columns of the account's row. Callers that write have locked that row. */
export class MailboxProofsTable extends Table {
  /** Only once: an owner who changes to another mailbox is already known. */
  async add(accountId: string, now: number): Promise<void> {
    const rows = await this.sql.query(
      `UPDATE accounts SET mailbox_proved_at = ?, unproved_since = NULL WHERE id = ? AND mailbox_proved_at IS NULL RETURNING id`,
      [now, accountId],
    )
    if (rows.length > 0) this.effects.changed(accountId)
  }

  /** The credential version ends every sign-in that a stranger has begun. */
  async claim(accountId: string, now: number): Promise<void> {
    const update = `UPDATE accounts SET credential_version = credential_version + 1, updated_at = ? WHERE id = ?`
    await this.sql.run(update, [now, accountId])
    this.effects.changed(accountId)
  }

  async setProver(accountId: string, sessionId: string): Promise<void> {
    await this.sql.run(`UPDATE accounts SET mailbox_proved_in = ? WHERE id = ?`, [sessionId, accountId])
  }

  async isProver(accountId: string, sessionId: string): Promise<boolean> {
    const prover = `SELECT id FROM accounts WHERE id = ? AND mailbox_proved_in = ?`
    return (await this.sql.query(prover, [accountId, sessionId])).length > 0
  }
}
