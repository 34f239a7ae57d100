import pg from 'pg'
import { KeyedQueue } from '../../kernel/keyed-queue.ts'
import { Semaphore } from '../../kernel/semaphore.ts'
import { type Engine, LockHeld, type Sql } from '../engine.ts'
import { Lease } from '../lease/lease.ts'
import { buildIndex } from './build-index.ts'
import { busyAt, DatabaseBusy } from './database-busy.ts'
import { openLeaseConnection, WAKE } from './lease-connection.ts'
import { type Connection, isHarmless, type PostgresOptions, PostgresPool } from './postgres-pool.ts'
import { Held, isLocked, retryWrite } from './retry-write.ts'
import type { Statement } from './send-statements.ts'

/** As long as a timer can be set to: what has no limit on the server has none here either. */
const NO_LIMIT_MS = 2 ** 31 - 1

/**
 * The lock is waited for in short turns: an index that another process makes waits for every statement that began before it,
 * and so for one that waits here.
 */
const UNHURRIED = [
  'SET LOCAL statement_timeout = 0',
  'SET LOCAL idle_in_transaction_session_timeout = 0',
  `SET LOCAL lock_timeout = '100ms'`,
]

/** Whatever the server's default is: each statement sees what was committed before it, and so does the one that tells others. */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED'

/** More callers than a person's browsers have; beyond that it is a crowd, and each of them would cost memory. */
const LONGEST = 64
const CLOCK = `SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now`

/**
 * Reads have connections that no write can take: whatever writes wait for, a session is checked at once. A write waits for
 * a row only for a moment with a connection in its hands, and after that in line with all others that want the same row.
 */
export async function openPostgres(options: PostgresOptions): Promise<Engine> {
  const pool = new PostgresPool(options)
  const writing = Math.max(1, options.poolSize - keptForReads(options.poolSize))
  const writers = new Semaphore<true>(Array(writing).fill(true))
  // An account that is held for long takes one connection from all others, and not all of them: only the first in line asks again.
  const inLine = new KeyedQueue(LONGEST, () => new DatabaseBusy('too many wait for the same row'))

  const write = async <T>(deadline: number, work: (connection: Connection) => Promise<T>): Promise<T> => {
    await writers.acquire(busyAt(deadline))
    try {
      return await pool.use(work)
    } finally {
      writers.release(true)
    }
  }

  const query: Engine['query'] = (sql, params) =>
    sql.startsWith('SELECT')
      ? pool.use((connection) => connection([{ sql, params }]))
      : retryWrite(inLine, ({ deadline }) => write(deadline, (connection) => connection([{ sql, params }])))

  return {
    name: 'postgres',
    query,
    async run(sql, params) {
      await query(sql, params)
    },
    transaction: (work) =>
      retryWrite(inLine, ({ deadline, turn }) => {
        const isInLine = (what: string) => what !== turn && inLine.has(what)
        return write(deadline, (connection) => transact(connection, work, isInLine))
      }),
    migration: (lock, work) =>
      pool.use((connection) => {
        const patient: Connection = (statements) => connection(statements, NO_LIMIT_MS)
        return transact(patient, async (sql) => {
          for (const setting of UNHURRIED) await sql.query(setting)
          await sql.query(lock).catch((error: unknown) => {
            throw isLocked(error) ? new LockHeld('another process migrates') : error
          })
          await sql.query(`SET LOCAL lock_timeout = '2s'`) // behind a lock that is waited for, all others wait as well
          return work(sql)
        })
      }),
    async buildIndex(sql, statement) {
      // An index is finished when no transaction looks at an older state any more; a row that was returned is looked at until
      // the next statement, and this one looks at nothing.
      await sql.query('SET LOCAL statement_timeout = 0')
      await buildIndex(options.url, statement)
    },
    async now() {
      const [row] = await pool.use((connection) => connection([{ sql: CLOCK }]))
      return row?.['now'] as number
    },
    follow: (kept, onError) => new Lease((events) => openLeaseConnection(options.url, events), kept, onError),
    wakeFollowers: () => pool.use((connection) => connection([{ sql: WAKE }])),
    close: () => pool.end(),
  }
}

const keptForReads = (poolSize: number): number => Math.ceil(poolSize / 5)

/** The driver opens these files as soon as it reads the URL. A name is wanted also where one of them is not there. */
const FILES = /(?<=[?&])ssl(?:rootcert|cert|key)=[^&]*/g

/** As the driver reads the URL, and the environment where the URL says nothing. */
export function postgresName(url: string): string {
  const connectionString = url.replaceAll(FILES, '')
  const { host, port, database } = new pg.Client({ connectionString })
  return `${host}:${port}/${database}`
}

/**
 * Statements are sent when an answer is waited for, together with all those before whose answers are not: BEGIN goes with the first, and what
 * was last written with the COMMIT. After one that fails the server does nothing more, and takes COMMIT for a ROLLBACK.
 */
async function transact<T>(
  connection: Connection,
  work: (sql: Sql) => Promise<T>,
  isInLine: (what: string) => boolean = () => false,
): Promise<T> {
  let unsent: Statement[] = [{ sql: BEGIN }]
  let isOpen = false
  const send = async (statement: Statement) => {
    const statements = [...unsent, statement]
    unsent = []
    isOpen = true
    try {
      return await connection(statements)
    } catch (error) {
      isOpen = isHarmless(error)
      throw error
    }
  }
  const query: Sql['query'] = async (sql, params, held) => {
    if (held !== undefined && isInLine(held)) throw new Held(held)
    try {
      return await send({ sql, params })
    } catch (error) {
      throw held !== undefined && isLocked(error) ? new Held(held) : error
    }
  }
  const run: Sql['run'] = async (sql, params) => {
    unsent.push({ sql, params })
  }
  try {
    const result = await work({ query, run })
    await send({ sql: 'COMMIT' })
    return result
  } catch (error) {
    unsent = []
    if (isOpen) await send({ sql: 'ROLLBACK' }).catch(() => undefined)
    throw error
  }
}
