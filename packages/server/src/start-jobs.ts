import type { Logger } from 'pino'
import { ClientLimits } from './core/limits/client-limits.ts'
import { Purge } from './core/upkeep/purge.ts'
import type { OpenedDeps } from './open-deps.ts'
import type { Engine } from './store/engine.ts'
import { Store } from './store/store.ts'

/** What goes on beside requests, for as long as the service runs. */
export function startJobs(engine: Engine, { config, keys, clock, observer, sharedTime }: OpenedDeps, log: Logger) {
  const purge = new Purge({
    store: new Store(engine),
    time: sharedTime,
    auditRetention: config.audit.retention,
    onError: (err) => log.error({ err }, 'the purge failed'),
  })
  const limits = new ClientLimits({
    config,
    keys,
    clock,
    observer,
    storeFor: () => new Store(engine),
    onError: (err) => log.warn({ err }, 'request counts could not be shared'),
  })
  return {
    purge,
    limits,
    stop: async (): Promise<void> => {
      await Promise.all([purge.stop(), limits.stop()])
    },
  }
}
