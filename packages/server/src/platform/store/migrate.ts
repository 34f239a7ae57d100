import { setTimeout as sleep } from 'node:timers/promises'
import { newestOf, version } from '../kernel/version.ts'
import { type Engine, LockHeld, type Queries } from './engine.ts'
import { FOLDED, migrationState } from './migration-state.ts'
import type { Migration } from './migrations.ts'
import { migrations } from './migrations.ts'

const ATTEMPTS = 30
/** Only the process that has this lock may change tables. */
export const MIGRATION_LOCK = `UPDATE migration_lock SET taken = taken + 1 WHERE id = 1`

/** A newer program has changed the tables, so nothing this program does to them was ever tested. */
export class NewerDatabaseError extends Error {
  /** `by` is the newest version that has changed the tables; unknown where that was before versions were noted. */
  constructor(ids: readonly string[], by: string | undefined) {
    const install = by === undefined ? 'Install the newer version' : `Install ${by} or later`
    super(`The database is newer than this program, ${version()} (it has ${ids.join(', ')}). ${install}, or restore a backup.`)
    this.name = 'NewerDatabaseError'
  }
}

/** The database is from before the first release, and too old to know what its tables look like. */
export class TooOldDatabaseError extends Error {
  constructor() {
    super(
      `The database is from before the first release. Start the last version of that time once (${FOLDED.last}), then this one.`,
    )
    this.name = 'TooOldDatabaseError'
  }
}

/** Called before each change, since a change on a large table can take minutes. */
export type OnStep = (step: { readonly migration: string; readonly number: number; readonly of: number }) => void

/**
 * Each change is a transaction of its own without a time limit, so that a migration which was stopped goes on where it was.
 * Several processes may start at once: the lock is a row, locked by the transaction that applies the change, so the others wait
 * and then find the change made. Every engine that speaks PostgreSQL has row locks; not every one has advisory locks.
 */
export async function migrate(engine: Engine, onStep: OnStep = () => undefined, all: readonly Migration[] = migrations) {
  await persistently(() => prepare(engine))
  await persistently(() => adopt(engine, all))
  const { unknown, pending } = migrationState(await appliedIn(engine), all)
  if (unknown.length > 0) throw new NewerDatabaseError(unknown, newestOf(await versionsIn(engine)))
  const applied: string[] = []
  for (const [index, migration] of pending.entries()) {
    onStep({ migration: migration.id, number: index + 1, of: pending.length })
    if (await persistently(() => apply(engine, migration))) applied.push(migration.id)
  }
  return applied
}

async function prepare(engine: Engine): Promise<void> {
  await engine.query(`CREATE TABLE IF NOT EXISTS migration_lock (id BIGINT PRIMARY KEY, taken BIGINT NOT NULL)`)
  // An INSERT that meets a locked row waits for it, and so for a migration of another process: it is looked for before.
  const missing = `WHERE NOT EXISTS (SELECT 1 FROM migration_lock WHERE id = 1)`
  await engine.query(`INSERT INTO migration_lock (id, taken) SELECT 1, 0 ${missing} ON CONFLICT (id) DO NOTHING`)
  await engine.query(`CREATE TABLE IF NOT EXISTS migrations (id TEXT PRIMARY KEY, version TEXT)`)
  if ((await engine.query(VERSION_COLUMN[engine.name])).length === 0)
    await engine.query(`ALTER TABLE migrations ADD COLUMN version TEXT`)
}

/** Tells whether the table of migrations notes which version has applied each: at first it did not. */
export const VERSION_COLUMN: Readonly<Record<Engine['name'], string>> = {
  sqlite: `SELECT name FROM pragma_table_info('migrations') WHERE name = 'version'`,
  postgres: `SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = 'migrations' AND column_name = 'version'`,
}

export const VERSIONS = `SELECT DISTINCT version AS name FROM migrations WHERE version IS NOT NULL`

const versionsIn = async (sql: Queries): Promise<readonly string[]> => (await sql.query(VERSIONS)).map(({ name }) => String(name))

const appliedIn = async (sql: Queries): Promise<readonly string[]> =>
  (await sql.query(`SELECT id FROM migrations`)).map((row) => String(row['id']))

/** The tables of the last version before the first release are those of 0001. Two processes may do this at once. */
async function adopt(engine: Engine, all: readonly Migration[]): Promise<void> {
  if (!(await appliedIn(engine)).includes(FOLDED.first)) return
  await engine.migration(MIGRATION_LOCK, async (tx) => {
    const applied = await appliedIn(tx)
    if (migrationState(applied, all).isTooOld) throw new TooOldDatabaseError()
    if (!applied.includes(FOLDED.first)) return
    await tx.query(`DROP TABLE IF EXISTS account_spans`)
    await tx.query(`DELETE FROM migrations`)
    for (const { id } of all.filter((one) => one.id.startsWith('0001-')))
      await tx.query(`INSERT INTO migrations (id) VALUES (?)`, [id])
  })
}

const NOTE = `INSERT INTO migrations (id, version) VALUES (?, ?) ON CONFLICT (id) DO NOTHING RETURNING id`

/** False where another process has applied it meanwhile. */
async function apply(engine: Engine, { id, statements, indexes = [] }: Migration): Promise<boolean> {
  return engine.migration(MIGRATION_LOCK, async (tx) => {
    const [mine] = await tx.query(NOTE, [id, version()])
    if (!mine) return false
    for (const index of indexes) await engine.buildIndex(tx, index)
    for (const statement of statements) await tx.query(statement)
    return true
  })
}

/** Creating one table from two connections at once can fail for one of them, and requests can hold a lock. */
async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (let collisions = 0; ; ) {
    try {
      return await work()
    } catch (error) {
      // The lock ends with the process that has it, so waiting for the lock needs no limit.
      if (!(error instanceof LockHeld) && (!isCollision(error) || ++collisions >= ATTEMPTS)) throw error
      await sleep(100 + Math.random() * 200)
    }
  }
}

/** unique_violation, duplicate_table, duplicate_column, duplicate_object (the table's row type), lock_not_available and deadlock_detected. */
const COLLISIONS = ['23505', '42P07', '42701', '42710', '55P03', '40P01']

const isCollision = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && COLLISIONS.includes(String(error.code))) || /database is locked|duplicate column name/.test(error.message))
