import type { Observer } from '../kernel/observer.ts'

/**
 * The only thing that differs between SQLite and PostgreSQL. Everything above it is written once, in SQL
 * that both understand: text ids, epoch milliseconds as BIGINT, RETURNING, ON CONFLICT, partial indexes.
 */
export type Value = string | number | null
export type Row = Readonly<Record<string, Value>>

/** What is enough for those that only look. */
export interface Queries {
  /**
   * `?` placeholders. Each distinct text is prepared once and reused. `held` names what the statement locks and others may
   * hold for long: a transaction waits for that in line with all others that want it, and not with a connection in its hands.
   */
  query(sql: string, params?: readonly Value[], held?: string): Promise<readonly Row[]>
}

export interface Sql extends Queries {
  /**
   * For a statement whose rows are not read. In a transaction it may be done after this resolves, though never out of its order:
   * with the next query or with the COMMIT, and there it fails. So it costs no way to the server and back of its own.
   */
  run(sql: string, params?: readonly Value[]): Promise<void>
}

/** Another process has the lock, and is at work. */
export class LockHeld extends Error {}

/** What this process keeps in memory of the database. */
export interface Kept {
  /** Something changed that a check of this account's sessions would see. */
  evict(accountId: string): void
  clear(): void
}

/** Follows what others change. */
export interface Following {
  /** The name under which others know of it; empty where they need not. */
  readonly holder: string
  /** Whether all that is kept is still what the database says. It is asked at every look, so it costs next to nothing. */
  isCurrent(): boolean
  stop(): Promise<void>
}

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
  /** Makes sure that what is kept of this database is not used after a change was acknowledged, whichever process made it. */
  follow(kept: Kept, onError: (error: unknown) => void): Following
  /** Tells those who follow that there is a message for them. Absent where they need none to know of a change. */
  wakeFollowers?(): Promise<unknown>
  close(): Promise<void>
}

/** The same engine, watched. Only made for an observer, so that a query costs nothing more without one. */
export const observedEngine = (engine: Engine, observer: Observer): Engine => ({
  ...engine,
  query: (sql, params) => observer.watch('query', () => engine.query(sql, params)),
  run: (sql, params) => observer.watch('query', () => engine.run(sql, params)),
  transaction: (work) => observer.watch('transaction', () => engine.transaction(work)),
})
