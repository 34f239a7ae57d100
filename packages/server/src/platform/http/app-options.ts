import type { Logger } from 'pino'
import type { Clock } from '../kernel/clock.ts'
import type { PresentedCookies, SessionCookies } from '../kernel/cookies.ts'
import type { Client, Proved } from '../kernel/endpoint.ts'
import type { Limit, Switch } from '../kernel/endpoint-facts.ts'
import type { EndpointTable } from '../kernel/endpoint-table.ts'
import type { Failure } from '../kernel/errors.ts'
import type { Asset, HostedPage } from '../kernel/hosted-page.ts'
import type { KeyRing } from '../kernel/keys.ts'
import type { MaybePromise } from '../kernel/maybe-promise.ts'
import type { Observer } from '../kernel/observer.ts'
import type { Page } from '../kernel/page.ts'
import type { SocketGuard } from '../kernel/socket-guard.ts'
import type { Stranger } from '../kernel/stranger.ts'

export interface HttpSettings {
  readonly appName: string
  readonly publicUrl: string
  readonly allowedOrigins: readonly string[]
  readonly allowLoopbackOrigins: boolean
  /** People are sent back to them, and they may not call us. */
  readonly appOrigins: readonly string[]
  readonly allowMissingCsrfHeaders: boolean
  readonly requireCsrfToken: boolean
  readonly trustedProxies: readonly string[]
  readonly cookieNames: {
    readonly session: string
    readonly refresh: string
    readonly binding: string
    readonly device: string
    readonly csrf: string
    readonly newcomer: string
    readonly mailbox: string
    readonly passkey: string
    readonly language: string
    /** Of applications on other hosts, over https and over http. */
    readonly appSession: string
    readonly appNonce: string
    readonly plainAppSession: string
    readonly plainAppNonce: string
    /** Followed by the name of the attempt. */
    readonly oauth: string
  }
  /** Where the session and refresh cookies are sent to beside our own host: all hosts of this domain. */
  readonly cookieDomain: string | undefined
  readonly secureCookies: boolean
  readonly hstsIncludeSubdomains: boolean
  readonly isSwitchedOff: (by: Switch) => boolean
  readonly maxConnections: number
}

interface Context<Deps> {
  readonly deps: Deps
  readonly client: Client
}

type Recognition<Caller> =
  | { readonly caller: Caller; readonly renewed?: SessionCookies }
  /** No caller, and whether the cookies that came along are worth keeping. */
  | { readonly endsSession: boolean }

interface FoundKey {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly caller: unknown
}

/** What an error page has to know of the request. */
interface AskedPage {
  readonly path: string
  readonly languages: string
  readonly chosenLanguage: string | undefined
  readonly requestId: string
}

/** All that this folder needs from the others, so that it has to import none of them. */
export interface AppOptions<Deps, Caller> {
  readonly endpoints: EndpointTable
  /** Served as it is under `/openapi.json`. */
  readonly openApi: () => Promise<unknown>
  readonly pages: readonly Page<Deps>[]
  readonly hostedPages: readonly HostedPage<Deps, Caller>[]
  /** The pages where visitors prove who they are. */
  readonly doors: { readonly signIn: string; readonly consoleSignIn: string; readonly stepUp: string }
  readonly assets: readonly Asset[]
  /** The languages of mails, which a request may ask for. */
  readonly languages: readonly string[]
  /** The language of the pages for this `Accept-Language`, or the one that was chosen. */
  readonly pageLanguage: (accepted: string, chosen: string | undefined) => string
  /** The one that the caller has chosen. */
  readonly languageOf: (caller: Caller) => string | undefined
  /** What a browser is shown that asked for a page and cannot have it. */
  readonly errorPage: (failure: Failure, asked: AskedPage) => string
  readonly settings: HttpSettings
  readonly sockets: SocketGuard
  readonly csrfKey: KeyRing
  readonly clock: Clock
  readonly log: Logger
  /** Requests are not watched unless an observer is named. */
  readonly observer: Observer | undefined
  /** Counts a request before anything else is looked at. Throws, at once or later, when there were too many. */
  readonly checkLimit: (limit: Limit, client: Client, key?: string) => Promise<void> | undefined
  /** A request that was counted as `general` need not have been. */
  readonly giveBack: (client: Client) => void
  /** Called once for every request. */
  readonly depsFor: () => Deps
  /** Finds the caller, and changes nothing. */
  readonly recognise: (
    context: Context<Deps>,
    cookies: PresentedCookies,
    stranger?: Stranger,
  ) => MaybePromise<{ caller: Caller } | undefined>
  /** The id of the caller's account. */
  readonly accountOf: (caller: Caller) => string
  readonly sessionOf: (caller: Caller) => string
  /** The key that a backend presents, if it is in use, and who calls with it. */
  readonly findKey: (deps: Deps, presented: string, stranger: Stranger) => Promise<FoundKey | undefined>
  /** Why a caller may not use an administrator's route. */
  readonly adminRefusal: (deps: Deps, caller: Caller) => 'forbidden' | 'two_factor_required' | undefined
  /** Why a caller may not do what wants a fresh proof of who they are. */
  readonly elevationRefusal: (
    deps: Deps,
    caller: Caller,
    wanted: Proved,
  ) => Promise<'step_up_required' | 'two_factor_required' | undefined>
  /** The same, refreshing the session in place when it can. */
  readonly requireSession: (context: Context<Deps>, cookies: PresentedCookies) => MaybePromise<Recognition<Caller>>
}
