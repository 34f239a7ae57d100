import { lock } from '../../../platform/store/locks.ts'
import { type Connection, marks, Table } from '../../../platform/store/table.ts'
import { ACCOUNT, PRESENT } from './account-columns.ts'
import type { Account } from './accounts.ts'

export const adminsIn = (tx: Connection): AdminsTable => new AdminsTable(tx)

/** Accounts that administer the service. */
export class AdminsTable extends Table {
  /** Those who may sign in, the oldest first. */
  list(limit: number): Promise<readonly Account[]> {
    return this.allWhere(ACCOUNT, `role = 'admin' AND banned_at IS NULL AND ${PRESENT} ORDER BY created_at, id LIMIT ?`, [limit])
  }

  /**
   * How many administrators could sign in without this one, with a password, one of these providers or a passkey of this domain. Takes a
   * lock that all flows that remove administrators share, so that two of them cannot each count on the other.
   */
  async countOthers(
    id: string,
    ways: { readonly providers: readonly string[]; readonly rpId: string | undefined },
  ): Promise<number> {
    await lock(this.sql, 'admins')
    const { providers, rpId } = ways
    return this.total(
      `SELECT COUNT(*) AS total FROM accounts WHERE role = 'admin' AND banned_at IS NULL AND id <> ?
         AND (password_hash IS NOT NULL OR EXISTS (
           SELECT 1 FROM identities WHERE account_id = accounts.id AND provider IN (${marks(providers) || "''"}))
           ${rpId === undefined ? '' : 'OR EXISTS (SELECT 1 FROM passkeys WHERE account_id = accounts.id AND (rp_id = ? OR rp_id IS NULL))'})`,
      [id, ...providers, ...(rpId === undefined ? [] : [rpId])],
    )
  }
}
