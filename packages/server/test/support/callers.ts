import { type Engine, type Sql, tally } from '../../src/platform/store/engine.ts'
import { openEngine, sqliteFile } from '../../src/platform/store/open-engine.ts'

/** What changes rows and nothing else, or asks for tables that are there: a connection that has done no more is as it was. */
const ROWS = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE TABLE IF NOT EXISTS)\b/

interface LentEngine {
  readonly engine: Engine
  /** Whether the next test would find it as this one has: nothing is under way, and nothing but rows was changed. */
  isAsBefore(): boolean
}

/** An engine for the length of one test, which closes it in vain: the next one finds its statements prepared. */
function lent(engine: Engine): LentEngine {
  let underWay = 0
  let isClosed = false
  let isChanged = false
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new Error('the database is closed')
    underWay++
    try {
      return await work()
    } finally {
      underWay--
    }
  }
  const looked = (sql: Sql): Sql => {
    const look = (text: string): void => {
      isChanged ||= !ROWS.test(text)
    }
    return {
      async query(text, params, held) {
        look(text)
        return sql.query(text, params, held)
      },
      async run(text, params) {
        look(text)
        return sql.run(text, params)
      },
      async tally(text, params = []) {
        look(text)
        return tally(sql, text, params)
      },
    }
  }
  const own = looked(engine)
  return {
    engine: {
      ...engine,
      query: (...args) => during(() => own.query(...args)),
      run: (...args) => during(() => own.run(...args)),
      tally: (text, params = []) => during(() => tally(own, text, params)),
      transaction: (work) => during(() => engine.transaction((sql) => work(looked(sql)))),
      async close() {
        isClosed = true
      },
    },
    isAsBefore: () => underWay === 0 && !isChanged,
  }
}

/** A test that fills the database by one statement may take longer on a slow machine than a service should. */
const PATIENCE = { statement_timeout: '240000', query_timeout: '240000' }

/** Looks into the database beside the service, and changes it by hand. */
export function openBeside(url: string): Promise<Engine> {
  const beside = { poolSize: 2, onError: () => undefined }
  if (sqliteFile(url) !== undefined) return openEngine({ url, ...beside })
  const patient = new URL(url)
  for (const [name, ms] of Object.entries(PATIENCE)) if (!patient.searchParams.has(name)) patient.searchParams.set(name, ms)
  return openEngine({ url: patient.href, ...beside })
}

/** The callers of a database that goes from test to test: its service, and one beside it. */
export class Callers {
  readonly #url: string
  #opened: Promise<readonly Engine[]> | undefined
  #lent: readonly LentEngine[] = []

  constructor(url: string) {
    this.#url = url
  }

  async lend(): Promise<readonly [service: Engine, beside: Engine]> {
    const url = this.#url
    this.#opened ??= Promise.all([openEngine({ url, poolSize: 10, onError: () => undefined }), openBeside(url)])
    const [service, beside] = (await this.#opened).map(lent) as [LentEngine, LentEngine]
    this.#lent = [service, beside]
    return [service.engine, beside.engine]
  }

  areOpen(): boolean {
    return this.#opened !== undefined
  }

  areAsBefore(): boolean {
    return this.#lent.every((one) => one.isAsBefore())
  }

  async close(): Promise<void> {
    for (const engine of (await this.#opened) ?? []) await engine.close()
  }
}
