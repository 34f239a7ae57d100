import pg from 'pg'
import type { Row } from '../engine.ts'
import { cancelBackend } from './cancel-backend.ts'
import { ConnectGate } from './connect-gate.ts'
import { type Statement, sendStatements } from './send-statements.ts'
import { setLimits } from './set-limits.ts'

const INT8 = 20
/** One connection that meets a read-only server means that the others will; but they are dropped no more often than this. */
const DROP_EVERY_MS = 200
/** read_only_sql_transaction */
const READ_ONLY = '25006'
/** serialization_failure, deadlock_detected, lock_not_available: after a rollback the connection is as good as before. */
const HARMLESS = new Set(['40001', '40P01', '55P03'])

const LIMITS = {
  statement_timeout: 5000,
  // A connection waits with it, so it is short; a write that needs the lock for longer asks again.
  lock_timeout: 250,
  idle_in_transaction_session_timeout: 5000,
}

export interface PostgresOptions {
  readonly url: string
  readonly poolSize: number
  /** Told about connections that break while idle; the pool replaces them by itself. */
  readonly onError: (error: Error) => void
}

export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** What the server has refused cleanly. After anything else there is no telling what a connection is in the middle of. */
export const isHarmless = (error: unknown): boolean => HARMLESS.has(codeOf(error) ?? '')

/**
 * One connection, for as long as it is lent. Statements leave together and are done one after the other; it resolves to the
 * rows of the last. They may be given longer than others have.
 */
export type Connection = (statements: readonly Statement[], limitMs?: number) => Promise<readonly Row[]>

/** Connections to one server. Only one that is known to be well is lent again. */
export class PostgresPool {
  readonly #pool: pg.Pool
  readonly #poolSize: number
  readonly #gate = new ConnectGate()
  readonly #births = new WeakMap<pg.PoolClient, number>()
  #droppedAt = Number.NEGATIVE_INFINITY

  constructor({ url, poolSize, onError }: PostgresOptions) {
    // What the operator names in the URL goes along on the way, and is not set anew.
    const named = new URLSearchParams(url.split('?')[1])
    this.#poolSize = poolSize
    const limits = Object.fromEntries(Object.entries(LIMITS).filter(([name]) => !named.has(name)))
    this.#pool = new pg.Pool({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      pipeline: true, // statements leave without waiting for the answers to those before them
      onConnect: (client) => setLimits(client, limits),
      query_timeout: 6000, // for a server that is gone without a word; one that lives ends the statement itself
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
      const client = await (this.#opensNew ? this.#gate.pass(() => this.#pool.connect()) : this.#pool.connect())
      if ((this.#births.get(client) ?? 0) >= this.#droppedAt) return client
      client.release(true)
    }
  }

  get #opensNew(): boolean {
    const { idleCount, totalCount } = this.#pool
    return idleCount === 0 && totalCount < this.#poolSize
  }

  /** What was the primary is none any more, as after a failover: it still answers reads, with what it knew then. */
  #dropAll(): void {
    const now = performance.now()
    if (now - this.#droppedAt >= DROP_EVERY_MS) this.#droppedAt = now
  }
}
