import { text, time } from '../../../platform/store/columns.ts'
import { type Connection, padded, placeholders, Table, table } from '../../../platform/store/table.ts'

/**
 * Accounts whose authenticator app was lost with SECRET, and whose password is the one of before: that and a mailed code are two proofs. Once
 * a mail has set the password there is no row any more, because both would be the mailbox.
 */
export const LOST_APPS = table('lost_apps', {
  key: 'account_id',
  columns: { accountId: text('account_id'), lostAt: time('lost_at') },
  purged: { never: 'the next app, or the next password by mail, removes it' },
  deleted: { removed: 'account_id' },
  // A mail may have set the password that a copy from before that mail does not know of; without a row less is taken.
  restored: { emptied: true },
  exported: [],
  carried: 'an app that does not come along counts as lost there as well',
})

export const lostAppsIn = (tx: Connection): LostAppsTable => new LostAppsTable(tx)

export class LostAppsTable extends Table {
  /** Ends what these accounts have under way, and the trust in browsers, which stood for the app. */
  async lose(accountIds: readonly string[], now: number): Promise<void> {
    const asked = padded(accountIds)
    const these = `id IN (${placeholders(asked)})`
    await this.sql.run(`UPDATE accounts SET credential_version = credential_version + 1 WHERE ${these}`, asked)
    await this.sql.run(
      `INSERT INTO lost_apps (account_id, lost_at) SELECT id, CAST(? AS BIGINT) FROM accounts
       WHERE ${these} AND password_hash IS NOT NULL ON CONFLICT (account_id) DO UPDATE SET lost_at = excluded.lost_at`,
      [now, ...asked],
    )
  }

  isOpenedByPassword(accountId: string): Promise<boolean> {
    return this.isOne(`SELECT account_id FROM lost_apps WHERE account_id = ?`, [accountId])
  }

  async remove(accountId: string): Promise<void> {
    await this.sql.run(`DELETE FROM lost_apps WHERE account_id = ?`, [accountId])
  }
}
