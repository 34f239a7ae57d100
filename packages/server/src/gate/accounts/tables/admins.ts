import { lock } from '../../../platform/store/locks.ts'
import { type Connection, Table } from '../../../platform/store/table.ts'
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
   * All but this one who may sign in, those with a password first. Takes a lock that all flows that remove administrators share, so that
   * two of them cannot each count on the other.
   */
  async others(id: string): Promise<readonly Account[]> {
    await lock(this.sql, 'admins')
    return this.allWhere(
      ACCOUNT,
      `role = 'admin' AND banned_at IS NULL AND ${PRESENT} AND id <> ? ORDER BY CASE WHEN password_hash IS NULL THEN 1 ELSE 0 END, id`,
      [id],
    )
  }
}
