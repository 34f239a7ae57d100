import type { Columns, Entries, RowOf } from '../../../platform/store/columns.ts'
import { type AnyTable, type Connection, padded, placeholders, Table } from '../../../platform/store/table.ts'
import { carriedColumns } from '../carried-record.ts'

export const carriedRowsIn = (tables: Connection): CarriedRowsTable => new CarriedRowsTable(tables)

/** Rows of accounts as they go along in a file: in the same order in each database, whatever that sorts by. */
export class CarriedRowsTable extends Table {
  async ofAccounts<E extends Entries>(
    table: Columns<E> & AnyTable,
    accountIds: readonly string[],
    order: (row: RowOf<Columns<E>>) => string,
  ): Promise<ReadonlyMap<string, readonly RowOf<Columns<E>>[]>> {
    const asked = padded(accountIds)
    const rows = await this.allWhere(carriedColumns(table, 'accountId'), `account_id IN (${placeholders(asked)})`, asked)
    const found = new Map<string, RowOf<Columns<E>>[]>()
    for (const row of [...rows].sort((one, other) => (order(one) < order(other) ? -1 : 1))) {
      const { accountId } = row as { readonly accountId?: unknown }
      const of = found.get(String(accountId)) ?? []
      found.set(String(accountId), of)
      of.push(row)
    }
    return found
  }
}
