import { Failure } from '../kernel/errors.ts'
import { Effects, NoTransaction } from './effects.ts'
import type { Engine, Sql } from './engine.ts'
import type { AnyTable, Connection } from './table.ts'
import { WriteProbesTable } from './write-probes.ts'

/** What is done around every transaction, on behalf of those above. */
export interface TransactionHooks {
  /** Its last statements. What comes back is called after COMMIT, and before anything is answered. */
  beforeCommit(tx: Connection): Promise<() => Promise<void>>
  /** After a refusal: it may be due to what another transaction has changed a moment ago, and tells of it. */
  afterRefusal(effects: Effects): Promise<void>
  /** Resolves when every process has heard of what was changed under this key so far. */
  settle(key: string): Promise<void>
}

/**
 * One caller's view of the database. Every request gets its own, because that is how using the outer store
 * inside its own transaction is noticed: it throws, instead of waiting for itself forever (SQLite) or quietly
 * working outside the transaction (PostgreSQL).
 */
export class Store implements Connection {
  readonly sql: Sql
  readonly effects = new NoTransaction()
  readonly tables: readonly AnyTable[]
  readonly #engine: Engine
  readonly #guard = { isBusy: false }
  readonly #hooks: TransactionHooks

  constructor(engine: Engine, tables: readonly AnyTable[], hooks: TransactionHooks) {
    const checked = (): Engine => {
      if (this.#guard.isBusy) throw new Error('store used inside its own transaction: use the `tx` you were given')
      return engine
    }
    this.sql = {
      query: (sql, params) => checked().query(sql, params),
      run: (sql, params) => checked().run(sql, params),
    }
    this.tables = tables
    this.#engine = engine
    this.#hooks = hooks
  }

  async transaction<T>(work: (tx: Connection) => Promise<T>): Promise<T> {
    if (this.#guard.isBusy) throw new Error('transaction opened inside a transaction: use the `tx` you were given')
    this.#guard.isBusy = true
    const { tables } = this
    let effects = new Effects()
    try {
      let afterCommit = async (): Promise<void> => undefined
      const result = await this.#engine.transaction(async (sql) => {
        effects = new Effects() // those of a run that was rolled back and begun again never happened
        const tx = { sql, effects, tables }
        const done = await work(tx)
        afterCommit = await this.#hooks.beforeCommit(tx)
        return done
      })
      await afterCommit()
      return result
    } catch (error) {
      // A busy database tells nothing.
      if (error instanceof Failure && error.code !== 'overloaded') await this.#hooks.afterRefusal(effects)
      throw error
    } finally {
      this.#guard.isBusy = false
    }
  }

  /** Resolves when every process has heard of what was changed of an account so far. */
  settle(accountId: string): Promise<void> {
    return this.#hooks.settle(accountId)
  }

  /** Throws when the database does not answer, or takes no writes. */
  tryToWrite(): Promise<void> {
    return new WriteProbesTable(this.#engine).tryToWrite()
  }
}
