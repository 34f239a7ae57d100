import { lock } from '../../../platform/store/locks.ts'
import { type Connection, Table } from '../../../platform/store/table.ts'
import { ACCOUNT, PRESENT } from './account-columns.ts'
import type { Account } from './accounts.ts'

export const adminsIn = (tx: Connection): AdminsTable => new AdminsTable(tx)

export class AdminsTable extends Table {
  list(limit: number): Promise<readonly Account[]> {
    return this.allWhere(ACCOUNT, `role = 'admin' AND banned_at IS NULL AND ${PRESENT} ORDER BY created_at, id LIMIT ?`, [limit])
  }

  /** The lock is shared by all flows that remove administrators, so that two of them cannot each count on the other. */
  async others(id: string): Promise<readonly Account[]> {
    await lock(this.sql, 'admins')
    return this.allWhere(
      ACCOUNT,
      `role = 'admin' AND banned_at IS NULL AND ${PRESENT} AND id <> ? ORDER BY CASE WHEN password_hash IS NULL THEN 1 ELSE 0 END, id`,
      [id],
    )
  }
}
