import type { Logger } from 'pino'
import type { Engine } from '../../platform/store/engine.ts'
import { joined } from '../join.ts'
import { ClientLimits } from '../limits/client-limits.ts'
import { ownFacts } from '../own-facts.ts'
import type { OpenedDeps } from './open-deps.ts'
import { Purge } from './purge.ts'
import { purgeClient } from './purge-client.ts'

export function startJobs(engine: Engine, deps: OpenedDeps, log: Logger) {
  const { config, keys, clock, observer, sharedTime, sessionCache, storeFor } = deps
  sessionCache.start(engine, (err) => log.warn({ err }, 'sessions are not kept in memory for the time being'))
  const purge = new Purge({
    store: storeFor(),
    time: sharedTime,
    chores: joined.flatMap(({ upkeep }) => upkeep?.(config) ?? []),
    contextFor: () => ({ deps: deps.depsFor(), client: purgeClient }),
    catchUps: [ownFacts, ...joined].flatMap(({ catchUp }) => catchUp ?? []),
    retention: { audit: config.audit.retention, invites: config.registration.inviteRetention },
    onError: (err) => log.error({ err }, 'the purge failed'),
  })
  const onError = (err: unknown) => log.warn({ err }, 'request counts could not be shared')
  const limits = new ClientLimits({ config, keys, clock, observer, storeFor, onError })
  return {
    purge,
    limits,
    stop: async (): Promise<void> => {
      await Promise.all([purge.stop(), limits.stop(), sessionCache.stop()])
    },
  }
}
