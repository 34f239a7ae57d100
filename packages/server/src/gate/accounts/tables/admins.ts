import { lock } from '../../../platform/store/locks.ts'
import { type Connection, Table } from '../../../platform/store/table.ts'
import { ACCOUNT, PRESENT } from './account-columns.ts'
import type { Account } from './accounts.ts'

export const adminsIn = (tx: Connection): AdminsTable => new AdminsTable(tx)

const SOME = 50

export class AdminsTable extends Table {
  list(limit: number): Promise<readonly Account[]> {
    return this.allWhere(ACCOUNT, `role = 'admin' AND banned_at IS NULL AND ${PRESENT} ORDER BY created_at, id LIMIT ?`, [limit])
  }

  /** Shared by all flows that remove administrators, so that two of them cannot each count on the other. */
  async lock(): Promise<void> {
    await lock(this.sql, 'admins')
  }

  /** Some of those who may do everything, with a password or without one, in the order of their ids. */
  others(id: string, hasPassword: boolean, afterId: string): Promise<readonly Account[]> {
    return this.allWhere(
      ACCOUNT,
      `role = 'admin' AND admin_scopes IS NULL AND banned_at IS NULL AND ${PRESENT} AND password_hash IS ${hasPassword ? 'NOT ' : ''}NULL
         AND id <> ? AND id > ? ORDER BY id LIMIT ${SOME}`,
      [id, afterId],
    )
  }
}
