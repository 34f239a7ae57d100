import { Failure } from '../kernel/errors.ts'
import { Effects, NoTransaction } from './effects.ts'
import type { Engine, Sql } from './engine.ts'
import { type Posted, SessionInvalidator } from './session-cache/session-invalidator.ts'
import type { Connection } from './table.ts'
import { TABLES } from './table-list.ts'
import { DayCountersTable } from './tables/day-counters.ts'
import { WriteProbesTable } from './tables/write-probes.ts'

/** What several stores share. */
export interface Publisher {
  /** Tells the processes that keep sessions. */
  readonly news: SessionInvalidator
  /** Called after COMMIT. */
  readonly publish: (effects: Effects) => unknown
}

/**
 * One caller's view of the database. Every request gets its own, because that is how using the outer store
 * inside its own transaction is noticed: it throws, instead of waiting for itself forever (SQLite) or quietly
 * working outside the transaction (PostgreSQL).
 */
export class Store implements Connection {
  readonly sql: Sql
  readonly effects = new NoTransaction()
  readonly tables = TABLES
  readonly #engine: Engine
  readonly #guard = { isBusy: false }
  readonly #publisher: Publisher

  constructor(engine: Engine, publisher: Publisher = { news: new SessionInvalidator(engine), publish: () => undefined }) {
    const checked = (): Engine => {
      if (this.#guard.isBusy) throw new Error('store used inside its own transaction: use the `tx` you were given')
      return engine
    }
    this.sql = {
      query: (sql, params) => checked().query(sql, params),
      run: (sql, params) => checked().run(sql, params),
    }
    this.#engine = engine
    this.#publisher = publisher
  }

  async transaction<T>(work: (tx: Connection) => Promise<T>): Promise<T> {
    if (this.#guard.isBusy) throw new Error('transaction opened inside a transaction: use the `tx` you were given')
    this.#guard.isBusy = true
    const { news, publish } = this.#publisher
    let effects = new Effects()
    try {
      let posted: Posted | undefined
      const result = await this.#engine.transaction(async (sql) => {
        effects = new Effects() // those of a run that was rolled back and begun again never happened
        const tx = { sql, effects, tables: TABLES }
        const done = await work(tx)
        posted = await news.post(sql, effects.changedAccounts)
        await new DayCountersTable(tx).add(effects.changes)
        return done
      })
      publish(effects)
      await news.deliver(effects, posted)
      return result
    } catch (error) {
      // A refusal may be due to what another transaction has changed a moment ago, and tells of it. A busy database tells nothing.
      if (error instanceof Failure && error.code !== 'overloaded') await news.settle(effects.metAccounts)
      throw error
    } finally {
      this.#guard.isBusy = false
    }
  }

  /** Resolves when every process has heard of what was changed of an account so far. */
  settle(accountId: string): Promise<void> {
    return this.#publisher.news.settle([accountId])
  }

  /** Throws when the database does not answer, or takes no writes. */
  tryToWrite(): Promise<void> {
    return new WriteProbesTable(this.#engine).tryToWrite()
  }
}
