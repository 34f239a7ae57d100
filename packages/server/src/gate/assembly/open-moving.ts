import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { backoffMs } from '../../platform/kernel/backoff.ts'
import type { Engine } from '../../platform/store/engine.ts'
import { inspectDatabase } from '../../platform/store/inspect-database.ts'
import type { OnStep } from '../../platform/store/migrate.ts'
import { type DatabaseMoved, NotThere } from '../../platform/store/moved/database-moved.ts'
import { movingEngine } from '../../platform/store/moved/moving-engine.ts'
import { openNext } from '../../platform/store/moved/open-next.ts'
import type { StorageOptions } from '../../platform/store/open-engine.ts'
import { openMigrated } from '../../platform/store/open-migrated.ts'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2000

interface Around {
  readonly log: Logger
  /** Nothing can be done here any more, and the process should end. */
  readonly onBroken: (error: Error) => void
  readonly onStep: OnStep
}

/** The file, and from the moment on when its rows have moved the other database. */
export async function openMoving(file: StorageOptions, next: StorageOptions, { log, onBroken, onStep }: Around): Promise<Engine> {
  const found = await inspectDatabase(file.url)
  if (found.kind === 'moved') {
    log.warn('DATABASE_URL is a file that has moved: set it to what DATABASE_URL_NEXT is')
    return openNext(next, found)
  }
  const { engine } = await openMigrated(file, onStep)
  log.info({ database: engine.name }, 'the database is ready')

  const goOn = async (moved: DatabaseMoved, closing: AbortSignal): Promise<Engine | undefined> => {
    for (let failures = 1; !closing.aborted; failures++) {
      try {
        const there = await openNext(next, moved.destination)
        log.warn({ database: there.name }, 'the database has moved: set DATABASE_URL to what DATABASE_URL_NEXT is')
        return there
      } catch (err) {
        if (err instanceof NotThere) {
          onBroken(err)
          break
        }
        log.warn({ err }, 'the database has moved, and cannot be opened there yet')
        await sleep(backoffMs(failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS), undefined, { signal: closing }).catch(() => undefined)
      }
      if ((await inspectDatabase(file.url)).kind !== 'moved') return undefined
    }
    throw moved
  }
  return movingEngine(engine, goOn)
}
