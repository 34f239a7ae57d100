import { DAY_MS } from '../kernel/clock.ts'
import { type Column, type Columns, cell, columns, type Entries, number } from './columns.ts'
import type { Effects } from './effects.ts'
import type { Queries, Row, Sql, Value } from './engine.ts'

/** How long a kind of row is kept, where an operator decides on it; in milliseconds, and 0 is for ever. */
export interface Retention {
  readonly audit: number
  readonly invites: number
}

/** What has expired is kept for a day, so that it can still say that it has. */
export const KEPT_MS = DAY_MS

/** Which rows go by themselves, and when. */
type Purged =
  | { readonly never: string }
  | { readonly with: string }
  | {
      /** A time, with an index on it: rows go so long after it. */
      readonly after: string
      readonly keptMs: number | keyof Retention
    }
  | {
      /** Removes a few, and says how many: as many as `limit` or more when there may be others. */
      readonly by: (sql: Sql, before: number, limit: number) => Promise<number>
      readonly keptMs: number | keyof Retention
    }

/** What becomes of the rows of an account that is deleted. */
type Deleted =
  /** Removed in the same transaction, by the column that names the account. */
  | { readonly removed: string }
  /** Removed likewise, though the row of the account has no tie to them. */
  | { readonly removedInPieces: string }
  /** There may be a million: they are out of reach at once, and the purge removes them. */
  | { readonly purged: string }
  /** They stay, and no longer name the account. */
  | { readonly forgotten: string; readonly as: 'NULL' | `''` }
  /** Gone with the rows of another table. */
  | { readonly with: string }
  /** They stay as they are, for a reason. */
  | { readonly kept: string }
  /** What each column is set to, as SQL: the row itself stays until the purge has removed the rest. */
  | { readonly erased: Readonly<Record<string, string>> }

/**
 * What becomes of rows when an old copy takes the place of the database: whatever was handed out and works once, or until it is revoked,
 * ends, since what happened to it after the copy was made is not known any more.
 */
type Restored =
  | { readonly ended: string; readonly where: string; readonly also?: string }
  | { readonly emptied: true }
  /** What another column has to be set to; or a statement. */
  | { readonly changed: (now: number) => string; readonly needs: string }
  /** Removed even where sessions are to be kept. */
  | { readonly dropped: string; readonly needs: string }
  | { readonly kept: string }

/** All that a table says of itself. There is no default: a table without a word on one of these does not compile. */
export interface TableFacts<E extends Entries> {
  readonly key: string
  /** Every column, so that none is forgotten in what follows. */
  readonly columns: E
  readonly purged: Purged
  readonly deleted: Deleted
  readonly restored: Restored
  /** The columns whose values an owner gets, word for word, with the export of the account; the others are kept back. */
  readonly exported: readonly (keyof E & string)[]
}

/** A table as those see it that treat all of them alike. */
export interface AnyTable {
  readonly name: string
  readonly facts: Omit<TableFacts<Entries>, 'exported'> & { readonly exported: readonly string[] }
}

/** A table of the database and its columns. */
export const table = <const E extends Entries>(name: string, facts: TableFacts<E>): Columns<E> & AnyTable =>
  Object.assign(columns(name, facts.columns), { name, facts })

/** What becomes of a column of an account when that is deleted, comes back with an old copy of the database, or is exported. */
interface Fate {
  /** The SQL of what takes its place. `kept` is for what says nothing of a person. */
  readonly deleted: string
  readonly restored: 'kept'
  /** Whether the owner gets its value, word for word. */
  readonly exported: boolean
}

export const fate = <T>(column: Column<T>, decided: Fate): Column<T> & { readonly fate: Fate } => ({ ...column, fate: decided })

type Fated = Readonly<Record<string, Column<unknown> & { readonly fate: Fate }>>

/** The table of accounts, where every column has a word on its own fate. */
export function accountTable<const E extends Fated>(name: string, facts: Pick<TableFacts<E>, 'key' | 'columns' | 'purged'>) {
  const all = Object.entries<Fated[string]>(facts.columns)
  const erased = all
    .filter(([, column]) => column.fate.deleted !== 'kept')
    .map(([, column]) => [column.name, column.fate.deleted])
  return table<E>(name, {
    ...facts,
    deleted: { erased: Object.fromEntries(erased) },
    restored: { kept: 'an account is no secret, and its sessions end' },
    exported: all.filter(([, column]) => column.fate.exported).map(([key]) => key),
  })
}

/** The assignments that leave nothing personal of a deleted account. */
export function erasureOf({ facts: { deleted } }: AnyTable): string {
  if (!('erased' in deleted)) throw new Error('the rows of this table go as a whole')
  return Object.entries(deleted.erased)
    .map(([column, expression]) => `${column} = ${expression}`)
    .join(', ')
}

/** What the statements of a table run on: one caller's connection, inside of a transaction or outside. */
export interface Connection {
  readonly sql: Sql
  readonly effects: Effects
  /** All tables of the database, for what is done to each of them. */
  readonly tables: readonly AnyTable[]
}

/** The statements of one table: the same inside a transaction and outside of it. */
export abstract class Table {
  protected readonly connection: Connection
  protected readonly sql: Sql
  protected readonly effects: Effects

  constructor(connection: Connection) {
    this.connection = connection
    this.sql = connection.sql
    this.effects = connection.effects
  }

  /** The first row that a statement returns, if there is any. */
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

  /** Whether a statement has found, or has changed, exactly one row. */
  protected async isOne(...statement: Statement): Promise<boolean> {
    return (await this.sql.query(...statement)).length === 1
  }

  /** What a statement has counted as `total`. */
  protected async total(...statement: Statement): Promise<number> {
    const [row] = await this.sql.query(...statement)
    return cell(row, number('total'))
  }
}

type Statement = Parameters<Sql['query']>
type Reader<T> = { readonly read: (row: Row) => T }
type TableReader<T> = Reader<T> & { readonly names: string; readonly table: string }

/** Placeholders for so many values, as `IN` wants them. */
export const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ')

/** Removes a few rows whose time is over, the eldest first. The condition is asked twice: a row may have been renewed meanwhile. */
export async function removeOver(sql: Queries, { name, facts }: AnyTable, column: string, before: number, limit: number) {
  const rows = await sql.query(
    `DELETE FROM ${name} WHERE ${column} < ? AND ${facts.key} IN (
       SELECT ${facts.key} FROM ${name} WHERE ${column} < ? ORDER BY ${column} LIMIT ?) RETURNING ${facts.key}`,
    [before, before, limit],
  )
  return rows.length
}
