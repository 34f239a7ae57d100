import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { httpSettings } from '../../platform/config/http-settings.ts'
import { showsInbox } from '../../platform/config/shows-inbox.ts'
import { createApp } from '../../platform/http/create-app.ts'
import { openApiSteps } from '../../platform/http/openapi.ts'
import { inTurns } from '../../platform/kernel/in-turns.ts'
import { keptPromise } from '../../platform/kernel/kept-promise.ts'
import type { Observer } from '../../platform/kernel/observer.ts'
import type { SocketGuard } from '../../platform/kernel/socket-guard.ts'
import { APP_PATH } from '../../subjects/apps/steps/way-in.ts'
import { recogniseKey } from '../../subjects/keys/steps/api-key.ts'
import { devInbox } from '../../subjects/service/flows/dev-inbox.ts'
import { devInboxPages } from '../../subjects/service/pages/dev-inbox.tsx'
import { errorPage } from '../../subjects/service/pages/error-page.tsx'
import { referencePage } from '../../subjects/service/reference/reference-page.tsx'
import { adminRefusal, recognise, requireSession } from '../access/require-session.ts'
import type { Caller, Deps } from '../deps.ts'
import { elevationRefusal } from '../factors/step-up.ts'
import type { ClientLimits } from '../limits/client-limits.ts'
import { pageLanguage } from '../pages/language.ts'
import { assetsBelow, type LoadedLooks } from '../pages/looks.ts'
import { themeOf } from '../pages/stylesheet.ts'
import { endpoints } from './endpoints.ts'
import { hostedPages } from './hosted-pages.ts'
import type { OpenedDeps } from './open-deps.ts'

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
