import { DAY_MS } from '../kernel/clock.ts'
import { type Column, type Columns, cell, columns, type Entries, number } from './columns.ts'
import type { Effects } from './effects.ts'
import type { Queries, Row, Sql, Value } from './engine.ts'

/** Periods that the operator sets, in milliseconds; 0 is for ever. */
export type Retention = { readonly audit: number; readonly invites: number }

/** Expired rows are kept for a day, so that their user is told "expired" and not "unknown". */
export const KEPT_MS = DAY_MS

type Purged =
  | { readonly never: string }
  | { readonly with: string }
  /** `after` is a column with a time and an index. */
  | { readonly after: string; readonly keptMs: number | keyof Retention }
  /** Returns how many rows were removed: `limit` or more where there may be others. */
  | { readonly by: (sql: Sql, before: number, limit: number) => Promise<number>; readonly keptMs: number | keyof Retention }

/** What becomes of the rows of an account that is deleted. */
type Deleted =
  /** Removed in the same transaction, by the column that names the account. */
  | { readonly removed: string }
  /** Removed likewise, though no foreign key ties the rows to the account. */
  | { readonly removedInPieces: string }
  /** There may be a million: the rows are out of reach at once, and the purge removes them. */
  | { readonly purged: string }
  /** The rows stay, and no longer name the account. */
  | { readonly forgotten: string; readonly as: 'NULL' | `''` }
  /** The rows stay, and this text of theirs is emptied, by the column that names the account. */
  | { readonly blanked: string; readonly of: string }
  /** Removed with the rows of another table. */
  | { readonly with: string }
  /** The rows stay as they are, for this reason. */
  | { readonly kept: string }
  /** SQL for each column: the row itself stays until the purge has removed the rest of the account. */
  | { readonly erased: Readonly<Record<string, string>> }

/** When a backup is restored: what works once, or until it is revoked, may have been used or revoked since, and so it ends. */
type Restored =
  | { readonly ended: string; readonly where: string; readonly also?: string }
  | { readonly emptied: true }
  | { readonly changed: (now: number) => string; readonly needs: string }
  /** Removed even where sessions are to be kept. */
  | { readonly dropped: string; readonly needs: string }
  /** Whatever else is decided, SQL that writes it down. The first parameter is the time, the second says which columns the copy has. */
  | { readonly noted: (now: number, isThere: (column: string) => boolean) => string; readonly needs: string }
  | { readonly kept: string }

/** There are no defaults: a table that does not say what becomes of its rows does not compile. */
export interface TableFacts<E extends Entries> {
  readonly key: string
  readonly columns: E
  readonly purged: Purged
  readonly deleted: Deleted
  /** The column with the address that a row was sent to: such rows go with the account whose address it was. */
  readonly sentTo?: string
  readonly restored: Restored
  /** Columns that the owner gets, word for word, with the export of the account. All others are kept back. */
  readonly exported: readonly (keyof E & string)[]
  /**
   * Where a column names an account: whether rows go along in a file of all accounts that the operator writes. Either all columns but some,
   * each with the reason why it stays, or nothing for the reason that is given.
   */
  readonly carried?: Carried<keyof E & string>
}

type Carried<Key extends string> = string | { readonly without: Readonly<Partial<Record<Key, string>>> }

export interface AnyTable {
  readonly name: string
  readonly facts: Omit<TableFacts<Entries>, 'exported' | 'carried'> & {
    readonly exported: readonly string[]
    readonly carried?: Carried<string>
  }
}

export const table = <const E extends Entries>(name: string, facts: TableFacts<E>): Columns<E> & AnyTable =>
  Object.assign(columns(name, facts.columns), { name, facts })

/** What happens to a column of the account when the account is deleted, restored from a backup, or exported. */
interface Fate {
  /** SQL for the new value. `kept` is for what says nothing of a person. */
  readonly deleted: string
  readonly restored: 'kept'
  readonly exported: boolean
}

export const fate = <T>(column: Column<T>, decided: Fate): Column<T> & { readonly fate: Fate } => ({ ...column, fate: decided })

