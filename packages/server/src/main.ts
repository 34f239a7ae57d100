import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createHttp, type ExtraRoutes } from './gate/assembly/create-http.ts'
import { openDatabase } from './gate/assembly/open-database.ts'
import { type OpenedDeps, openDeps, type Parts } from './gate/assembly/open-deps.ts'
import { startJobs } from './gate/assembly/start-jobs.ts'
import { type LoadedLooks, loadLooks } from './gate/pages/looks.ts'
import { themeOf } from './gate/pages/stylesheet.ts'
import { argon2Hasher } from './gate/passwords/argon2-hasher.ts'
import { countSessions } from './gate/sessions/count-sessions.ts'
import type { Pace } from './gate/subject.ts'
import type { Config } from './platform/config/schema.ts'
import { showsInbox } from './platform/config/shows-inbox.ts'
import { warnings } from './platform/config/warnings.ts'
import { EarlyAnswers } from './platform/http/early-answers.ts'
import { onFirstVisit } from './platform/http/first-visit.ts'
import { listenApp } from './platform/http/listen-app.ts'
import { proxyTrust } from './platform/http/proxy-trust.ts'
import { stopService } from './platform/http/stop-service.ts'
import { systemClock } from './platform/kernel/clock.ts'
import { observers } from './platform/kernel/observer.ts'
import { SocketGuard } from './platform/kernel/socket-guard.ts'
import { createLog } from './platform/logging/create-log.ts'
import { outboxIn } from './platform/mail/tables/outbox.ts'
import { openMetrics } from './platform/metrics/open-metrics.ts'
import type { Engine } from './platform/store/engine.ts'
import { observedEngine } from './platform/store/engine.ts'
import { newestMigration } from './platform/store/migrations.ts'
import { openTracing } from './platform/tracing/open-tracing.ts'
import { makeFirstAdmin } from './subjects/administration/steps/first-admin.ts'
import { SUBJECTS } from './subjects/index.ts'
import { recogniseKey } from './subjects/keys/steps/api-key.ts'
import { logoutsIn } from './subjects/openid/tables/logouts.ts'
import { devInbox } from './subjects/service/flows/dev-inbox.ts'
import { devInboxPages } from './subjects/service/pages/dev-inbox.tsx'
import { errorPage } from './subjects/service/pages/error-page.tsx'
import { referencePages } from './subjects/service/reference/reference-page.tsx'
import { referenceScript } from './subjects/service/reference/reference-script.ts'
import { receivedPage } from './subjects/webhooks/received/received-page.tsx'
import { webhookReceiver } from './subjects/webhooks/received/receiver.ts'
import { deliveriesIn } from './subjects/webhooks/tables/deliveries.ts'

/** The seams, for tests: each has a real second implementation there. */
export interface Seams extends Partial<Omit<Parts, 'observer'>>, Pace {
  readonly engine?: Engine
  /** For a terminal: a line for every request, also for those that only read. */
  readonly logsRequests?: boolean
  /** For a process that has the port to itself. */
  readonly answersEarly?: boolean
}

/** Composition root: configuration → database → dependencies → background work → HTTP. */
export async function createService(config: Config, seams: Seams = {}) {
  const { log = createLog(config) } = seams
  for (const warning of warnings(config)) log.warn(warning)
  let onBroken: (error: Error) => void = () => undefined
  /** Resolves when the database has broken a promise: nothing more is written, and the process should end. */
  const broken = new Promise<Error>((resolve) => (onBroken = resolve))
  const early = new EarlyAnswers(config.server)
  const onLong = (): void => void (seams.answersEarly && early.begin())
  try {
    const engine = await openDatabase(config, log, { given: seams.engine, onBroken, onLong })
    try {
      const { clock = systemClock, hasher = argon2Hasher } = seams
      await makeFirstAdmin(config, engine, { clock, hasher, log })
      return { ...(await assemble(config, engine, { ...seams, log, early })), broken }
    } catch (error) {
      await engine.close() // an open connection would keep a process alive that has failed to start
      throw error
    }
  } catch (error) {
    await early.end()
    throw error
  }
}

interface Entrance {
  readonly app: FastifyInstance
  readonly deps: OpenedDeps
  readonly log: Logger
  stop(delayMs: number): Promise<void>
}

