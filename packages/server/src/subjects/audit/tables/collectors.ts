import { number, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

/** How far each that is told of the log has been told, by a hash of where it is: an address may have something secret in it. */
export const AUDIT_COLLECTORS = table('audit_collectors', {
  key: 'target',
  columns: {
    target: text('target'),
    /** The number of the event that comes next. */
    position: number('position'),
    leaseHolder: text('lease_holder'),
    /** Until then no other process tells it anything; nor does any, where it has just failed. */
    leasedUntil: time('leased_until'),
    /** In a row. */
    failures: number('failures'),
  },
  purged: { never: 'there are as many as settings' },
  deleted: { kept: 'it is of no account' },
  restored: { kept: 'it belongs to the numbers of the copy' },
  exported: [],
})

type Collector = RowOf<typeof AUDIT_COLLECTORS>

const INSERT = AUDIT_COLLECTORS.insert()

export const collectorsIn = (tx: Connection): CollectorsTable => new CollectorsTable(tx)

export class CollectorsTable extends Table {
  find(target: string): Promise<Collector | undefined> {
    return this.oneWhere(AUDIT_COLLECTORS, `target = ?`, [target])
  }

  /** Does nothing where it is there already. */
  async add(target: string): Promise<void> {
    const collector = { target, position: 0, leaseHolder: '', leasedUntil: 0, failures: 0 }
    await this.sql.run(`${INSERT.text} ON CONFLICT (target) DO NOTHING`, INSERT.params(collector))
  }

  /** Undefined where another process has it. */
  lease(target: string, holder: string, now: number, until: number): Promise<Collector | undefined> {
    return this.one(
      AUDIT_COLLECTORS,
      `UPDATE audit_collectors SET lease_holder = ?, leased_until = ?
       WHERE target = ? AND (lease_holder = ? OR leased_until <= ?) RETURNING ${AUDIT_COLLECTORS.names}`,
      [holder, until, target, holder, now],
    )
  }

  /** One that has been told until now is told nothing before a time. False where it is to be told nothing now. */
  advanceOnce(target: string, position: number, now: number, until: number): Promise<boolean> {
    return this.isOne(
      `UPDATE audit_collectors SET position = ?, leased_until = ? WHERE target = ? AND leased_until <= ? RETURNING target`,
      [position, until, target, now],
    )
  }

  /** False where the lease was lost meanwhile: another process has told the same, and goes on from there. */
  advance(target: string, holder: string, position: number): Promise<boolean> {
    return this.isOne(
      `UPDATE audit_collectors SET position = ?, failures = 0 WHERE target = ? AND lease_holder = ? RETURNING target`,
      [position, target, holder],
    )
  }

  /** After a failure it is told nothing for a while. */
  async rest(target: string, holder: string, until: number): Promise<void> {
    await this.sql.run(
      `UPDATE audit_collectors SET lease_holder = '', leased_until = ?, failures = failures + 1 WHERE target = ? AND lease_holder = ?`,
      [until, target, holder],
    )
  }

  async release(target: string, holder: string): Promise<void> {
    await this.sql.run(`UPDATE audit_collectors SET lease_holder = '', leased_until = 0 WHERE target = ? AND lease_holder = ?`, [
      target,
      holder,
    ])
  }
}
