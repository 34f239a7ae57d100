/**
 * The only thing that differs between SQLite and PostgreSQL. Everything above it is written once, in SQL
 * that both understand: text ids, epoch milliseconds as BIGINT, RETURNING, ON CONFLICT, partial indexes.
 */
export type Value = string | number | null
export type Row = Readonly<Record<string, Value>>

export interface Sql {
  /** `?` placeholders. Each distinct text is prepared once and reused. */
  query(sql: string, params?: readonly Value[]): Promise<readonly Row[]>
}

export interface Engine extends Sql {
  readonly name: 'sqlite' | 'postgres'
  /**
   * Commits when `work` resolves, rolls back when it throws. `work` may run again after a conflict, so it
   * only touches the database it is given. Never await the network or a password hash inside.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  close(): Promise<void>
}
