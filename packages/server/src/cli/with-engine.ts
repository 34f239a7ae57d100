import type { Config } from '../config/schema.ts'
import type { Engine } from '../store/engine.ts'
import { migrate } from '../store/migrate.ts'
import { openEngine } from '../store/open-engine.ts'

/** A migrated database for the length of one command. */
export async function withEngine<T>(
  config: Config,
  work: (engine: Engine, applied: readonly string[]) => Promise<T>,
): Promise<T> {
  const engine = await openEngine({ url: config.storage.url.reveal(), poolSize: 2, onError: () => undefined })
  try {
    return await work(engine, await migrate(engine))
  } finally {
    await engine.close()
  }
}
