import { CommandError } from '../../../platform/commands/command.ts'
import { inspectDatabase, inspectEngine } from '../../../platform/store/inspect-database.ts'
import type { Destination } from '../../../platform/store/moved/database-moved.ts'
import { BEGUN, lowerFence } from '../../../platform/store/moved/fence.ts'
import { takeBack } from '../../../platform/store/moved/move-record.ts'
import { databaseName, openEngine } from '../../../platform/store/open-engine.ts'
import { endNotes } from '../source/notes.ts'
import { openSource } from '../source/source.ts'
import { finish } from './move-database.ts'

/** The other database decides first: a process that works there has written what the file does not have. */
export async function undoMove(url: string, file: string, to: string): Promise<string> {
  const found = await inspectDatabase(url)
  const source = await openSource(file)
  try {
    if (found.kind !== 'moved' && !source.has(BEGUN)) throw new CommandError('There is nothing to undo.')
    if (found.kind === 'moved') await releaseTarget(to, found.id)
    const tables = source.shapes()
    await source.change([...lowerFence(source.everyTable()), ...endNotes(tables)])
    return found.kind === 'moved'
      ? `The service works with ${file} again.`
      : `The move that was begun has been given up. Nothing had moved: the service works with ${file} as before.`
  } finally {
    source.close()
  }
}

async function releaseTarget(to: string, id: string): Promise<void> {
  const engine = await openEngine({ url: to, poolSize: 1, onError: () => undefined })
  try {
    const found = await inspectEngine(engine)
    const name = await databaseName(to)
    if (found.kind !== 'ours' || !found.move) throw new CommandError(`${name} is not where the database has moved.`)
    if (!(await takeBack(engine, id)))
      throw new CommandError(
        `The service works at ${name} already, so there is no way back: what was written there is in no file.`,
      )
  } finally {
    await engine.close()
  }
}

/** For a command that was killed after the fence went up. */
export async function finishMove(to: string, { id, target }: Destination): Promise<void> {
  const engine = await openEngine({ url: to, poolSize: 2, onError: () => undefined })
  try {
    const found = await inspectEngine(engine)
    if (found.kind !== 'ours' || !found.move || !(await finish(engine, id)))
      throw new CommandError(`The database has moved to ${target}, and --to is another one.`)
  } finally {
    await engine.close()
  }
}
