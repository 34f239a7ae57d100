import { carriedColumns } from '../../../gate/account-file/carried-record.ts'
import type { RowOf } from '../../../platform/store/columns.ts'
import { type Connection, Table } from '../../../platform/store/table.ts'
import { ORGANISATIONS } from './organisations.ts'

const CARRIED = carriedColumns(ORGANISATIONS)

export const organisationRecordsIn = (tables: Connection): OrganisationRecordsTable => new OrganisationRecordsTable(tables)

/** Organisations in the order of their ids, page by page. */
export class OrganisationRecordsTable extends Table {
  behind(id: string, limit: number): Promise<readonly RowOf<typeof CARRIED>[]> {
    return this.allWhere(CARRIED, `id > ? ORDER BY id LIMIT ?`, [id, limit])
  }
}
