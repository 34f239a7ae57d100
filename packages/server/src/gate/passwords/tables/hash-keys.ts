import { cell, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

/** Peppers and keys of other systems, of recovery codes as well, sealed under the data key. */
export const HASH_KEYS = table('hash_keys', {
  key: 'id',
  columns: {
    id: text('id'),
    sealed: text('sealed'),
    /** When an import last needed it. */
    keptAt: time('kept_at'),
  },
  purged: { never: 'it goes with the last hash that needs it, see `countKinds`' },
  deleted: { kept: 'it is of no account' },
  restored: { kept: 'hashes need it' },
  exported: [],
})

const INSERT = HASH_KEYS.insert()

export const hashKeysIn = (tx: Connection): HashKeysTable => new HashKeysTable(tx)

export class HashKeysTable extends Table {
  async find(id: string): Promise<string | undefined> {
    const [row] = await this.sql.query(`SELECT sealed FROM hash_keys WHERE id = ?`, [id])
    return row && cell(row, text('sealed'))
  }

  list(): Promise<readonly RowOf<typeof HASH_KEYS>[]> {
    return this.allWhere(HASH_KEYS, `kept_at >= ?`, [0])
  }

  async keep(key: RowOf<typeof HASH_KEYS>): Promise<void> {
    await this.sql.run(`${INSERT.text} ON CONFLICT (id) DO UPDATE SET kept_at = excluded.kept_at`, INSERT.params(key))
  }

  async keptBefore(before: number, behind: string, limit: number): Promise<readonly string[]> {
    const found = `SELECT id FROM hash_keys WHERE kept_at < ? AND id > ? ORDER BY id LIMIT ?`
    const rows = await this.sql.query(found, [before, behind, limit])
    return rows.map((row) => cell(row, text('id')))
  }

  async remove(id: string, before: number): Promise<void> {
    await this.sql.run(`DELETE FROM hash_keys WHERE id = ? AND kept_at < ?`, [id, before])
  }

  async removeAll(): Promise<void> {
    await this.sql.run(`DELETE FROM hash_keys`)
  }

  hasAny(): Promise<boolean> {
    return this.isOne(`SELECT id FROM hash_keys LIMIT 1`, [])
  }
}
