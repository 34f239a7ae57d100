import { migrate, type OnStep } from './migrate.ts'
import { openEngine, type StorageOptions } from './open-engine.ts'
import { notMigrated, refuseForeign } from './require-database.ts'

interface Looked {
  /** Of a move, which has looked at it already: what one that did not end has left there is no reason to refuse it. */
  readonly isTarget?: boolean
}

export async function openMigrated({ isTarget = false, ...options }: StorageOptions & Looked, onStep?: OnStep) {
  if (!isTarget) await refuseForeign(options.url)
  const engine = await openEngine(options)
  try {
    return { engine, applied: await migrate(engine, onStep) }
  } catch (error) {
    await engine.close()
    throw await notMigrated(options.url, error)
  }
}
