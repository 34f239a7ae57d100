import type { Logger } from 'pino'
import { changedSettings } from '../platform/config/changed-settings.ts'
import type { Config } from '../platform/config/schema.ts'

interface Rereading {
  readonly load: () => Config
  readonly log: Logger
  /** Those that a process which runs cannot take over. */
  readonly isFixed: (changed: ReturnType<typeof changedSettings>[number]) => boolean
  /** Resolves to whether the new ones are in use now. */
  readonly take: (next: Config) => Promise<boolean>
}

/** Either all settings that have changed are taken over, or none: half of a file was never meant. The log has their names. */
export function rereading(config: Config, { load, log, isFixed, take }: Rereading): () => Promise<void> {
  let current = config
  return async () => {
    const next = read(load, log)
    if (!next) return
    const changed = changedSettings(current, next)
    const fixed = changed.filter(isFixed).map(({ name }) => name)
    if (fixed.length > 0) return log.error({ settings: fixed }, 'these settings need a restart, and nothing was changed')
    if (!(await take(next))) return
    current = next
    const tell = () => log.info({ settings: changed.map(({ name }) => name) }, 'the settings were read again')
    // At the level of before, where that shows it: the new one may hide it.
    const isShown = log.isLevelEnabled('info')
    if (isShown) tell()
    log.level = next.server.logLevel
    if (!isShown) tell()
  }
}

function read(load: () => Config, log: Logger): Config | undefined {
  try {
    return load()
  } catch (err) {
    log.error({ problem: String((err as Error).message) }, 'the settings cannot be read, and nothing was changed')
    return undefined
  }
}
