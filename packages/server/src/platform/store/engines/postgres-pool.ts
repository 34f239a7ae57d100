import pg from 'pg'
import type { Row } from '../engine.ts'
import { cancelBackend } from './cancel-backend.ts'
import { ConnectGate } from './connect-gate.ts'
import { type Statement, sendStatements } from './send-statements.ts'
import { setLimits } from './set-limits.ts'

const INT8 = 20
/** One connection that meets a read-only server tells of all; they are replaced at most this often. */
const DROP_EVERY_MS = 200
/** read_only_sql_transaction */
const READ_ONLY = '25006'
/**
 * serialization_failure, deadlock_detected, lock_not_available, and what follows in the same transaction: after a rollback the
 * connection can be used again.
 */
const HARMLESS = new Set(['40001', '40P01', '55P03', '25P02'])

const LIMITS = {
  statement_timeout: 5000,
  // Short, because the wait keeps a connection busy; a write that needs the lock for longer tries again.
  lock_timeout: 250,
  idle_in_transaction_session_timeout: 5000,
}

export interface PostgresOptions {
  readonly url: string
  readonly poolSize: number
  /** For connections that break while idle, which the pool replaces by itself. */
  readonly onError: (error: Error) => void
}

export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** The server has refused the statement cleanly. After any other error the state of the connection is unknown. */
export const isHarmless = (error: unknown): boolean => HARMLESS.has(codeOf(error) ?? '')

/** The statements are sent together and run in order; the promise resolves to the rows of the last one. */
export type Connection = (statements: readonly Statement[], limitMs?: number) => Promise<readonly Row[]>

/** A connection is only used again while its state is known to be good. */
export class PostgresPool {
  readonly #pool: pg.Pool
  readonly #poolSize: number
  readonly #gate = new ConnectGate()
  readonly #births = new WeakMap<pg.PoolClient, number>()
  #droppedAt = Number.NEGATIVE_INFINITY

  constructor({ url, poolSize, onError }: PostgresOptions) {
    this.#poolSize = poolSize
    // Limits that the operator has set in the URL are kept.
    const named = new URLSearchParams(url.split('?')[1])
    const limits = Object.fromEntries(Object.entries(LIMITS).filter(([name]) => !named.has(name)))
    this.#pool = new pg.Pool({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      pipeline: true,
      onConnect: (client) => setLimits(client, limits),
      query_timeout: 6000, // for a server that vanished; one that lives ends the statement itself
      types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) },
    })
    this.#pool.on('error', onError)
    this.#pool.on('connect', (client) => {
      this.#births.set(client, performance.now())
      client.on('error', onError) // without a listener, a client that breaks while it is lent ends the process
    })
  }

  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await this.#client()
    let isBroken = false
    const connection: Connection = async (statements, limitMs) => {
      try {
        return await sendStatements(client, statements, limitMs)
      } catch (error) {
        isBroken ||= !isHarmless(error)
        if (!(error instanceof pg.DatabaseError)) void cancelBackend(client)
        if (codeOf(error) === READ_ONLY) this.#dropAll()
        throw error
      }
    }
    try {
      return await work(connection)
    } finally {
      client.release(isBroken)
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  async #client(): Promise<pg.PoolClient> {
    for (;;) {
      const { idleCount, totalCount } = this.#pool
      const opensNew = idleCount === 0 && totalCount < this.#poolSize
      const client = await (opensNew ? this.#gate.pass(() => this.#pool.connect()) : this.#pool.connect())
      if ((this.#births.get(client) ?? 0) >= this.#droppedAt) return client
      client.release(true)
    }
  }

  /** After a failover the former primary still answers reads, with data that is out of date. */
  #dropAll(): void {
    const now = performance.now()
    if (now - this.#droppedAt >= DROP_EVERY_MS) this.#droppedAt = now
  }
}
