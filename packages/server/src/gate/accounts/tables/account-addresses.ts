import { cell, text } from '../../../platform/store/columns.ts'
import { type Connection, Table } from '../../../platform/store/table.ts'
import { ACCOUNT } from './account-columns.ts'
import { AccountWordsTable } from './account-words.ts'

/** An address that an account could go back to stays reserved for the account until the link expires. */
const RESERVED = `SELECT account_id FROM email_reverts WHERE email = ? AND used_at IS NULL AND ended_at IS NULL AND expires_at > ?`

export const accountAddressesIn = (tx: Connection): AccountAddressesTable => new AccountAddressesTable(tx)

/** Addresses that accounts have, and addresses reserved for one. Canonical form only, and only inside a transaction. */
export class AccountAddressesTable extends Table {
  /** One statement for addresses that are used and that are reserved, so that its duration does not tell them apart. */
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

  async keptFor(accountId: string, now: number): Promise<readonly string[]> {
    const rows = await this.sql.query(
      `SELECT DISTINCT email FROM email_reverts WHERE account_id = ? AND used_at IS NULL AND ended_at IS NULL AND expires_at > ?`,
      [accountId, now],
    )
    return rows.map((row) => cell(row, text('email')))
  }

  /** Only a mailbox that was proved, or an administrator, changes an address, so the account no longer waits for a proof. A new credential version ends sign-ins in flight. For an address taken in this moment, the transaction is run again. */
  async set(id: string, email: string, verifiedAt: number | undefined, now: number): Promise<void> {
    const rows = await this.sql.query(
      `UPDATE accounts SET email = ?, words_of = ? || ' ' || name, verified_at = ?, unproved_since = NULL,
         credential_version = credential_version + 1, updated_at = ? WHERE id = ? RETURNING ${ACCOUNT.names}`,
      [email, email, verifiedAt ?? null, now, id],
    )
    await new AccountWordsTable(this.connection).replace(rows.map(ACCOUNT.read))
    this.effects.changed(id)
  }
}
