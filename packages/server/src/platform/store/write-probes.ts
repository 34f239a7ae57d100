import { randomBytes } from 'node:crypto'
import { text } from './columns.ts'
import type { Queries } from './engine.ts'
import { table } from './table.ts'

export const WRITE_PROBES = table('write_probes', {
  key: 'filler',
  columns: { filler: text('filler') },
  purged: { never: 'the next probe removes it' },
  deleted: { kept: 'it is of a process' },
  restored: { kept: 'it is of a process' },
  exported: [],
})

/** A few pages of a database: more than a request needs, and little for a disk. */
const FILLER_BYTES = 16 * 1024

/** Random, because PostgreSQL would compress anything else. */
const FILLER = randomBytes(FILLER_BYTES / 2).toString('hex')

/** Insertion and deletion are two transactions: in one, SQLite would write next to nothing. */
export class WriteProbesTable {
  readonly #sql: Queries

  constructor(sql: Queries) {
    this.#sql = sql
  }

  /** Returns how long a commit has taken, in milliseconds. The deletion also removes what a process has left that died between the two. */
  async tryToWrite(): Promise<number> {
    const begunAt = performance.now()
    await this.#sql.query(`INSERT INTO write_probes (filler) VALUES (?)`, [FILLER])
    await this.#sql.query(`DELETE FROM write_probes`)
    return (performance.now() - begunAt) / 2
  }
}
