import '../../src/subjects/index.ts'
import { onTestFinished } from 'vitest'
import type { Engine } from '../../src/platform/store/engine.ts'
import { openEngine } from '../../src/platform/store/open-engine.ts'
import { emptyDatabase, migratedDatabase } from './database.ts'

/** A database, and as many callers of it as a test opens; closed and gone with the test. It has no table unless it is to be migrated. */
export async function openedEngines({ postgresSettings = '', isMigrated = false } = {}) {
  const database = await (isMigrated ? migratedDatabase() : emptyDatabase())
  const engines: Engine[] = []
  onTestFinished(async () => {
    await Promise.all(engines.map((engine) => engine.close()))
    await database.drop()
  })
  const url = database.url.startsWith('file:') ? database.url : `${database.url}${postgresSettings}`
  const open = async () => {
    const engine = await openEngine({ url, poolSize: 4, onError: () => undefined })
    engines.push(engine)
    return engine
  }
  return { url, open }
}
