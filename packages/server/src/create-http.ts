import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { httpSettings } from './config/http-settings.ts'
import { showsInbox } from './config/shows-inbox.ts'
import { adminRefusal, recognise, requireSession } from './core/access/require-session.ts'
import { APP_PATH } from './core/apps/way-in.ts'
import type { Caller, Deps } from './core/deps.ts'
import { elevationRefusal } from './core/factors/step-up.ts'
import { recogniseKey } from './core/keys/api-key.ts'
import type { ClientLimits } from './core/limits/client-limits.ts'
import { endpoints } from './features/index.ts'
import { devInbox } from './features/service/dev-inbox.ts'
import { createApp } from './http/create-app.ts'
import { openApiSteps } from './http/openapi.ts'
import { inTurns } from './kernel/in-turns.ts'
import { keptPromise } from './kernel/kept-promise.ts'
import type { Observer } from './kernel/observer.ts'
import type { SocketGuard } from './kernel/socket-guard.ts'
import type { OpenedDeps } from './open-deps.ts'
import { hostedPages } from './pages/index.ts'
import { pageLanguage } from './pages/language.ts'
import { assetsBelow, type LoadedLooks } from './pages/looks.ts'
import { devInboxPages } from './pages/public/dev-inbox.tsx'
import { errorPage } from './pages/public/error-page.tsx'
import { referencePage } from './pages/reference/reference-page.tsx'
import { themeOf } from './pages/theme/stylesheet.ts'

interface Parts {
  readonly deps: OpenedDeps
  readonly looks: LoadedLooks
  readonly sockets: SocketGuard
  readonly log: Logger
  readonly observer: Observer | undefined
  readonly limits: Pick<ClientLimits, 'check' | 'giveBack'>
}

/** Every route and page of the service, ready to listen. */
export function createHttp({ deps, looks, sockets, log, observer, limits }: Parts): FastifyInstance {
  const { config, clock, keys, depsFor } = deps
  const hasInbox = showsInbox(config)
  const settings = httpSettings(config)
  // Of the product's routes only: the inbox belongs to one machine, and no client should be written against it.
  const document = keptPromise(() => inTurns(openApiSteps(endpoints, settings)))
  return createApp<Deps, Caller>({
    endpoints: hasInbox ? { ...endpoints, devInbox } : endpoints,
    openApi: document,
    pages: [referencePage(document, themeOf(config.pages)), ...(hasInbox ? devInboxPages : [])],
    hostedPages: hostedPages(looks.looks),
    assets: [...looks.assets, ...assetsBelow(APP_PATH, looks)],
    languages: deps.templates.languages,
    pageLanguage,
    languageOf: ({ account }) => account.language,
    errorPage: (failure, asked) => errorPage(looks, config, failure, asked),
    settings,
    sockets,
    csrfKey: keys.csrf,
    clock,
    log,
    observer,
    checkLimit: limits.check,
    giveBack: limits.giveBack,
    depsFor,
    recognise,
    requireSession,
    accountOf: ({ account }) => account.id,
    sessionOf: ({ session }) => session.id,
    adminRefusal,
    findKey: async (deps, presented, stranger) => {
      const key = await recogniseKey(deps, presented, stranger)
      return key && { ...key, caller: { key } }
    },
    elevationRefusal,
  })
}
