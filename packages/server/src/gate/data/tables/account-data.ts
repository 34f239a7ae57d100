import { createHash } from 'node:crypto'
import { cell, type RowOf, text } from '../../../platform/store/columns.ts'
import { type Connection, placeholders, Table, table } from '../../../platform/store/table.ts'
import type { Value } from '../field.ts'

export const ACCOUNT_DATA = table('account_data', {
  key: 'account_id',
  columns: { accountId: text('account_id'), field: text('field'), value: text('value') },
  purged: { with: 'accounts' },
  deleted: { removed: 'account_id' },
  restored: { kept: 'they are those of the account' },
  exported: [],
  carried: 'it is derived from the values of the account',
})
const INSERT = ACCOUNT_DATA.insert()

/** PostgreSQL has no room for longer ones in an index. */
const MOST_INDEXED = 200

type Written = readonly (readonly [field: string, value: Value | undefined])[]

/** By its type as well: what was stored under another declaration is not found as a value of this one. */
const searchKeyOf = (value: string | number | boolean, isEntry = false): string => {
  const text = JSON.stringify(isEntry ? [value] : value)
  if (text.length <= MOST_INDEXED) return text
  return `${isEntry ? '[' : ''}#${createHash('sha256').update(text).digest('base64url')}`
}

/** Between which two the keys of a type lie: no other type has any there. Dates are texts of their own form. */
export const KEYS = {
  text: { first: '"', last: '#~' },
  date: { like: '"____-__-__"' },
  number: { first: '-', last: '9~' },
  list: { first: '[', last: '[~' },
} as const

/** What an account with this value is found by: of a list any of its entries. */
export const keysOf = (value: Value): readonly string[] =>
  Array.isArray(value)
    ? [...new Set((value as readonly string[]).map((one) => searchKeyOf(one, true)))]
    : [searchKeyOf(value as string)]

export const accountDataIn = (tx: Connection): AccountDataTable => new AccountDataTable(tx)

/**
 * What accounts are found by. Every value is here, whether its field is searchable or not: so a field can become searchable at any time,
 * and processes with different declarations, as during a restart, leave the same rows.
 */
export class AccountDataTable extends Table {
  /** Only inside a transaction, with the account's row held. */
  async replace(accountId: string, written: Written): Promise<void> {
    const fields = written.map(([field]) => field)
    const condition = `account_id = ? AND field IN (${placeholders(fields)})`
    await this.sql.run(`DELETE FROM account_data WHERE ${condition}`, [accountId, ...fields])
    await this.add(accountId, written)
  }

  async add(accountId: string, written: Written): Promise<void> {
    const rows = written.flatMap(([field, value]): RowOf<typeof ACCOUNT_DATA>[] =>
      value === undefined ? [] : keysOf(value).map((key) => ({ accountId, field, value: key })),
    )
    if (rows.length > 0) await this.sql.run(INSERT.textOf(rows.length), rows.flatMap(INSERT.params))
  }

  /** Accounts that have a value in the field, which no declaration need have; in the order of their ids. */
  async accountsWith(field: string, limit: number): Promise<readonly string[]> {
    const rows = await this.sql.query(`SELECT DISTINCT account_id FROM account_data WHERE field = ? LIMIT ?`, [field, limit])
    return rows.map((row) => cell(row, text('account_id')))
  }

  /** The names of all fields with values, one step of the index for each. */
  async fields(): Promise<readonly string[]> {
    const found: string[] = []
    for (;;) {
      const [row] = await this.sql.query(
        `SELECT field FROM account_data WHERE field > ? ORDER BY field, value, account_id LIMIT 1`,
        [found.at(-1) ?? ''],
      )
      if (!row) return found
      found.push(cell(row, text('field')))
    }
  }
}
