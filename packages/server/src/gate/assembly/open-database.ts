import type { Logger } from 'pino'
import type { Config } from '../../platform/config/schema.ts'
import type { Engine } from '../../platform/store/engine.ts'
import { migrate, type OnStep } from '../../platform/store/migrate.ts'
import { openMigrated } from '../../platform/store/open-migrated.ts'

type OnBroken = (error: Error) => void

export async function openDatabase(
  { storage }: Config,
  log: Logger,
  { given, onBroken, onLong }: { readonly given: Engine | undefined; readonly onBroken: OnBroken; readonly onLong: () => void },
): Promise<Engine> {
  const onError = (err: Error) => log.warn({ err }, 'database connection lost')
  const progress = stepsOf(log, onLong)
  const url = storage.url.reveal()
  const options = { url, poolSize: storage.poolSize, onError, onBroken }
  const next = !given && storage.next && url.startsWith('file:') ? { ...options, url: storage.next.reveal() } : undefined
  if (next) {
    const { openMoving } = await import('./open-moving.ts')
    const engine = await openMoving(options, next, { log, onBroken, onStep: progress.onStep })
    progress.end()
    return engine
  }
  const { engine, applied } = given
    ? { engine: given, applied: await migrate(given, progress.onStep) }
    : await openMigrated({ ...options, onMoved: onBroken }, progress.onStep)
  progress.end()
  log.info({ database: engine.name, ...(applied.length > 0 && { steps: applied.length }) }, 'the database is ready')
  return engine
}

/** A step that takes longer has a line of its own while it runs. */
const LONG_STEP_MS = 1000

function stepsOf(log: Logger, onLong: () => void) {
  let timer: NodeJS.Timeout | undefined
  let long: NodeJS.Timeout | undefined
  const onStep: OnStep = (step) => {
    clearTimeout(timer)
    timer = setTimeout(() => log.info(step, 'migrating the database'), LONG_STEP_MS)
    long ??= setTimeout(onLong, LONG_STEP_MS)
  }
  const end = (): void => {
    clearTimeout(timer)
    clearTimeout(long)
  }
  return { onStep, end }
}
