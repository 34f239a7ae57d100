import type { Engine } from './engine.ts'
import { migrate } from './migrate.ts'
import { openEngine, type StorageOptions } from './open-engine.ts'
import { refuseForeign } from './require-database.ts'

/** The database, made where there is none and brought up to date, and what that took. */
export async function openMigrated(options: StorageOptions): Promise<{ engine: Engine; applied: readonly string[] }> {
  await refuseForeign(options.url)
  const engine = await openEngine(options)
  try {
    return { engine, applied: await migrate(engine) }
  } catch (error) {
    await engine.close()
    throw error
  }
}
