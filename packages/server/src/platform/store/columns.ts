import { once } from '../kernel/once.ts'
import { rowReader, rowWriter } from './compile-row.ts'
import type { Row, Value } from './engine.ts'

export interface Column<T> {
  readonly name: string
  /** NULL stands for undefined. In every other column NULL is an error. */
  readonly isOptional?: true
  /** Absent where a value is stored as it is. */
  readonly codec?: { decode(stored: string | number): T; encode(value: T): string | number }
}

export type Entries = Readonly<Record<string, Column<unknown>>>
type Values<E extends Entries> = { readonly [K in keyof E]: E[K] extends Column<infer T> ? T : never }

export type RowOf<L> = L extends Columns<infer E> ? Values<E> : never

export const text = <T extends string = string>(name: string): Column<T> => ({ name })
export const number = (name: string): Column<number> => ({ name })
/** Epoch milliseconds. */
export const time = (name: string): Column<number> => ({ name })
export const flag = (name: string): Column<boolean> => ({
  name,
  codec: { decode: (stored) => stored === 1, encode: (value) => (value ? 1 : 0) },
})
export const json = <T>(name: string): Column<T> => ({
  name,
  codec: { decode: (stored) => JSON.parse(String(stored)), encode: (value) => JSON.stringify(value) },
})
/** A list of words; stored as they stand in a line. */
export const words = <T extends string>(name: string): Column<readonly T[]> => ({
  name,
  codec: { decode: (stored) => String(stored).split(' ') as T[], encode: (value) => value.join(' ') },
})
export const optional = <T>(column: Column<T>): Column<T | undefined> => ({ ...column, isOptional: true })

/** Called once, when a module is loaded: whatever reads or writes rows of the table is made from this list. */
export const columns = <const E extends Entries>(table: string, entries: E): Columns<E> => new Columns(table, entries)

export const cell = <T>(row: Row | undefined, column: Column<T>): T => decoded('the row', column, row?.[column.name])

export class Columns<E extends Entries> {
  readonly table: string
  readonly names: string
  readonly read: (row: Row) => Values<E>
  readonly #entries: E

  constructor(table: string, entries: E) {
    this.table = table
    this.#entries = entries
    const { names, read } = this.select()
    this.names = names
    this.read = read
  }

  /** For joins: `prefix` keeps equal names apart. Columns in `known` are not selected, since the condition fixes their values. */
  select(alias?: string, prefix = '', known: Partial<Values<E>> = {}) {
    const asked = Object.entries(this.#entries).filter(([key]) => !(key in known))
    const names = asked.map(([, { name }]) => `${alias ? `${alias}.` : ''}${name}${prefix && ` AS ${prefix}${name}`}`)
    const read = once(() => rowReader(this.table, this.#entries, prefix, known))
    return { names: names.join(', '), read: (row: Row) => read()(row) as Values<E> }
  }

  /** A value as it stands in its column. */
  stored<K extends keyof E & string>(key: K, value: Values<E>[K]): Value {
    const column = this.#entries[key]
    if (!column) throw new Error(`there is no column ${key} in ${this.table}`)
    return encoded(column, value)
  }

  /** Columns in `computed` are filled by an SQL expression instead of a parameter. */
  insert<K extends keyof E & string = never>(computed?: Readonly<Record<K, string>>) {
    const expressions = Object.entries<string>(computed ?? {})
    const bound = Object.entries(this.#entries).filter(([key]) => !expressions.some(([one]) => one === key))
    const names = [...bound.map(([, { name }]) => name), ...expressions.map(([key]) => this.#entries[key]?.name)].join(', ')
    const marks = `(${[...bound.map(() => '?'), ...expressions.map(([, expression]) => expression)].join(', ')})`
    const textOf = (rows: number): string => `INSERT INTO ${this.table} (${names}) VALUES ${Array(rows).fill(marks).join(', ')}`
    const write = once(() => rowWriter(bound))
    return { text: textOf(1), textOf, params: (values: Omit<Values<E>, K>): Value[] => write()(values) }
  }

  /** Sets all of these columns; the condition is the caller's. */
  update() {
    const bound = Object.entries(this.#entries)
    const write = once(() => rowWriter(bound))
    const assignments = bound.map(([, { name }]) => `${name} = ?`).join(', ')
    return { text: `UPDATE ${this.table} SET ${assignments}`, params: (values: Values<E>): Value[] => write()(values) }
  }

  /** For columns that only some readers of the table may have. */
  with<const M extends Entries>(more: M): Columns<E & M> {
    return new Columns(this.table, { ...this.#entries, ...more })
  }

  omit<K extends keyof E & string>(...keys: readonly K[]): Columns<Omit<E, K>> {
    const kept = Object.entries(this.#entries).filter(([key]) => !keys.some((one) => one === key))
    return new Columns(this.table, Object.fromEntries(kept) as Omit<E, K>)
  }

  pick<K extends keyof E & string>(...keys: readonly K[]): Columns<Pick<E, K>> {
    const isPicked = ([key]: readonly [string, unknown]) => keys.some((one) => one === key)
    return new Columns(this.table, Object.fromEntries(Object.entries(this.#entries).filter(isPicked)) as Pick<E, K>)
  }
}

function decoded<T>(table: string, column: Column<T>, stored: Value | undefined): T {
  if (stored === null && column.isOptional) return undefined as T
  if (stored === null || stored === undefined) throw new Error(`nothing in column ${column.name} of ${table}`)
  return column.codec ? column.codec.decode(stored) : (stored as T)
}

const encoded = (column: Column<unknown>, value: unknown): Value =>
  value === undefined ? null : column.codec ? column.codec.encode(value) : (value as Value)
