import { Failure } from '../kernel/errors.ts'
import { Effects, NoTransaction } from './effects.ts'
import { type Engine, type Sql, tally } from './engine.ts'
import type { AnyTable, Connection } from './table.ts'
import { WriteProbesTable } from './write-probes.ts'

export interface TransactionHooks {
  /** Runs the last statements. The function that is returned is called after COMMIT, and before the caller is answered. */
  beforeCommit(tx: Connection): Promise<() => Promise<void>>
  /** A refusal may reveal what another transaction has changed a moment ago. */
  afterRefusal(effects: Effects): Promise<void>
  /** Resolves when every process knows of all changes made under this key so far. */
  settle(key: string): Promise<void>
}

/**
 * Every request gets its own store. So a flow that uses the store inside its own transaction is noticed: the store throws, instead
 * of waiting for itself forever (SQLite) or working outside of the transaction (PostgreSQL).
 */
export class Store implements Connection {
  readonly sql: Sql
  readonly effects = new NoTransaction()
  readonly tables: readonly AnyTable[]
  readonly #engine: Engine
  #isBusy = false
  readonly #hooks: TransactionHooks

  constructor(engine: Engine, tables: readonly AnyTable[], hooks: TransactionHooks) {
    const checked = (): Engine => {
      if (this.#isBusy) throw new Error('store used inside its own transaction: use the `tx` you were given')
      return engine
    }
    this.sql = {
      query: (sql, params) => checked().query(sql, params),
      run: (sql, params) => checked().run(sql, params),
      tally: (sql, params = []) => tally(checked(), sql, params),
    }
    this.tables = tables
    this.#engine = engine
    this.#hooks = hooks
  }

  async transaction<T>(work: (tx: Connection) => Promise<T>): Promise<T> {
    if (this.#isBusy) throw new Error('transaction opened inside a transaction: use the `tx` you were given')
    this.#isBusy = true
    let effects = new Effects()
    try {
      let afterCommit = async (): Promise<void> => undefined
      const result = await this.#engine.transaction(async (sql) => {
        effects = new Effects() // what a run did that was rolled back and repeated never happened
        const tx = { sql, effects, tables: this.tables }
        const done = await work(tx)
        afterCommit = await this.#hooks.beforeCommit(tx)
        return done
      })
      await afterCommit()
      return result
    } catch (error) {
      // A busy database reveals nothing.
      if (error instanceof Failure && error.code !== 'overloaded') await this.#hooks.afterRefusal(effects)
      throw error
    } finally {
      this.#isBusy = false
    }
  }

  settle(accountId: string): Promise<void> {
    return this.#hooks.settle(accountId)
  }

  /** Throws when the database does not answer or is read-only. */
  async tryToWrite(): Promise<void> {
    await new WriteProbesTable(this.#engine).tryToWrite()
  }
}
