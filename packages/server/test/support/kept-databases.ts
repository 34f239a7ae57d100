import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { Callers } from './callers.ts'
import { TEMPLATE } from './template-database.ts'

interface KeptDatabase {
  readonly name: string
  readonly client: pg.Client
  readonly callers: Callers
}

/** What a migrated database is like before a test has seen it. */
interface Pristine {
  readonly shape: string
  /** Asks which tables have a row. To delete from all of them, most of which a test has left alone, takes many times as long. */
  readonly written: string
  /** Writes what migrations do. */
  readonly writes: readonly string[]
}

/** Where a test has grown one of the relations to more than this, a copy is cheaper than a database full of what is gone. */
const MOST_BYTES = 1024 ** 2

/** What the connections are called that stay with a database. */
const KEPT = 'kept'

const idle: KeptDatabase[] = []
let pristine: Promise<Pristine> | undefined

/** A migrated database that is empty: one that another test has left, if there is any. To make one takes ten times as long as to empty it. */
export async function takeDatabase(admin: pg.Pool, server: string): Promise<KeptDatabase> {
  const left = idle.pop()
  if (left) return left
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`)
  const client = new pg.Client({ connectionString: `${server}/${name}`, lock_timeout: 1000 })
  client.on('error', () => undefined) // the server goes before the worker does
  await client.connect()
  pristine ??= describe(client)
  await pristine
  return { name, client, callers: new Callers(`${server}/${name}?application_name=${KEPT}`) }
}

/** Keeps a database for the next test, unless this one has changed more than rows. */
export async function leaveDatabase(admin: pg.Pool, kept: KeptDatabase): Promise<void> {
  const isEmpty = await emptied(kept).catch(() => false)
  if (isEmpty) {
    idle.push(kept)
    return
  }
  await kept.client.end()
  await admin.query(`DROP DATABASE ${kept.name} WITH (FORCE)`)
  await kept.callers.close()
}

async function emptied({ client, callers }: KeptDatabase): Promise<boolean> {
  if (!callers.areAsBefore()) return false
  const { shape, written, writes } = (await pristine) as Pristine
  // What a service has closed may still be on its way out.
  await client.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND NOT (application_name = '${KEPT}' AND state = 'idle')`,
  )
  if ((await shapeOf(client)) !== shape) return false
  const deletes = (await column(client, written, 'written')).map((table) => `DELETE FROM ${table}`)
  // The keys of other tables are not followed, so the order is of no account.
  await client.query(['BEGIN', 'SET LOCAL session_replication_role = replica', ...deletes, ...writes, 'COMMIT'].join(';'))
  return true
}

async function describe(client: pg.Client): Promise<Pristine> {
  const shape = await shapeOf(client)
  const tables = await column(
    client,
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  )
  const writes: string[] = []
  for (const table of tables) {
    const [rows] = await column(client, `SELECT json_agg(t) FROM ${table} AS t`)
    if (rows)
      writes.push(
        `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, ${pg.escapeLiteral(JSON.stringify(rows))})`,
      )
  }
  const written = tables.map((table) => `SELECT '${table}' WHERE EXISTS (SELECT 1 FROM ${table})`).join(' UNION ALL ')
  return { shape, written, writes }
}

/** Everything of a schema that a test may change, and whether a relation has become large. */
const shapeOf = async (client: pg.Client): Promise<string> => {
  const own = `relnamespace = 'public'::regnamespace`
  const [shape] = await column(
    client,
    `SELECT md5(string_agg(fact, ';' ORDER BY fact COLLATE "C")) FROM (
       SELECT concat_ws(',', c.oid, relname, attname, attnum, atttypid, attisdropped, attnotnull) AS fact
         FROM pg_class c LEFT JOIN pg_attribute ON attrelid = c.oid AND attnum > 0 WHERE ${own}
       UNION ALL SELECT 'large' FROM pg_class WHERE ${own} AND pg_relation_size(oid) > ${MOST_BYTES}
       UNION ALL SELECT concat_ws(',', oid, tgenabled) FROM pg_trigger WHERE NOT tgisinternal
       UNION ALL SELECT oid::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace
       UNION ALL SELECT oid::text FROM pg_constraint WHERE connamespace = 'public'::regnamespace
       UNION ALL SELECT setconfig::text FROM pg_db_role_setting JOIN pg_database d ON setdatabase = d.oid
         WHERE datname = current_database()
     ) AS facts`,
    'shape',
  )
  return String(shape)
}

/** With a name, the server plans it once for each connection. */
const column = async (client: pg.Client, text: string, name?: string): Promise<unknown[]> => {
  const { rows } = await client.query({ text, rowMode: 'array', ...(name !== undefined && { name }) })
  return rows.map(([value]) => value)
}
