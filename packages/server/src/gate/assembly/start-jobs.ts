import type { Logger } from 'pino'
import type { Engine } from '../../platform/store/engine.ts'
import { joined } from '../join.ts'
import { ClientLimits } from '../limits/client-limits.ts'
import { ownFacts } from '../own-facts.ts'
import type { Pace } from '../subject.ts'
import { retentionOf } from './kept-until.ts'
import type { OpenedDeps } from './open-deps.ts'
import { Purge } from './purge.ts'
import { purgeClient } from './purge-client.ts'

/** In which requests have room; see docs/guide/performance.md. */
const PAUSE_MS = 20

export function startJobs(engine: Engine, deps: OpenedDeps, log: Logger, pace: Pace) {
  const { config, keys, clock, observer, sharedTime, sessionCache, storeFor } = deps
  sessionCache.start(engine, (err) => log.warn({ err }, 'sessions are not kept in memory for the time being'))
  const contextFor = () => ({ deps: deps.depsFor(), client: purgeClient })
  const workers = joined.flatMap(({ worker }) => worker?.(contextFor, log, pace) ?? [])
  for (const worker of workers) deps.workers.set(worker.name, worker)
  const purge = new Purge({
    store: storeFor(),
    time: sharedTime,
    chores: [...joined.flatMap(({ upkeep }) => upkeep?.(config) ?? []), ...workers.map(({ chore }) => chore)],
    contextFor,
    catchUps: [ownFacts, ...joined].flatMap(({ catchUp }) => catchUp ?? []),
    retention: retentionOf(config),
    onError: (err) => log.error({ err }, 'the purge failed'),
    pauseMs: pace.purgePauseMs ?? PAUSE_MS,
  })
  const onError = (err: unknown) => log.warn({ err }, 'request counts could not be shared')
  const limits = new ClientLimits({ config, keys, clock, observer, storeFor, onError })
  return {
    purge,
    limits,
    /** Resolves when no worker has anything under way. */
    idle: async (): Promise<void> => {
      await Promise.all(workers.map((worker) => worker.idle()))
    },
    stop: async (): Promise<void> => {
      await Promise.all([purge.stop(), limits.stop(), sessionCache.stop(), ...workers.map((worker) => worker.stop())])
    },
  }
}