const beside = (config: Config, looks: LoadedLooks, deps: OpenedDeps): ExtraRoutes => ({
  undocumented: showsInbox(config) ? { devInbox } : {},
  pages: (document) => [
    ...referencePages({
      ...{ document, subjects: SUBJECTS, theme: themeOf(config.pages) },
      ...{ script: referenceScript().path, publicUrl: config.server.publicUrl },
    }),
    ...(showsInbox(config) ? [...devInboxPages, receivedPage] : []),
  ],
  receivers: showsInbox(config) ? [webhookReceiver] : [],
  errorPage: (failure, asked) => errorPage(looks, deps, failure, asked),
  findKey: async (deps, presented, stranger) => {
    const key = await recogniseKey(deps, presented, stranger)
    return key && { ...key, caller: { key } }
  },
})

interface Assembled extends Omit<Parts, 'observer'>, Pick<Seams, 'logsRequests'>, Pace {
  readonly early: EarlyAnswers
}

async function assemble(config: Config, opened: Engine, parts: Assembled) {
  const { log, early, logsRequests = false } = parts
  const looks = loadLooks(
    config,
    SUBJECTS.flatMap((one) => one.assets?.(config) ?? []),
  )
  const isProxy = proxyTrust(config.server.trustedProxies)
  const sockets = new SocketGuard(
    (cut) => log.warn(cut, 'connections were cut off'),
    (address) => isProxy(address, 0),
  )
  const metrics = await openMetrics(config.metrics, sockets, {
    ...{ clock: parts.clock ?? systemClock, database: opened.name, migration: newestMigration() },
    hashLoad: () => deps.passwords.load(),
    sessionCache: () => deps.sessionCache.look(),
    countSessions: () => countSessions(deps.depsFor()),
    backlog: () => outboxIn(deps.depsFor().store).backlog(),
    logouts: () => logoutsIn(deps.depsFor().store).backlog(),
    webhooks: () => deliveriesIn(deps.depsFor().store).backlog(),
  })
  const observer = observers(metrics?.observer, await openTracing())
  const engine = observer ? observedEngine(opened, observer) : opened
  const deps: OpenedDeps = await openDeps(config, engine, { ...parts, ...(observer && { observer }) })
  const jobs = startJobs(engine, deps, log, parts)
  const { purge, limits, idle } = jobs
  const app = createHttp({ beside: beside(config, looks, deps), deps, looks, sockets, log, logsRequests, observer, limits })
  const { depsFor, outbox, sharedTime } = deps

  const halt = (delayMs: number): Promise<void> => {
    deps.announceStop()
    const stopBackground = () => Promise.all([jobs.stop(), deps.close(), metrics?.stop()])
    return stopService({ app, sockets, log, delayMs, outbox, stopBackground, engine })
  }
  let stopped: Promise<void> | undefined
  const stop = (delayMs = config.server.stopDelay): Promise<void> => (stopped ??= halt(delayMs))

  const open = <T>(begin: () => Promise<T>): Promise<T> => letIn(begin, { app, deps, log, stop })

  return {
    ...{ app, depsFor, outbox, purge, sharedTime, limits, sockets, open, idle },
    /** What the metrics say of this process; nothing without a port for them. */
    figures: async () => metrics?.figures() ?? [],
    /**
     * Resolves to the address it really listens on, which a socket that was handed over has already. What is logged is the one to open: no
     * browser can go to `0.0.0.0`.
     */
    listen: (handed?: number): Promise<string> =>
      open(async () => {
        if (metrics) log.info({ metrics: await metrics.listen() }, 'metrics are served')
        await early.end()
        const address = await listenApp(app, config.server, handed)
        const { hostname, port } = new URL(address)
        const host = handed === undefined ? config.server.host : hostname
        log.info({ address: config.server.publicUrl, host, port: Number(port || 80), database: engine.name }, 'listening')
        return address
      }),
    stop,
  }
}

/** `begin` opens the way for requests. */
async function letIn<T>(begin: () => Promise<T>, { app, deps, log, stop }: Entrance): Promise<T> {
  const { outbox, templates } = deps
  try {
    const begun = await begin()
    outbox.wake() // what a process that died has left behind
    onFirstVisit(app.server, () => {
      Promise.all([templates.prepare(), outbox.prepare()]).catch((err) => log.error({ err }, 'mails are not ready'))
    })
    return begun
  } catch (error) {
    await stop(0) // no request was served, so none is waited for
    throw error
  }
}
