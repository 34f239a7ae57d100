import pg from 'pg'
import type { Row, Value } from '../engine.ts'
import { type Prepared, prepared } from './postgres-statement.ts'

export interface Statement {
  readonly sql: string
  readonly params?: readonly Value[] | undefined
}

type Answered = (error: Error | undefined, result: pg.ResultBuilder<Row>) => void

/** What the driver makes of a statement and its options, without the copy of them that it takes first. */
class PreparedQuery extends pg.Query<Row> {
  readonly name: string
  readonly values: readonly Value[]
  readonly query_timeout: number | undefined

  constructor({ name, text }: Prepared, values: readonly Value[], limitMs: number | undefined, answered: Answered) {
    super(text, answered)
    this.name = name
    this.values = values
    this.query_timeout = limitMs
  }
}

/** In one packet, if it can be: that is what a statement costs most of all. Of those that fail, the first is why the others do. */
export function sendStatements(
  client: pg.PoolClient,
  statements: readonly Statement[],
  limitMs: number | undefined,
): Promise<readonly Row[]> {
  const { stream } = client.connection
  return new Promise((resolve, reject) => {
    let failure: Error | undefined
    let left = statements.length
    const answered: Answered = (error, result) => {
      failure ??= error ?? undefined
      if (--left > 0) return
      if (failure) reject(failure)
      else resolve(result.rows)
    }
    stream.cork()
    for (const { sql, params = [] } of statements) client.query(new PreparedQuery(prepared(sql), params, limitMs, answered))
    stream.uncork()
  })
}
