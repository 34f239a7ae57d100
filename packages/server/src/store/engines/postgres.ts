import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Engine, Row, Sql, Value } from '../engine.ts'

const RETRIES = 3
/** serialization_failure and deadlock_detected: the transaction did nothing and may run again. */
const RETRYABLE = new Set(['40001', '40P01'])
const INT8 = 20

export interface PostgresOptions {
  readonly url: string
  readonly poolSize: number
  /** Told about connections that break while idle; the pool replaces them by itself. */
  readonly onError: (error: Error) => void
}

export async function openPostgres({ url, poolSize, onError }: PostgresOptions): Promise<Engine> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    statement_timeout: 5000,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 5000,
    query_timeout: 6000, // for a server that is gone without a word; one that lives ends the statement itself
    types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) },
  })
  pool.on('error', onError)
  // Without a listener of its own, a client that breaks while it is checked out ends the process.
  pool.on('connect', (client) => client.on('error', onError))

  const run = async (target: pg.Pool | pg.PoolClient, sql: string, params: readonly Value[] = []): Promise<readonly Row[]> => {
    const result = await target.query<Row>({ ...prepared(sql), values: [...params] })
    return result.rows
  }

  return {
    name: 'postgres',
    query: (sql, params) => run(pool, sql, params),
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await transactOnce(await pool.connect(), run, work)
        } catch (error) {
          if (attempt > RETRIES || !isRetryable(error)) throw error
          await sleep(Math.random() * 20 * attempt)
        }
      }
    },
    close: () => pool.end(),
  }
}

/** As the driver reads the URL, and the environment where the URL says nothing. */
export function postgresName(url: string): string {
  const { host, port, database } = new pg.Client({ connectionString: url })
  return `${host}:${port}/${database}`
}

async function transactOnce<T>(
  client: pg.PoolClient,
  run: (client: pg.PoolClient, sql: string, params?: readonly Value[]) => Promise<readonly Row[]>,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  let isBroken = false
  const query: Sql['query'] = async (sql, params) => {
    try {
      return await run(client, sql, params)
    } catch (error) {
      isBroken = true
      throw error
    }
  }
  try {
    await query('BEGIN')
    const result = await work({ query })
    await query('COMMIT')
    return result
  } catch (error) {
    // Only a client that is known to be well goes back to the pool.
    if (!isBroken) await query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release(isBroken)
  }
}

/**
 * `?` becomes `$1`, `$2`, …, the order of bytes gets its name here, and tables are made in the only way there is; the
 * name of the statement makes the driver prepare it once per connection.
 */
const prepared = (() => {
  const known = new Map<string, { readonly name: string; readonly text: string }>()
  return (sql: string) => {
    let statement = known.get(sql)
    if (!statement) {
      let position = 0
      const text = sql
        .replace(/\?/g, () => `$${++position}`)
        .replaceAll('COLLATE BINARY', 'COLLATE "C"')
        .replace(' WITHOUT ROWID', '')
      statement = { name: `q${known.size}`, text }
      known.set(sql, statement)
    }
    return statement
  }
})()

const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && RETRYABLE.has(error.code)
