import pg from 'pg'
import { inPostgres } from './postgres-statement.ts'

const IS_WHOLE = `SELECT i.indisvalid AS whole FROM pg_catalog.pg_index i WHERE i.indexrelid = to_regclass($1)`

/**
 * Makes an index while others go on writing, however long it takes; on a connection of its own, because it cannot be done in
 * a transaction. One that was left unfinished by a process that died is made anew; the caller has the lock, so it is not being
 * made by another one.
 */
export async function buildIndex(url: string, statement: string): Promise<void> {
  const [, name = ''] = /^CREATE (?:UNIQUE )?INDEX (\w+) ON /.exec(statement) ?? []
  if (!name) throw new Error(`no CREATE INDEX: ${statement}`)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true })
  // What breaks the connection fails the statement as well, and that is where it is told.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ whole: boolean }>(IS_WHOLE, [name])
    if (rows[0]?.whole) return
    if (rows[0]) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
    await client.query(inPostgres(statement).replace(' INDEX ', ' INDEX CONCURRENTLY '))
  } finally {
    await client.end()
  }
}
