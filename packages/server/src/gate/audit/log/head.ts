import { number, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

export const ofTheLog = {
  deleted: { kept: 'it has hashes alone, from which nobody can be told' },
  restored: { kept: 'it belongs to the events of the copy' },
  exported: [],
} as const

/** How far the sealed log is. There is no row before its first event. */
export const AUDIT_HEAD = table('audit_head', {
  ...ofTheLog,
  key: 'id',
  columns: {
    id: number('id'),
    /** The name of the log, and of its key. It never changes. */
    origin: text('origin'),
    /** How many events have a number: the next one gets this. */
    size: number('size'),
    /** The lowest number whose event is still there. */
    first: number('first'),
    /** The roots of the whole subtrees, the largest first. */
    peaks: text('peaks'),
    /** All of this, signed: whatever seals, reads or verifies looks at the signature first. */
    note: text('note'),
    leaseHolder: text('lease_holder'),
    leasedUntil: time('leased_until'),
  },
  purged: { never: 'it is one row' },
})

const HEAD = AUDIT_HEAD.omit('id', 'leaseHolder', 'leasedUntil')
const INSERT = AUDIT_HEAD.insert()
const UPDATE = AUDIT_HEAD.pick('size', 'first', 'peaks', 'note').update()
const THE_ONE = `FROM audit_head WHERE id = 1`

export type Head = RowOf<typeof HEAD>

export const headIn = (tx: Connection): HeadTable => new HeadTable(tx)

export class HeadTable extends Table {
  find(): Promise<Head | undefined> {
    return this.one(HEAD, `SELECT ${HEAD.names} ${THE_ONE}`)
  }

  isBegun(): Promise<boolean> {
    return this.isOne(`SELECT size ${THE_ONE}`)
  }

  /** In a transaction: all others that would change the log wait until it ends. */
  lock(): Promise<Head | undefined> {
    return this.one(HEAD, `SELECT ${HEAD.names} ${THE_ONE} FOR UPDATE`)
  }

  /** False where another process has begun the log in this moment. */
  begin(head: Head): Promise<boolean> {
    return this.isOne(
      `${INSERT.text} ON CONFLICT (id) DO NOTHING RETURNING size`,
      INSERT.params({ ...head, id: 1, leaseHolder: '', leasedUntil: 0 }),
    )
  }

  async set({ size, first, peaks, note }: Head): Promise<void> {
    await this.sql.run(`${UPDATE.text} WHERE id = 1`, UPDATE.params({ size, first, peaks, note }))
  }

  /** One process seals at a time, so that others do not wait for its locks. What is written is right without the lease as well. */
  lease(holder: string, now: number, until: number): Promise<boolean> {
    return this.isOne(
      `UPDATE audit_head SET lease_holder = ?, leased_until = ? WHERE id = 1 AND (lease_holder = ? OR leased_until <= ?) RETURNING size`,
      [holder, until, holder, now],
    )
  }

  async release(holder: string): Promise<void> {
    await this.sql.run(`UPDATE audit_head SET leased_until = 0 WHERE id = 1 AND lease_holder = ?`, [holder])
  }
}
