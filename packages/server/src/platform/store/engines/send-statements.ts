import type pg from 'pg'
import type { Row, Value } from '../engine.ts'
import { type Answered, PreparedQuery, streamOf } from './pg-internals.ts'
import { prepared } from './postgres-statement.ts'

export interface Statement {
  readonly sql: string
  readonly params?: readonly Value[] | undefined
}

/** In one packet, if it can be: that is what a statement costs most of all. Of those that fail, the first is why the others do. */
export function sendStatements(
  client: pg.PoolClient,
  statements: readonly Statement[],
  limitMs: number | undefined,
): Promise<readonly Row[]> {
  const stream = streamOf(client)
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
