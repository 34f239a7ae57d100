import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { AppOptions } from '../../platform/http/app-options.ts'
import { createApp } from '../../platform/http/create-app.ts'
import { type openApi, openApiSteps } from '../../platform/http/openapi.ts'
import type { EndpointTable } from '../../platform/kernel/endpoint-table.ts'
import { inTurns } from '../../platform/kernel/in-turns.ts'
import { keptPromise } from '../../platform/kernel/kept-promise.ts'
import type { Observer } from '../../platform/kernel/observer.ts'
import type { Page } from '../../platform/kernel/page.ts'
import type { Receiver } from '../../platform/kernel/receiver.ts'
import type { SocketGuard } from '../../platform/kernel/socket-guard.ts'
import { adminRefusal, callersInMemory, recognise, requireSession } from '../access/require-session.ts'
import type { Caller, Deps } from '../deps.ts'
import { elevationRefusal } from '../factors/step-up.ts'
import { joined } from '../join.ts'
import type { ClientLimits } from '../limits/client-limits.ts'
import { pagePaths } from '../page-paths.ts'
import { pageLanguage } from '../pages/language.ts'
import { assetsBelow, type LoadedLooks } from '../pages/looks.ts'
import { keepsWayBack } from '../pages/way-back.ts'
import { httpSettings } from './http-settings.ts'
import type { OpenedDeps } from './open-deps.ts'

/** What is served beside the endpoints and pages of the subjects. */
export interface ExtraRoutes {
  /** These routes tell of one machine only, so no client should be written against them. */
  readonly undocumented: EndpointTable
  readonly pages: (document: () => Promise<ReturnType<typeof openApi>>) => readonly Page<Deps>[]
  readonly receivers: readonly Receiver<Deps>[]
  readonly errorPage: AppOptions<Deps, Caller>['errorPage']
  readonly findKey: AppOptions<Deps, Caller>['findKey']
}

interface Parts {
  readonly beside: ExtraRoutes
  readonly deps: OpenedDeps
  readonly looks: LoadedLooks
  readonly sockets: SocketGuard
  readonly log: Logger
  readonly logsRequests: boolean
  readonly observer: Observer | undefined
  readonly limits: Pick<ClientLimits, 'check' | 'giveBack' | 'nearUntil' | 'countAtOnce'>
}

export function createHttp({ beside, deps, looks, sockets, log, logsRequests, observer, limits }: Parts): FastifyInstance {
  const { config, clock, keys, depsFor } = deps
  const settings = httpSettings(config)
  const endpoints: EndpointTable = Object.assign({}, ...joined.map((one) => one.endpoints))
  const document = keptPromise(() => inTurns(openApiSteps(endpoints, settings)))
  return createApp<Deps, Caller>({
    endpoints: { ...endpoints, ...beside.undocumented },
    openApi: document,
    pages: beside.pages(document),
    receivers: beside.receivers,
    doors: pagePaths,
    hostedPages: joined.flatMap(({ pages }) => pages?.(looks.looks) ?? []).map(keepsWayBack),
    assets: [...looks.assets, ...joined.flatMap((one) => (one.assetsBelow ? assetsBelow(one.assetsBelow, looks) : []))],
    languages: deps.templates.languages,
    pageLanguage,
    languageOf: ({ account }) => account.language,
    errorPage: beside.errorPage,
    settings,
    sockets,
    csrfKey: keys.csrf,
    heldFormsKey: keys.heldForms,
    clock,
    log,
    logsRequests,
    observer,
    checkLimit: limits.check,
    giveBack: limits.giveBack,
    nearUntil: limits.nearUntil,
    countAtOnce: limits.countAtOnce,
    inMemory: config.sessions.cacheSize > 0 ? callersInMemory(deps) : undefined,
    depsFor,
    recognise,
    requireSession,
    accountOf: ({ account }) => account.id,
    sessionOf: ({ session }) => session.id,
    adminRefusal,
    findKey: beside.findKey,
    elevationRefusal,
  })
}
