import pg from 'pg'
import { KeyedQueue } from '../../kernel/keyed-queue.ts'
import { Semaphore } from '../../kernel/semaphore.ts'
import { serverUrls } from '../../kernel/server-urls.ts'
import { type Engine, LockHeld, type Sql } from '../engine.ts'
import { Lease } from '../lease/lease.ts'
import { buildIndex } from './build-index.ts'
import { busyAt, DatabaseBusy } from './database-busy.ts'
import { openLeaseConnection, WAKE } from './lease-connection.ts'
import { type Connection, isHarmless, type PostgresOptions, PostgresPool } from './postgres-pool.ts'
import { Primary } from './primary.ts'
import { type Attempt, Held, isLocked, retryWrite } from './retry-write.ts'
import type { Statement } from './send-statements.ts'

/** The longest that a timer can be set to. */
const NO_LIMIT_MS = 2 ** 31 - 1

/** Short lock timeout: building an index elsewhere waits for every older statement, and so for one that waits for the lock here. */
const UNHURRIED = [
  'SET LOCAL statement_timeout = 0',
  'SET LOCAL idle_in_transaction_session_timeout = 0',
  `SET LOCAL lock_timeout = '100ms'`,
]

/** Whatever the server's default is: each statement has to see what was committed before it. */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED'

/** More than all browsers of one person; a longer queue for one row is a crowd that would cost memory. */
const LONGEST = 64
const CLOCK = `SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now`

/**
 * Reads have connections that no write can take, so a session is checked at once whatever writes wait for. A write that meets a
 * locked row gives its connection back soon, and waits in a queue with all others that want this row.
 */
export async function openPostgres(options: PostgresOptions): Promise<Engine> {
  const primary = new Primary(options.url)
  const pool = new PostgresPool(options, primary)
  const keptForReads = Math.ceil(options.poolSize / 5)
  const writers = new Semaphore<true>(Array(Math.max(1, options.poolSize - keptForReads)).fill(true))
  // Only the first in the queue for a row retries, so an account that is locked for long takes one connection and not all.
  const inLine = new KeyedQueue(LONGEST, () => new DatabaseBusy('too many wait for the same row'))

  const write = async <T>({ begun, deadline }: Attempt, work: (connection: Connection) => Promise<T>): Promise<T> => {
    await writers.acquire(busyAt(deadline))
    try {
      return await pool.use(work, begun)
    } finally {
      writers.release(true)
    }
  }

  const query: Engine['query'] = (sql, params) =>
    sql.startsWith('SELECT')
      ? pool.use((connection) => connection([{ sql, params }]))
      : retryWrite(inLine, (attempt) => write(attempt, (connection) => connection([{ sql, params }])))

  return {
    name: 'postgres',
    query,
    async run(sql, params) {
      await query(sql, params)
    },
    transaction: (work) =>
      retryWrite(inLine, (attempt) => {
        const isInLine = (what: string) => what !== attempt.turn && inLine.has(what)
        return write(attempt, (connection) => transact(connection, work, isInLine))
      }),
    migration: (lock, work) =>
      pool.use((connection) => {
        const patient: Connection = (statements) => connection(statements, NO_LIMIT_MS)
        return transact(patient, async (sql) => {
          for (const setting of UNHURRIED) await sql.query(setting)
          await sql.query(lock).catch((error: unknown) => {
            throw isLocked(error) ? new LockHeld('another process migrates') : error
          })
          await sql.query(`SET LOCAL lock_timeout = '2s'`) // all others wait behind a lock that is waited for
          return work(sql)
        })
      }),
    async buildIndex(sql, statement) {
      // An index is finished once no transaction has an older snapshot: SET ends that of the query before, and takes none itself.
      await sql.query('SET LOCAL statement_timeout = 0')
      await buildIndex(primary.url, statement)
    },
    now: async () => (await pool.use((connection) => connection([{ sql: CLOCK }])))[0]?.['now'] as number,
    follow: (kept, onError) => new Lease((events) => openLeaseConnection(primary, events), kept, onError),
    wakeFollowers: () => pool.use((connection) => connection([{ sql: WAKE }])),
    close: () => pool.end(),
  }
}

/** The driver opens these files when it parses the URL, and would throw where one is missing. */
const FILES = /(?<=[?&])ssl(?:rootcert|cert|key)=[^&]*/g

/** Parsed by the driver, which takes from the environment what the URL does not say. */
export function postgresName(url: string): string {
  const servers = serverUrls(url).map((one) => new pg.Client({ connectionString: one.replaceAll(FILES, '') }))
  return `${servers.map(({ host, port }) => `${host}:${port}`).join(',')}/${servers[0]?.database}`
}

/**
 * A statement whose rows are not read is sent with the next that is waited for: BEGIN with the first, the last writes with COMMIT.
 * After a statement that fails the server runs no more of them, and takes COMMIT for ROLLBACK.
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
