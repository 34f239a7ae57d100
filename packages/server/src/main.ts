import path from 'node:path'
import type { Logger } from 'pino'
import { developmentSecret } from './config/development-secret.ts'
import { httpSettings } from './config/http-settings.ts'
import type { Config } from './config/schema.ts'
import { logsMail, showsInbox } from './config/shows-inbox.ts'
import { warnings } from './config/warnings.ts'
import { adminRefusal, recognise, requireSession } from './core/access/require-session.ts'
import type { Caller, Deps } from './core/deps.ts'
import { elevationRefusal } from './core/factors/step-up.ts'
import { ClientLimits } from './core/limits/client-limits.ts'
import { argon2Hasher } from './core/passwords/argon2-hasher.ts'
import { createPasswords, type PasswordHasher } from './core/passwords/passwords.ts'
import { countSessions } from './core/sessions/count-sessions.ts'
import { Purge } from './core/upkeep/purge.ts'
import { Readiness } from './core/upkeep/readiness.ts'
import { endpoints } from './features/index.ts'
import { devInbox } from './features/service/dev-inbox.ts'
import { createApp } from './http/create-app.ts'
import { listenApp } from './http/listen-app.ts'
import { openApi } from './http/openapi.ts'
import { stopService } from './http/stop-service.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { deriveKeys } from './kernel/keys.ts'
import { observers, unobserved } from './kernel/observer.ts'
import { once } from './kernel/once.ts'
import { SocketGuard } from './kernel/socket-guard.ts'
import { createLog } from './logging/create-log.ts'
import { logTransport } from './mail/log-transport.ts'
import { loadTemplates, type MailTemplates } from './mail/mail-templates.ts'
import { noTransport } from './mail/no-transport.ts'
import { openTransport } from './mail/open-transport.ts'
import { Outbox } from './mail/outbox.ts'
import { openMetrics } from './metrics/open-metrics.ts'
import { openDatabase } from './open-database.ts'
import { openSharedTime } from './open-shared-time.ts'
import { hostedPages } from './pages/index.ts'
import { loadLooks } from './pages/looks.ts'
import { devInboxPages } from './pages/public/dev-inbox.tsx'
import { errorPage } from './pages/public/error-page.tsx'
import { referencePage } from './pages/public/reference-page.tsx'
import { openProviders } from './providers/open-providers.ts'
import type { Effects } from './store/effects.ts'
import type { Engine } from './store/engine.ts'
import { newestMigration } from './store/migrations/index.ts'
import { observedEngine } from './store/observed-engine.ts'
import { sqliteFile } from './store/open-engine.ts'
import { Store } from './store/store.ts'
import { openTracing } from './tracing/open-tracing.ts'

/** The seams, for tests: each has a real second implementation there. */
export interface Seams {
  readonly clock?: Clock
  readonly hasher?: PasswordHasher
  readonly log?: Logger
  readonly engine?: Engine
  readonly templates?: MailTemplates
}

/** Composition root: configuration → database → dependencies → HTTP. */
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

async function assemble(config: Config, opened: Engine, seams: Omit<Seams, 'engine'> & { readonly log: Logger }) {
  const { clock = systemClock, hasher = argon2Hasher, log } = seams
  const sockets = new SocketGuard((cut) => log.warn(cut, 'connections were cut off'))
  const metrics = await openMetrics(config.metrics, sockets, {
    clock,
    database: opened.name,
    migration: newestMigration,
    hashLoad: () => passwords.load(),
    countSessions: () => countSessions(depsFor()),
    backlog: () => depsFor().store.outbox.backlog(),
  })
  const onlooker = observers(metrics?.observer, await openTracing())
  const engine = onlooker ? observedEngine(opened, onlooker) : opened
  const observer = onlooker ?? unobserved
  const directory = path.dirname(sqliteFile(config.storage.url.reveal()) ?? 'data/postgres')
  const { secret = developmentSecret(directory), previousSecret } = config.security
  const keys = deriveKeys(secret, previousSecret)
  const passwords = createPasswords(config, hasher, observer)
  const hasInbox = showsInbox(config)
  const templates = seams.templates ?? loadTemplates({ ownDirectory: config.mail.templates })
  // What may fail comes before whatever works in the background.
  const { looks, assets } = loadLooks(config.pages)
  const providers = await openProviders(config, clock, (provider, reason) =>
    log.warn({ provider, reason }, 'a sign-in provider failed'),
  )
  const transport = await openTransport(config.mail, logsMail(config) ? logTransport(log) : noTransport)
  const sharedTime = await openSharedTime(engine, clock, log)
  const outbox = new Outbox({
    queue: new Store(engine).outbox,
    transport,
    keys: keys.outbox,
    clock,
    log,
    observer,
    keepsDelivered: hasInbox,
  })
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
  let isStopping = false
  const readiness = new Readiness(() => new Store(engine).ping())
  const shared = {
    config,
    clock,
    sharedTime,
    passwords,
    keys,
    templates,
    outbox,
    observer,
    providers,
    readiness,
    isStopping: () => isStopping,
  }
  const publish = ({ hasMail }: Effects) => hasMail && outbox.wake()
  const depsFor = (): Deps => ({ ...shared, store: new Store(engine, publish) })

  const settings = httpSettings(config)
  // Of the product's routes only: the inbox belongs to one machine, and nobody should program against it.
  const document = once(() => openApi(endpoints, settings))
  const app = createApp<Deps, Caller>({
    endpoints: hasInbox ? [...endpoints, devInbox] : endpoints,
    openApi: document,
    pages: [referencePage(document), ...(hasInbox ? devInboxPages : [])],
    hostedPages: hostedPages(looks),
    assets,
    errorPage: (failure, languages, requestId) => errorPage(looks, config.server.appName, failure, languages, requestId),
    settings,
    sockets,
    csrfKey: keys.csrf,
    clock,
    log,
    observer: onlooker,
    checkLimit: limits.check,
    depsFor,
    recognise,
    requireSession,
    accountOf: ({ account }) => account.id,
    adminRefusal,
    elevationRefusal,
  })

  const halt = (delayMs: number): Promise<void> => {
    isStopping = true
    const stopBackground = () => Promise.all([sharedTime.stop(), outbox.stop(), purge.stop(), limits.stop(), metrics?.stop()])
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
    /** Resolves to the address it really listens on. What is logged is the one to open: nobody can go to `0.0.0.0`. */
    async listen(): Promise<string> {
      try {
        if (metrics) log.info({ metrics: await metrics.listen() }, 'metrics are served')
        const address = await listenApp(app, config.server)
        const { host, publicUrl, port } = config.server
        const picked = port || Number(new URL(address).port)
        log.info({ address: publicUrl, host, port: picked, database: engine.name }, 'listening')
        outbox.wake() // what a process that died has left behind
        return address
      } catch (error) {
        await stop(0) // nobody was served, so nobody is waited for
        throw error
      }
    },
    stop: () => stop(),
  }
}
