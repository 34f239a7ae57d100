/**
 * The only thing that differs between SQLite and PostgreSQL. Everything above it is written once, in SQL
 * that both understand: text ids, epoch milliseconds as BIGINT, RETURNING, ON CONFLICT, partial indexes.
 */
export type Value = string | number | null
export type Row = Readonly<Record<string, Value>>

export interface Sql {
  /**
   * `?` placeholders. Each distinct text is prepared once and reused. `held` names what the statement locks and others may
   * hold for long: a transaction waits for that in line with all others that want it, and not with a connection in its hands.
   */
  query(sql: string, params?: readonly Value[], held?: string): Promise<readonly Row[]>
}

/** Another process has the lock, and is at work. */
export class LockHeld extends Error {}

export interface Engine extends Sql {
  readonly name: 'sqlite' | 'postgres'
  /**
   * Commits when `work` resolves, rolls back when it throws. `work` may run again after a conflict, so it
   * only touches the database it is given. Never await the network or a password hash inside.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** A transaction that may take as long as it takes, and has the lock that the first statement takes; else `LockHeld`. */
  migration<T>(lock: string, work: (sql: Sql) => Promise<T>): Promise<T>
  /** Makes an index on behalf of such a transaction, and lets others write meanwhile where that can be done. */
  buildIndex(sql: Sql, statement: string): Promise<void>
  /** The database's own time, where that is another machine's. */
  now?(): Promise<number>
  close(): Promise<void>
}
