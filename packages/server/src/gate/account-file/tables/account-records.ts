import type { RowOf } from '../../../platform/store/columns.ts'
import { type Connection, Table } from '../../../platform/store/table.ts'
import { ACCOUNTS, PRESENT } from '../../accounts/tables/account-columns.ts'
import { carriedColumns } from '../carried-record.ts'

const CARRIED = carriedColumns(ACCOUNTS)
const CHANGED = `(updated_at >= ? OR data_updated_at >= ?)`

export type CarriedAccount = RowOf<typeof CARRIED>

export const accountRecordsIn = (tables: Connection): AccountRecordsTable => new AccountRecordsTable(tables)

/** Accounts in the order of their ids, page by page. */
export class AccountRecordsTable extends Table {
  behind(id: string, since: number | undefined, limit: number): Promise<readonly CarriedAccount[]> {
    const [condition, params] = since === undefined ? [PRESENT, []] : [`${PRESENT} AND ${CHANGED}`, [since, since]]
    return this.allWhere(CARRIED, `id > ? AND ${condition} ORDER BY id LIMIT ?`, [id, ...params, limit])
  }
}