type Fated = Readonly<Record<string, Column<unknown> & { readonly fate: Fate }>>

/** Every column of an account has to name its own fate. */
export function accountTable<const E extends Fated>(
  name: string,
  facts: Pick<TableFacts<E>, 'key' | 'columns' | 'purged' | 'carried'>,
) {
  const all = Object.entries<Fated[string]>(facts.columns)
  const erased = all.filter(([, column]) => column.fate.deleted !== 'kept')
  return table<E>(name, {
    ...facts,
    deleted: { erased: Object.fromEntries(erased.map(([, column]) => [column.name, column.fate.deleted])) },
    restored: { kept: 'an account is no secret, and its sessions end' },
    exported: all.filter(([, column]) => column.fate.exported).map(([key]) => key),
  })
}

/** The assignments leave nothing personal of a deleted account. */
export function erasureOf({ facts: { deleted } }: AnyTable): string {
  if (!('erased' in deleted)) throw new Error('the rows of this table go as a whole')
  const assignments = Object.entries(deleted.erased).map(([column, expression]) => `${column} = ${expression}`)
  return assignments.join(', ')
}

export interface Connection {
  readonly sql: Sql
  readonly effects: Effects
  readonly tables: readonly AnyTable[]
}

/** The statements of a table are the same inside a transaction and outside. */
export abstract class Table {
  protected readonly connection: Connection
  protected readonly sql: Sql
  protected readonly effects: Effects

  constructor(connection: Connection) {
    this.connection = connection
    this.sql = connection.sql
    this.effects = connection.effects
  }

  protected async one<T>({ read }: Reader<T>, ...statement: Statement): Promise<T | undefined> {
    const [row] = await this.sql.query(...statement)
    return row && read(row)
  }

  protected async all<T>({ read }: Reader<T>, ...statement: Statement): Promise<readonly T[]> {
    return (await this.sql.query(...statement)).map(read)
  }

  protected oneWhere<T>(rows: TableReader<T>, condition: string, params: readonly Value[]): Promise<T | undefined> {
    return this.one(rows, `SELECT ${rows.names} FROM ${rows.table} WHERE ${condition}`, params)
  }

  protected allWhere<T>(rows: TableReader<T>, condition: string, params: readonly Value[]): Promise<readonly T[]> {
    return this.all(rows, `SELECT ${rows.names} FROM ${rows.table} WHERE ${condition}`, params)
  }

  protected async isOne(...statement: Statement): Promise<boolean> {
    return (await this.sql.query(...statement)).length === 1
  }

  /** For a statement that selects `COUNT(*) AS total`. */
  protected async total(...statement: Statement): Promise<number> {
    return cell((await this.sql.query(...statement))[0], number('total'))
  }
}

type Statement = Parameters<Sql['query']>
type Reader<T> = { readonly read: (row: Row) => T }
type TableReader<T> = Reader<T> & { readonly names: string; readonly table: string }

export const placeholders = (values: readonly unknown[]): string => values.map(() => '?').join(', ')

/** Each number of values makes a statement of its own, so there are few numbers: the last value is repeated up to the next of them. */
export function padded<T>(values: readonly T[]): readonly T[] {
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)))
  return [
    ...values,
    ...Array<T[]>(size - values.length)
      .fill(values.slice(-1))
      .flat(),
  ]
}

const PIECES = [64, 8, 1]

/** Likewise for rows to insert, of which none may be there twice. */
export function* inPieces<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; ) {
    const size = PIECES.find((one) => one <= rows.length - at) ?? 1
    yield rows.slice(at, at + size)
    at += size
  }
}

/** The condition stands twice, because a row may have been renewed between the subquery and the deletion. */
export async function removeOver(sql: Queries, { name, facts }: AnyTable, column: string, before: number, limit: number) {
  const rows = await sql.query(
    `DELETE FROM ${name} WHERE ${column} < ? AND ${facts.key} IN (
       SELECT ${facts.key} FROM ${name} WHERE ${column} < ? ORDER BY ${column} LIMIT ?) RETURNING ${facts.key}`,
    [before, before, limit],
  )
  return rows.length
}
