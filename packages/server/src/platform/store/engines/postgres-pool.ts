import pg from 'pg'
import type { Row } from '../engine.ts'
import { cancelBackend } from './cancel-backend.ts'
import { ConnectGate } from './connect-gate.ts'
import { busyAt, DatabaseBusy } from './database-busy.ts'
import { streamOf } from './pg-internals.ts'
import type { Primary } from './primary.ts'
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

/** For a connection and a statement together. A server that lives ends the statement itself before that. */
const ANSWER_MS = 4000
/** Kept for a statement that has waited long for its connection: this, or half of a shorter limit. */
const LEAST_MS = 800

const LIMITS = {
  statement_timeout: 3500,
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
  readonly #primary: Primary
  readonly #answerMs: number
  readonly #leastMs: number
  readonly #gate = new ConnectGate()
  readonly #births = new Map<pg.PoolClient, number>()
  readonly #onError: PostgresOptions['onError']
  #droppedAt = Number.NEGATIVE_INFINITY

  constructor({ url, poolSize, onError }: PostgresOptions, primary: Primary) {
    this.#poolSize = poolSize
    this.#primary = primary
    this.#onError = onError
    // Limits that the operator has set in the URL are kept.
    const named = new URLSearchParams(url.split('?')[1])
    this.#answerMs = Number(named.get('query_timeout') ?? ANSWER_MS)
    this.#leastMs = Math.min(LEAST_MS, this.#answerMs / 2)
    const limits = Object.fromEntries(Object.entries(LIMITS).filter(([name]) => !named.has(name)))
    this.#pool = new pg.Pool({
      Client: clientOf(primary),
      max: poolSize,
      connectionTimeoutMillis: this.#answerMs - this.#leastMs,
      keepAlive: true,
      pipeline: true,
      onConnect: async (client) => {
        await setLimits(client, limits)
        await primary.admit(client)
      },
      types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) },
    })
    this.#pool.on('error', onError)
    this.#pool.on('connect', (client) => {
      this.#births.set(client, performance.now())
      client.on('error', onError) // without a listener, a client that breaks while it is lent ends the process
    })
    this.#pool.on('remove', (client) => this.#births.delete(client))
    // What is under way at a former primary must not be committed there.
    primary.watch(() => {
      for (const client of this.#births.keys()) streamOf(client as pg.PoolClient & pg.Client).destroy()
    })
  }

  /** `begun` is when the caller began to wait. */
  async use<T>(work: (connection: Connection) => Promise<T>, begun = performance.now()): Promise<T> {
    const client = await this.#clientBy(begun + this.#answerMs - this.#leastMs)
    const answerMs = Math.max(this.#leastMs, begun + this.#answerMs - performance.now())
    let isBroken = false
    const connection: Connection = async (statements, limitMs = answerMs) => {
      try {
        return await sendStatements(client, statements, limitMs)
      } catch (error) {
        isBroken ||= !isHarmless(error)
        const isRefused = error instanceof pg.DatabaseError
        if (!isRefused) void cancelBackend(client)
        if (!isRefused || codeOf(error) === READ_ONLY) this.#dropAll()
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

  async #clientBy(deadline: number): Promise<pg.PoolClient> {
    const coming = this.#client()
    return new Promise((resolve, reject) => {
      let isGivenUp = false
      const callOff = busyAt(deadline)((reason) => {
        isGivenUp = true
        reject(reason)
      })
      coming.finally(callOff).then(
        (client) => (isGivenUp ? client.release() : resolve(client)),
        (cause) => reject(new DatabaseBusy('it cannot be reached', cause)),
      )
    })
  }

  async #client(): Promise<pg.PoolClient> {
    for (;;) {
      const { idleCount, totalCount } = this.#pool
      const opensNew = idleCount === 0 && totalCount < this.#poolSize
      const client = await (opensNew ? this.#gate.pass(() => this.#open()) : this.#pool.connect())
      if ((this.#births.get(client) ?? 0) >= this.#droppedAt) return client
      client.release(true)
    }
  }

  async #open(): Promise<pg.PoolClient> {
    try {
      await this.#primary.find()
      return await this.#pool.connect()
    } catch (error) {
      this.#primary.lose()
      this.#onError(error as Error)
      throw error
    }
  }

  /** After a failover the former primary still answers reads, with data that is out of date. */
  #dropAll(): void {
    this.#primary.lose()
    const now = performance.now()
    if (now - this.#droppedAt >= DROP_EVERY_MS) this.#droppedAt = now
  }
}

/** The pool makes each of its connections by this, and the address may be another one by then. */
const clientOf = (primary: Primary) =>
  class extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      super({ ...options, connectionString: primary.url })
    }
  }
