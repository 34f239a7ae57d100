import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine, Sql } from './engine.ts'
import { migrations } from './migrations/index.ts'

const ATTEMPTS = 30

/** Somebody newer has changed the tables: what this program would do to them, nobody has tried. */
export class NewerDatabaseError extends Error {
  constructor(ids: readonly string[]) {
    super(`The database is newer than this program (it has ${ids.join(', ')}). Start the newer version, or restore a backup.`)
    this.name = 'NewerDatabaseError'
  }
}

/**
 * Brings the database up to date and says what it applied.
 *
 * Several processes may start at once on an empty database: the lock is a row, held by the transaction that
 * also applies the changes, so the others wait and then find nothing left to do. Row locks are what every
 * engine has that speaks PostgreSQL; advisory locks are not.
 */
export async function migrate(engine: Engine): Promise<readonly string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      await prepareLock(engine)
      return await engine.transaction(applyPending)
    } catch (error) {
      // Creating one table from two connections at once can fail for one of them; a lock wait can time out.
      if (attempt >= ATTEMPTS || !isCollision(error)) throw error
      await sleep(100 + Math.random() * 200)
    }
  }
}

async function prepareLock(engine: Engine): Promise<void> {
  await engine.query(`CREATE TABLE IF NOT EXISTS migration_lock (id BIGINT PRIMARY KEY, taken BIGINT NOT NULL)`)
  await engine.query(`INSERT INTO migration_lock (id, taken) VALUES (1, 0) ON CONFLICT (id) DO NOTHING`)
}

async function applyPending(tx: Sql): Promise<readonly string[]> {
  await tx.query(`UPDATE migration_lock SET taken = taken + 1 WHERE id = 1`)
  await tx.query(`CREATE TABLE IF NOT EXISTS migrations (id TEXT PRIMARY KEY)`)
  const applied = new Set((await tx.query(`SELECT id FROM migrations`)).map((row) => String(row['id'])))
  const unknown = [...applied].filter((id) => !migrations.some((one) => one.id === id))
  if (unknown.length > 0) throw new NewerDatabaseError(unknown)
  const pending = migrations.filter(({ id }) => !applied.has(id))
  for (const { id, statements } of pending) {
    for (const statement of statements) await tx.query(statement)
    await tx.query(`INSERT INTO migrations (id) VALUES (?)`, [id])
  }
  return pending.map(({ id }) => id)
}

/** unique_violation, duplicate_table, duplicate_object (the table's row type) and lock_not_available of PostgreSQL. */
const isCollision = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['23505', '42P07', '42710', '55P03'].includes(String(error.code))
