import { cell, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

/** How many accounts have which kind of hash. Empty where all have one of our own. */
export const PASSWORD_KINDS = table('password_kinds', {
  key: 'kind',
  columns: { kind: text('kind'), accounts: number('accounts'), countedAt: time('counted_at') },
  purged: { never: 'each count replaces the last' },
  deleted: { kept: 'it is of no account' },
  restored: { kept: 'it is of no account' },
  exported: [],
})

const INSERT = PASSWORD_KINDS.insert()

export const passwordKindsIn = (tx: Connection): PasswordKindsTable => new PasswordKindsTable(tx)

export class PasswordKindsTable extends Table {
  list(): Promise<readonly RowOf<typeof PASSWORD_KINDS>[]> {
    return this.all(PASSWORD_KINDS, `SELECT ${PASSWORD_KINDS.names} FROM password_kinds ORDER BY accounts DESC, kind`)
  }

  async counted(): Promise<{ readonly at: number; readonly accounts: number } | undefined> {
    const [row] = await this.sql.query(`SELECT MIN(counted_at) AS at, COALESCE(SUM(accounts), 0) AS total FROM password_kinds`)
    const at = row && cell(row, optional(time('at')))
    return at === undefined ? undefined : { at, accounts: cell(row, number('total')) }
  }

  /** Only inside a transaction. */
  async replace(kinds: readonly (readonly [kind: string, accounts: number])[], countedAt: number): Promise<void> {
    await this.sql.run(`DELETE FROM password_kinds`)
    for (const [kind, accounts] of kinds) {
      const update = `ON CONFLICT (kind) DO UPDATE SET accounts = excluded.accounts, counted_at = excluded.counted_at`
      await this.sql.run(`${INSERT.text} ${update}`, INSERT.params({ kind, accounts, countedAt }))
    }
  }
}
