import type { Engine } from '../engine.ts'
import { inspectEngine } from '../inspect-database.ts'
import { migrate } from '../migrate.ts'
import { openEngine, type StorageOptions } from '../open-engine.ts'
import { type Destination, NotThere } from './database-moved.ts'
import { openHanded, openMoved } from './move-record.ts'

/** For a process that has found its file fenced. From then on there is no way back to the file. */
export async function openNext(options: StorageOptions, { id, target }: Destination): Promise<Engine> {
  const engine = await openEngine(options)
  try {
    const found = await inspectEngine(engine)
    if (found.kind !== 'ours' || !found.move) throw new NotThere(elsewhere(target))
    if (found.move === 'undone') throw new Error('the move is being taken back')
    // An older program stops here, because it does not know what the tables mean.
    await migrate(engine)
    if (!(await openMoved(engine, id))) throw new NotThere(elsewhere(target))
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

const elsewhere = (target: string): string => `DATABASE_URL_NEXT is not where the database has moved: set it to ${target}`

export async function openHandedAt(url: string): Promise<void> {
  const engine = await openEngine({ url, poolSize: 1, onError: () => undefined })
  try {
    await openHanded(engine)
  } finally {
    await engine.close()
  }
}
