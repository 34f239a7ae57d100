import type pg from 'pg'
import type { Row, Value } from '../engine.ts'
import { type Answered, PreparedQuery, streamOf } from './pg-internals.ts'
import { prepared } from './postgres-statement.ts'

export type Statement = { readonly sql: string; readonly params?: readonly Value[] | undefined }

/**
 * All that is asked for in one turn is sent in one packet, because packets cost the most. A failed statement fails those behind it, so
 * the first error counts.
 */
export function sendStatements(client: pg.PoolClient, statements: readonly Statement[], limitMs?: number) {
  const stream = streamOf(client)
  return new Promise<readonly Row[]>((resolve, reject) => {
    let failure: Error | undefined
    let left = statements.length
    const answered: Answered = (error, result) => {
      failure ??= error ?? undefined
      if (--left > 0) return
      if (failure) reject(failure)
      else resolve(result.rows)
    }
    stream.cork()
    process.nextTick(() => stream.uncork())
    for (const { sql, params = [] } of statements) client.query(new PreparedQuery(prepared(sql), params, limitMs, answered))
  })
}
