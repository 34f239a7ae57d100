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

/** Of pages as databases have them, more than a request needs in addition; not so many that they tell on a disk. */
const FILLER_BYTES = 16 * 1024

/** At random, or PostgreSQL would keep it in a few bytes. */
const FILLER = randomBytes(FILLER_BYTES / 2).toString('hex')

/** What takes room and what gives it back. In two transactions: in one, SQLite would write next to nothing. */
export class WriteProbesTable {
  readonly #sql: Queries

  constructor(sql: Queries) {
    this.#sql = sql
  }

  /** Resolves once a row was on the disk; throws where none can be. What a process that died has left goes with it. */
  async tryToWrite(): Promise<void> {
    await this.#sql.query(`INSERT INTO write_probes (filler) VALUES (?)`, [FILLER])
    await this.#sql.query(`DELETE FROM write_probes`)
  }
}
