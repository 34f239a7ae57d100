import { migrate, type OnStep } from './migrate.ts'
import { openEngine, type StorageOptions } from './open-engine.ts'
import { notMigrated, refuseForeign } from './require-database.ts'

export async function openMigrated(options: StorageOptions, onStep?: OnStep) {
  await refuseForeign(options.url)
  const engine = await openEngine(options)
  try {
    return { engine, applied: await migrate(engine, onStep) }
  } catch (error) {
    await engine.close()
    throw await notMigrated(options.url, error)
  }
}
