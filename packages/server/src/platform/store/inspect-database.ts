import { existsSync } from 'node:fs'
import type { Engine } from './engine.ts'
import { VERSION_COLUMN, VERSIONS } from './migrate.ts'
import type { Destination } from './moved/database-moved.ts'
import { MOVED_TO } from './moved/fence.ts'
import { MOVE_RECORD, type MoveState, stateOf } from './moved/move-record.ts'
import { openEngine, sqliteFile } from './open-engine.ts'
import { isNoSqlite, withSqlite } from './sqlite-file.ts'

interface Ours {
  readonly kind: 'ours'
  readonly tables: readonly string[]
  readonly applied: readonly string[]
  /** The programs that have applied them, where that was noted. */
  readonly versions: readonly string[]
  /** Where rows were moved here. */
  readonly move?: MoveState
}

type Sight =
  | { readonly kind: 'nothing' }
  | Ours
  /** A file whose rows are in another database now. */
  | ({ readonly kind: 'moved' } & Destination)
  | { readonly kind: 'foreign'; readonly what: string }

/** Tables of extensions and of the system are no data. On PostgreSQL ours are in the first schema of the search path. */
const TABLES: Readonly<Record<Engine['name'], string>> = {
  sqlite: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' ORDER BY name`,
  postgres: `SELECT c.relname AS name FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p')
      AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
    ORDER BY c.relname`,
}

/** Nothing is created, migrated or switched to WAL mode. */
export async function inspectDatabase(url: string): Promise<Sight | { readonly kind: 'multiplexed' }> {
  const file = sqliteFile(url)
  if (file !== undefined) return lookAtSqlite(file)
  const { isMultiplexed } = await import('./engines/multiplexed.ts')
  return (await isMultiplexed(url)) ? { kind: 'multiplexed' } : lookAtPostgres(url)
}

export async function inspectEngine({ name: engine, query }: Pick<Engine, 'name' | 'query'>): Promise<Sight> {
  const found = await sight(engine, async (sql) => (await query(sql)).map(({ name }) => String(name)))
  if (found.kind !== 'ours' || !found.tables.includes(MOVE_RECORD)) return found
  const move = await stateOf({ query })
  return move ? { ...found, move } : found
}

async function sight(engine: Engine['name'], namesIn: (sql: string) => Promise<readonly string[]>): Promise<Sight> {
  const tables = await namesIn(TABLES[engine])
  if (engine === 'sqlite' && tables.includes(MOVED_TO)) {
    const [id = '', target = ''] = await namesIn(`SELECT id AS name FROM ${MOVED_TO} UNION ALL SELECT target FROM ${MOVED_TO}`)
    return { kind: 'moved', id, target }
  }
  // The lock table is made first: alone, it was left by a process that was killed or is about to make the others.
  if (tables.every((table) => table === 'migration_lock')) return { kind: 'nothing' }
  if (tables.includes('migration_lock') && tables.includes('migrations')) {
    const versions = (await namesIn(VERSION_COLUMN[engine])).length > 0 ? await namesIn(VERSIONS) : []
    return { kind: 'ours', tables, versions, applied: await namesIn(`SELECT id AS name FROM migrations ORDER BY id`) }
  }
  const more = tables.length > 3 ? ` and ${tables.length - 3} more` : ''
  return { kind: 'foreign', what: `it has the tables ${tables.slice(0, 3).join(', ')}${more}` }
}

/** Opened for writing, although nothing is written: else SQLite would leave its WAL files beside the database. */
async function lookAtSqlite(file: string): Promise<Sight> {
  if (!existsSync(file)) return { kind: 'nothing' }
  try {
    return await withSqlite(file, false, (database) => {
      const found: string[] = []
      database.function('tell', (name: unknown) => void found.push(String(name)))
      return sight('sqlite', async (sql) => {
        // Not prepared: a statement that is not garbage-collected yet would keep this connection open.
        database.exec(`SELECT tell(name) FROM (${sql})`)
        return found.splice(0)
      })
    })
  } catch (error) {
    if (isNoSqlite(error)) return { kind: 'foreign', what: 'it is no SQLite database' }
    throw error
  }
}

async function lookAtPostgres(url: string): Promise<Sight> {
  const engine = await openEngine({ url, poolSize: 1, onError: () => undefined })
  try {
    return await inspectEngine(engine)
  } finally {
    await engine.close()
  }
}
