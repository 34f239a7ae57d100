import type { Config } from './config/schema.ts'
import { warnings } from './config/warnings.ts'
import { settleRpIds } from './core/passkeys/settle-rp-ids.ts'
import { countSessions } from './core/sessions/count-sessions.ts'
import { createHttp } from './create-http.ts'
import { onFirstVisit } from './http/first-visit.ts'
import { listenApp } from './http/listen-app.ts'
import { proxyTrust } from './http/proxy-trust.ts'
import { stopService } from './http/stop-service.ts'
import { systemClock } from './kernel/clock.ts'
import { observers } from './kernel/observer.ts'
import { SocketGuard } from './kernel/socket-guard.ts'
import { createLog } from './logging/create-log.ts'
import { openMetrics } from './metrics/open-metrics.ts'
import { openDatabase } from './open-database.ts'
import { type OpenedDeps, openDeps, type Parts } from './open-deps.ts'
import { loadLooks } from './pages/looks.ts'
import { startJobs } from './start-jobs.ts'
import type { Engine } from './store/engine.ts'
import { newestMigration } from './store/migrations/index.ts'
import { observedEngine } from './store/observed-engine.ts'
import { outboxIn } from './store/tables/outbox.ts'
import { openTracing } from './tracing/open-tracing.ts'

/** The seams, for tests: each has a real second implementation there. */
export interface Seams extends Partial<Omit<Parts, 'observer'>> {
  readonly engine?: Engine
}

/** Composition root: configuration → database → dependencies → background work → HTTP. */
export async function createService(config: Config, seams: Seams = {}) {
  const { log = createLog(config) } = seams
  for (const warning of warnings(config)) log.warn(warning)
  const engine = await openDatabase(config, log, seams.engine)
  try {
    return await assemble(config, engine, { ...seams, log })
  } catch (error) {
    await engine.close() // an open connection would keep a process alive that has failed to start
    throw error
  }
}

async function assemble(config: Config, opened: Engine, parts: Omit<Parts, 'observer'>) {
  const { log } = parts
  const looks = loadLooks(config)
  const isProxy = proxyTrust(config.server.trustedProxies)
  const sockets = new SocketGuard(
    (cut) => log.warn(cut, 'connections were cut off'),
    (address) => isProxy(address, 0),
  )
  const metrics = await openMetrics(config.metrics, sockets, {
    clock: parts.clock ?? systemClock,
    database: opened.name,
    migration: newestMigration,
    hashLoad: () => deps.passwords.load(),
    sessionCache: () => deps.sessionCache.look(),
    countSessions: () => countSessions(deps.depsFor()),
    backlog: () => outboxIn(deps.depsFor().store).backlog(),
  })
  const observer = observers(metrics?.observer, await openTracing())
  const engine = observer ? observedEngine(opened, observer) : opened
  const deps: OpenedDeps = await openDeps(config, engine, { ...parts, ...(observer && { observer }) })
  await settleRpIds(deps.storeFor(), config, log)
  const jobs = startJobs(engine, deps, log)
  const { purge, limits } = jobs
  const app = createHttp({ deps, looks, sockets, log, observer, limits })
  const { depsFor, outbox, sharedTime, templates } = deps

  const halt = (delayMs: number): Promise<void> => {
    deps.announceStop()
    const stopBackground = () => Promise.all([jobs.stop(), deps.close(), metrics?.stop()])
    return stopService({ app, sockets, log, delayMs, outbox, stopBackground, engine })
  }
  let stopped: Promise<void> | undefined
  const stop = (delayMs = config.server.stopDelay): Promise<void> => (stopped ??= halt(delayMs))

  return {
    app,
    depsFor,
    outbox,
    purge,
    sharedTime,
    limits,
    sockets,
    /** Resolves to the address it really listens on. What is logged is the one to open: no browser can go to `0.0.0.0`. */
    async listen(): Promise<string> {
      try {
        if (metrics) log.info({ metrics: await metrics.listen() }, 'metrics are served')
        const address = await listenApp(app, config.server)
        const { host, publicUrl, port } = config.server
        const picked = port || Number(new URL(address).port)
        log.info({ address: publicUrl, host, port: picked, database: engine.name }, 'listening')
        outbox.wake() // what a process that died has left behind
        onFirstVisit(app.server, () => {
          templates.prepare().catch((err) => log.error({ err }, 'the mail templates are not ready'))
        })
        return address
      } catch (error) {
        await stop(0) // no request was served, so none is waited for
        throw error
      }
    },
    stop: () => stop(),
  }
}
