import { cell, text } from '../../../platform/store/columns.ts'
import { type Connection, Table } from '../../../platform/store/table.ts'
import { ACCOUNT } from './account-columns.ts'
import { AccountWordsTable } from './account-words.ts'

/** Addresses that an account could go back to are its own until then. */
const RESERVED = `SELECT account_id FROM email_reverts WHERE email = ? AND used_at IS NULL AND ended_at IS NULL AND expires_at > ?`

export const accountAddressesIn = (tx: Connection): AccountAddressesTable => new AccountAddressesTable(tx)

/**
 * Which address belongs to which account: those that accounts have, and those that are kept for one. Addresses arrive here in
 * canonical form only. Only inside a transaction.
 */
export class AccountAddressesTable extends Table {
  /** Whether another account has the address, or has it kept. One statement for both: which of them it is does not show. */
  async isTaken(email: string, now: number, accountId = ''): Promise<boolean> {
    const rows = await this.sql.query(
      `SELECT id FROM accounts WHERE email = ? AND id <> ? UNION ALL ${RESERVED} AND account_id <> ?`,
      [email, accountId, email, now, accountId],
    )
    return rows.length > 0
  }

  async isReserved(email: string, now: number, accountId = ''): Promise<boolean> {
    return (await this.sql.query(`${RESERVED} AND account_id <> ?`, [email, now, accountId])).length > 0
  }

  /** Those that the account could go back to. */
  async keptFor(accountId: string, now: number): Promise<readonly string[]> {
    const rows = await this.sql.query(
      `SELECT DISTINCT email FROM email_reverts WHERE account_id = ? AND used_at IS NULL AND ended_at IS NULL AND expires_at > ?`,
      [accountId, now],
    )
    return rows.map((row) => cell(row, text('email')))
  }

  /**
   * Gives an account another address, which is free, and makes it a new credential: a sign-in in flight under the old one ends. One
   * that was taken in this very moment fails the statement, and the transaction is run again.
   */
  async set(id: string, email: string, verifiedAt: number | undefined, now: number): Promise<void> {
    const rows = await this.sql.query(
      `UPDATE accounts SET email = ?, words_of = ? || ' ' || name, verified_at = ?, credential_version = credential_version + 1,
         updated_at = ? WHERE id = ? RETURNING ${ACCOUNT.names}`,
      [email, email, verifiedAt ?? null, now, id],
    )
    await new AccountWordsTable(this.connection).replace(rows.map(ACCOUNT.read))
    this.effects.changed(id)
  }
}
