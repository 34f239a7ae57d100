import { CommandError } from '../../platform/commands/command.ts'
import type { Config } from '../../platform/config/schema.ts'
import type { Engine } from '../../platform/store/engine.ts'
import { DatabaseMoved, movedTo } from '../../platform/store/moved/database-moved.ts'
import { openEngine, sqliteFile } from '../../platform/store/open-engine.ts'
import { requireDatabase } from '../../platform/store/require-database.ts'

/** For the length of one command. A missing or old database is neither made nor migrated. */
export async function withEngine<T>({ storage }: Config, work: (engine: Engine) => Promise<T>): Promise<T> {
  const url = storage.url.reveal()
  await requireDatabase(url)
  const engine = await openEngine({ url, poolSize: 2, onError: () => undefined })
  try {
    return await work(engine)
  } catch (error) {
    // A client of the service may ask again; a command has to be told where.
    throw error instanceof DatabaseMoved ? new CommandError(`${movedTo(sqliteFile(url) ?? url, error.destination)}.`) : error
  } finally {
    await engine.close()
  }
}
