import type { StoredData } from '../../../gate/data/visible-values.ts'
import { type Connection, Table } from '../../../platform/store/table.ts'
import { ORGANISATIONS } from './organisations.ts'

const DATA = ORGANISATIONS.pick('data', 'dataUpdatedAt', 'createdAt')

export interface OrgData {
  readonly data: StoredData
  readonly updatedAt: number
}

export const orgDataIn = (tx: Connection): OrgDataTable => new OrgDataTable(tx)

/** Values of declared fields: no list of organisations reads them. */
export class OrgDataTable extends Table {
  /** In one statement: a time that is newer than the data beside it would hide a change from its reader. */
  async find(id: string): Promise<OrgData | undefined> {
    const found = await this.oneWhere(DATA, `id = ?`, [id])
    return found && { data: found.data, updatedAt: found.dataUpdatedAt ?? found.createdAt }
  }

  /** The caller holds the organisation. */
  async set(id: string, { data, updatedAt }: OrgData): Promise<void> {
    await this.sql.run(`UPDATE organisations SET data = ?, data_updated_at = ? WHERE id = ?`, [data ?? null, updatedAt, id])
  }
}
