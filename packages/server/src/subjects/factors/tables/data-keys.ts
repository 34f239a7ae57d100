import { cell, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

export const DATA_KEYS = table('data_keys', {
  key: 'name',
  columns: { name: text('name'), sealed: text('sealed'), createdAt: time('created_at') },
  purged: { never: 'what is sealed under a key needs it' },
  deleted: { kept: 'it is of no account' },
  restored: { kept: 'what is sealed under a key needs it' },
  exported: [],
})

const INSERT = DATA_KEYS.insert()

export const dataKeysIn = (tx: Connection): DataKeysTable => new DataKeysTable(tx)

/** Random keys, each sealed under the secret of the configuration. */
export class DataKeysTable extends Table {
  async find(name: string): Promise<string | undefined> {
    const [row] = await this.sql.query(`SELECT sealed FROM data_keys WHERE name = ?`, [name])
    return row && cell(row, text('sealed'))
  }

  /** Where another process was first, its key stays. */
  async add(name: string, sealed: string, now: number): Promise<void> {
    await this.sql.run(`${INSERT.text} ON CONFLICT DO NOTHING`, INSERT.params({ name, sealed, createdAt: now }))
  }

  /** Only for a key under which nothing is sealed. */
  async remove(name: string, sealed: string): Promise<void> {
    await this.sql.run(`DELETE FROM data_keys WHERE name = ? AND sealed = ?`, [name, sealed])
  }

  /** By another key; false where the one before is not there any more. */
  replace({ name, sealed, createdAt }: RowOf<typeof DATA_KEYS>, before: string): Promise<boolean> {
    return this.isOne(`UPDATE data_keys SET sealed = ?, created_at = ? WHERE name = ? AND sealed = ? RETURNING name`, [
      ...[sealed, createdAt, name],
      before,
    ])
  }

  async reseal(name: string, before: string, after: string): Promise<void> {
    await this.sql.run(`UPDATE data_keys SET sealed = ? WHERE name = ? AND sealed = ?`, [after, name, before])
  }
}
