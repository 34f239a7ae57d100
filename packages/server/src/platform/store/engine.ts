import type { Observer } from '../kernel/observer.ts'

/**
 * All SQL is written once, in what SQLite and PostgreSQL both understand: ids are text, times are epoch milliseconds as BIGINT. A `SELECT`
 * in a transaction may end in `FOR KEY SHARE`, which many hold at once, or in `FOR UPDATE`, which waits for all of them.
 */
export type Value = string | number | null
export type Row = Readonly<Record<string, Value>>

export interface Queries {
  /**
   * Each distinct text, with `?` placeholders, is prepared once. `held` names a row that the statement locks and that may be locked
   * for long: a transaction waits for that row in a queue, without keeping a connection.
   */
  query(sql: string, params?: readonly Value[], held?: string): Promise<readonly Row[]>
}

export interface Sql extends Queries {
  /**
   * For a statement whose rows are not read: it costs no round trip. In a transaction it may be sent after the promise resolves,
   * though never out of order: with the next query or the COMMIT, which then fails in its place.
   */
  run(sql: string, params?: readonly Value[]): Promise<void>
  /** For notes that a power cut may take away, such as counts: the answer does not wait for the disk. Absent where that saves nothing. */
  tally?(sql: string, params?: readonly Value[]): Promise<readonly Row[]>
}

export class LockHeld extends Error {}

/** What this process keeps in memory of the database. */
export interface Evictable {
  evict(accountId: string): void
  clear(): void
}

export interface Follower {
  /** The name of this process among those that follow; empty where none is needed. */
  readonly holder: string
  /** Whether all that is kept is still what the database says. Asked at every lookup, so it is cheap. */
  isCurrent(): boolean
  stop(): Promise<void>
}

export interface Engine extends Sql {
  readonly name: 'sqlite' | 'postgres'
  /** `work` may run again after a conflict, so it has no effect but on the database, and never awaits the network or a hash. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** A transaction without a time limit. Throws `LockHeld` where another process has the lock that the statement `lock` takes. */
  migration<T>(lock: string, work: (sql: Sql) => Promise<T>): Promise<T>
  /** Builds an index within a migration. On PostgreSQL others can write meanwhile. */
  buildIndex(sql: Sql, statement: string): Promise<void>
  /** The database's own time, where the database is on another machine. */
  readonly now?: (() => Promise<number>) | undefined
  /** Once a change is acknowledged, nothing older is used from memory, whichever process made the change. */
  follow(kept: Evictable, onError: (error: unknown) => void): Follower
  /** Tells followers of a message. Absent where followers need none to notice a change. */
  readonly wakeFollowers?: (() => Promise<unknown>) | undefined
  close(): Promise<void>
}

export const tally = (sql: Sql, text: string, params: readonly Value[]): Promise<readonly Row[]> =>
  sql.tally ? sql.tally(text, params) : sql.query(text, params)

/** Only used where there is an observer, so that without one a query costs nothing more. */
export const observedEngine = (engine: Engine, observer: Observer): Engine => {
  const watched: Pick<Engine, 'query' | 'run' | 'tally' | 'transaction'> = {
    query: (sql, params) => observer.watch('query', () => engine.query(sql, params)),
    run: (sql, params) => observer.watch('query', () => engine.run(sql, params)),
    tally: (sql, params) => observer.watch('query', () => tally(engine, sql, params ?? [])),
    transaction: (work) => observer.watch('transaction', () => engine.transaction(work)),
  }
  // Not copied: what an engine has may change while it is used.
  return Object.assign(Object.create(engine), watched)
}
