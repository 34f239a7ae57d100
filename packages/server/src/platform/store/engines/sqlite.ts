import { closeSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type * as Sqlite from '@photostructure/sqlite'
import { backoffMs } from '../../kernel/backoff.ts'
import type { Engine, Evictable, Follower, Row, Sql, Value } from '../engine.ts'
import type { DatabaseMoved } from '../moved/database-moved.ts'
import { type Fence, fenceOf } from '../moved/fence.ts'
import { LOG_BYTES } from './checkpoints.ts'
import { type DurabilityOptions, durableCommits } from './durable-commits.ts'
import { sqliteModule } from './sqlite-module.ts'

/** How long a write waits for another process, such as a command or a backup, to unlock the file. */
const BUSY_LIMIT_MS = 5000
const BUSY_PAUSE_MS = 5
const LONGEST_BUSY_PAUSE_MS = 50
const SQLITE_BUSY = 5
/** No `mmap_size`: each commit would map the whole file anew, and an I/O error would end the process instead of one request. */
const CACHE_KIB = 32 * 1024

export interface SqliteOptions extends DurabilityOptions {
  /** The rows are in another database now: nothing here is read or written any more. */
  readonly onMoved?: (moved: DatabaseMoved) => void
}

/**
 * Two connections to one file in WAL mode. Writes queue up on the first, so that no statement slips into another caller's open
 * transaction. A read never waits: while a transaction is open it uses the second connection, and else the first, which still has
 * in memory what it has written. The second forgets its cache with every write of the first.
 */
export async function openSqlite(file: string, options: SqliteOptions): Promise<Engine> {
  const { writer, reader } = await openFile(file)
  const fence = fenceOf(writer, options.onMoved ?? (() => undefined))
  const { enqueue, enqueueLast } = queue(() => durability.broken)
  const durability = durableCommits(file, { ...options, alone: enqueue, version: versionOf(writer) })
  const write = (sql: string, params?: readonly Value[]) =>
    durability.after(
      enqueue((limit) =>
        whenFree(limit, () => {
          const rows = fence.pass(() => writer.execute(sql, params))
          durability.committed()
          return rows
        }),
      ),
    )
  const tally = (sql: string, params?: readonly Value[]) =>
    enqueue((limit) => whenFree(limit, () => fence.pass(() => writer.execute(sql, params)))).finally(durability.tallied)
  const transact = transactionsOn(writer, fence, durability.committed)
  const transaction: Engine['transaction'] = (work) => durability.after(enqueue((limit) => transact(limit, work)))
  const read = (sql: string, params?: readonly Value[]) =>
    fence.pass(() => (writer.isInTransaction() ? reader : writer).execute(sql, params))

  return {
    name: 'sqlite',
    async query(sql, params) {
      if (!sql.startsWith('SELECT')) return write(sql, params)
      const rows = read(sql, params)
      await durability.settled()
      return rows
    },
    async run(sql, params) {
      await write(sql, params)
    },
    tally,
    transaction,
    migration: (lock, work) =>
      transaction(async (sql) => {
        await sql.query(lock)
        return work(sql)
      }),
    async buildIndex(sql, statement) {
      await sql.query(statement)
    },
    follow: (kept) => following(writer, fence, kept),
    close: () =>
      enqueueLast(async () => {
        await durability.close()
        // Moved into the file unread, the log would take with it what a failed sync has left. A start reads it, and drops what is incomplete.
        if (durability.broken) return
        reader.close()
        emptyLog(writer)
        writer.close()
      }),
  }
}

/**
 * SQLite does it for the last connection that closes, but not where prepared statements outlive that: then the newest commits would
 * stand in the log alone, and a copy of the file would lack them. Nothing is lost where it fails, because a start reads the log.
 */
function emptyLog(writer: Connected): void {
  try {
    writer.execute('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // The disk may be full.
  }
}

/** Writes that come together are done together for so long; then requests have their turn. */
const MOST_AT_ONCE_MS = 5

/** One write after the other, until something is broken. */
function queue(broken: () => Error | undefined) {
  let tail: Promise<unknown> = Promise.resolve()
  let begun: number | undefined
  const mayGoOn = (): boolean => {
    if (begun === undefined) setImmediate(() => (begun = undefined))
    begun ??= performance.now()
    return performance.now() - begun < MOST_AT_ONCE_MS
  }
  const enqueueLast = <T>(job: () => Promise<T>): Promise<T> => {
    const result = tail.then(job)
    tail = result.catch(() => undefined)
    return result
  }
  const enqueue = <T>(job: (limit: number) => Promise<T>): Promise<T> => {
    // Time in the queue counts: behind a locked file the queue would else grow faster than its members give up one by one.
    const limit = busyLimit()
    return enqueueLast(async () => {
      if (!mayGoOn()) await nextTurn()
      const error = broken()
      if (error) throw error
      return job(limit)
    })
  }
  return { enqueue, enqueueLast }
}

function transactionsOn(writer: Connected, fence: Fence, committed: () => void) {
  const tx: Sql = {
    query: async (sql, params) => writer.execute(sql, params),
    async run(sql, params) {
      writer.execute(sql, params)
    },
  }
  return async <T>(limit: number, work: (sql: Sql) => Promise<T>): Promise<T> => {
    await whenFree(limit, () => writer.execute('BEGIN IMMEDIATE'))
    try {
      // No other process can move the database while this transaction holds the lock.
      const result = await fence.pass(() => work(tx))
      writer.execute('COMMIT')
      committed()
      return result
    } catch (error) {
      // SQLite has already rolled back after some failures, such as a full disk.
      if (writer.isInTransaction()) writer.execute('ROLLBACK')
      throw error
    }
  }
}

async function openFile(file: string) {
  const { DatabaseSync } = await sqliteModule()
  mkdirSync(path.dirname(file), { recursive: true })
  closeSync(openSync(file, 'a', 0o600)) // SQLite gives the WAL the mode of the database file
  const writer = connect(new DatabaseSync(file))
  const [mode] = await whenFree(busyLimit(), () => writer.execute('PRAGMA journal_mode = WAL'))
  if (mode?.['journal_mode'] !== 'wal') throw new Error(`${file} is on a file system where SQLite cannot keep a write-ahead log`)
  // Commits are synced together, and not on the event loop.
  writer.execute('PRAGMA synchronous = NORMAL')
  writer.execute('PRAGMA wal_autocheckpoint = 0')
  writer.execute(`PRAGMA journal_size_limit = ${LOG_BYTES}`)
  writer.execute('PRAGMA foreign_keys = ON')
  writer.execute(`PRAGMA cache_size = -${CACHE_KIB}`)
  return { writer, reader: connect(new DatabaseSync(file, { readOnly: true })) }
}

type Connected = ReturnType<typeof connect>

/** Transactions run one after the other here, so there is no row that another one could change meanwhile. */
const inSqlite = (sql: string): string => sql.replace(/ FOR (?:KEY SHARE|UPDATE)$/, '')

/** Keeps the database object alive for as long as its prepared statements are used. */
function connect(database: Sqlite.DatabaseSyncInstance) {
  const statements = new Map<string, Sqlite.StatementSyncInstance>()
  return {
    execute(sql: string, params: readonly Value[] = []): readonly Row[] {
      let statement = statements.get(sql)
      if (!statement) {
        statement = database.prepare(inSqlite(sql))
        statements.set(sql, statement)
      }
      return statement.all(...params) as readonly Row[]
    },
    /** For a statement that runs all the time: no array is made for its only row. */
    asking(sql: string): () => Row | undefined {
      const statement = database.prepare(sql)
      return () => statement.get() as Row | undefined
    },
    isInTransaction: () => database.isTransaction,
    close: () => database.close(),
  }
}

/** Changes when another connection commits, and never by own writes. */
function versionOf({ asking }: Pick<Connected, 'asking'>): () => Value | undefined {
  const ask = asking('PRAGMA data_version')
  return () => ask()?.['data_version']
}

/** This process evicts what it changes itself. */
function following({ asking }: Connected, fence: Fence, kept: Evictable): Follower {
  const ask = versionOf({ asking })
  let seen: Value | undefined
  return {
    holder: '',
    isCurrent() {
      let version: Value | undefined
      try {
        version = ask()
        if (version !== seen && fence.isUp()) version = undefined
      } catch {
        version = undefined // unknown, so the file may have changed
      }
      if (version !== seen) kept.clear()
      seen = version
      return version !== undefined
    },
    stop: async () => undefined,
  }
}

const busyLimit = (): number => performance.now() + BUSY_LIMIT_MS

/**
 * Waits without blocking the event loop, unlike SQLite's own busy timeout. A pause counts only for as long as it was meant to be: while
 * the whole process stood still, the lock may have been free.
 */
async function whenFree<T>(limit: number, attempt: () => T): Promise<T> {
  let end = limit
  for (let failures = 1; ; failures++) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= end) throw error
      const pause = backoffMs(failures, BUSY_PAUSE_MS, LONGEST_BUSY_PAUSE_MS)
      const due = performance.now() + pause
      await sleep(pause)
      end += Math.max(0, performance.now() - due)
    }
  }
}

/** The package sets `errcode` for some calls only, so the text is compared as well. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && (('errcode' in error && error.errcode === SQLITE_BUSY) || error.message === 'database is locked')
