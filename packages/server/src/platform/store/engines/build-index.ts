import pg from 'pg'
import { inPostgres } from './postgres-statement.ts'

const IS_WHOLE = `SELECT i.indisvalid AS whole FROM pg_catalog.pg_index i WHERE i.indexrelid = to_regclass($1)`

/**
 * Others go on writing meanwhile. CONCURRENTLY cannot run in a transaction, so the index has a connection of its own. An invalid
 * index was left by a process that died: the caller has the migration lock, so no other process is building it.
 */
export async function buildIndex(url: string, statement: string): Promise<void> {
  const [, name = ''] = /^CREATE (?:UNIQUE )?INDEX (\w+) ON /.exec(statement) ?? []
  if (!name) throw new Error(`no CREATE INDEX: ${statement}`)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true })
  // Without a listener a broken connection ends the process; the statement fails as well, and tells the caller.
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
