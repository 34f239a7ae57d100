import type { Logger } from 'pino'
import type { Clock } from '../kernel/clock.ts'
import type { PresentedCookies, SessionCookies } from '../kernel/cookies.ts'
import type { Client, Proved, Stranger } from '../kernel/endpoint.ts'
import type { Limit, Switch } from '../kernel/endpoint-facts.ts'
import type { EndpointTable } from '../kernel/endpoint-table.ts'
import type { Failure } from '../kernel/errors.ts'
import type { Asset, HostedPage } from '../kernel/hosted-page.ts'
import type { KeyRing } from '../kernel/keys.ts'
import type { MaybePromise } from '../kernel/maybe-promise.ts'
import type { Observer } from '../kernel/observer.ts'
import type { Mount, OwnPath } from '../kernel/own-path.ts'
import type { Page } from '../kernel/page.ts'
import type { Receiver } from '../kernel/receiver.ts'
import type { Scope } from '../kernel/scopes.ts'
import type { SocketGuard } from '../kernel/socket-guard.ts'

type OwnCookie =
  | 'session'
  | 'refresh'
  | 'binding'
  | 'device'
  | 'csrf'
  | 'newcomer'
  | 'mailbox'
  | 'signInCode'
  | 'oidc'
  | 'arrival'
  | 'passkey'
  | 'back'
  | 'held'
  | 'language'
/** Set on the hosts of applications, over https and over http. */
type AppCookie = 'appSession' | 'appNonce' | 'plainAppSession' | 'plainAppNonce'

export interface HttpSettings extends Mount {
  readonly appName: string
  readonly publicUrl: string
  readonly allowedOrigins: readonly string[]
  readonly allowLoopbackOrigins: boolean
  /** Visitors may be sent back to these origins, which may not call the service. */
  readonly appOrigins: readonly string[]
  readonly allowMissingCsrfHeaders: boolean
  readonly requireCsrfToken: boolean
  readonly trustedProxies: readonly string[]
  /** `oauth` is a prefix: the name of the attempt follows. */
  readonly cookieNames: Readonly<Record<OwnCookie | AppCookie | 'oauth', string>>
  /** The same two cookies with other settings, the safest name first. */
  readonly formerNames: Readonly<Record<'session' | 'refresh', readonly string[]>>
  /** All hosts of this domain get the session and refresh cookies; undefined is the own host alone. */
  readonly cookieDomain: string | undefined
  readonly secureCookies: boolean
  readonly hstsIncludeSubdomains: boolean
  readonly isSwitchedOff: (by: Switch) => boolean
  readonly maxConnections: number
}

type Context<Deps> = { readonly deps: Deps; readonly client: Client }

type Recognition<Caller> =
  | { readonly caller: Caller; readonly renewed?: SessionCookies }
  /** No caller: `endsSession` says that the cookies of the request are worth nothing any more. */
  | { readonly endsSession: boolean }

type FoundKey = { readonly id: string; readonly name: string; readonly scopes: readonly string[]; readonly caller: unknown }

/** `find` may be called any number of times after one `isCurrent`, and only in the same stretch of work. */
export interface CallersInMemory<Caller> {
  isCurrent(): boolean
  find(hash: string): (Caller & object) | undefined
}

interface AskedPage<Caller> {
  /** Undefined where the request failed before the caller was known. */
  readonly caller: Caller | undefined
  readonly path: string
  readonly languages: string
  readonly chosenLanguage: string | undefined
  /** The cookie that tells where the visitor came from. */
  readonly cameFrom: string | undefined
  readonly requestId: string
}

/** The HTTP layer gets all it needs from here, so that it imports no flow. */
export interface AppOptions<Deps, Caller> {
  readonly endpoints: EndpointTable
  readonly openApi: () => Promise<unknown>
  readonly pages: readonly Page<Deps>[]
  readonly receivers: readonly Receiver<Deps>[]
  readonly hostedPages: readonly HostedPage<Deps, Caller>[]
  readonly doors: { readonly signIn: OwnPath; readonly consoleSignIn: OwnPath; readonly stepUp: OwnPath }
  readonly assets: readonly Asset[]
  readonly languages: readonly string[]
  /** `accepted` is the `Accept-Language` header; a language that was chosen goes before it. */
  readonly pageLanguage: (accepted: string, chosen: string | undefined) => string
  readonly languageOf: (caller: Caller) => string | undefined
  readonly errorPage: (failure: Failure, asked: AskedPage<Caller>) => string
  readonly settings: HttpSettings
  readonly sockets: SocketGuard
  readonly csrfKey: KeyRing
  readonly heldFormsKey: KeyRing
  readonly clock: Clock
  readonly log: Logger
  /** A line for every answer, and not for those of requests that write alone. */
  readonly logsRequests: boolean
  readonly observer: Observer | undefined
  /** Throws, at once or later, when there were too many requests. */
  readonly checkLimit: (limit: Limit, client: Client, key?: string) => Promise<void> | undefined
  readonly giveBack: (client: Client) => void
  /** Until when a client is near the strict limit; undefined where it is not. */
  readonly nearUntil: (client: Client) => number | undefined
  /** Counts in memory; false, and nothing is counted, where there were too many. */
  readonly countAtOnce: (limit: 'general' | 'forward', client: Pick<Client, 'ip' | 'device'>, key: string) => boolean
  readonly depsFor: () => Deps
  /** Changes nothing: an expired session is not refreshed. */
  readonly recognise: (
    context: Context<Deps>,
    cookies: PresentedCookies,
    stranger?: Stranger,
  ) => MaybePromise<{ caller: Caller } | undefined>
  /** Callers for whom nothing has to be read or written, by the hash of their token; undefined where none are kept. */
  readonly inMemory: CallersInMemory<Caller> | undefined
  readonly accountOf: (caller: Caller) => string
  readonly sessionOf: (caller: Caller) => string
  /** Undefined for a key that is not in use. */
  readonly findKey: (deps: Deps, presented: string, stranger: Stranger) => Promise<FoundKey | undefined>
  readonly adminRefusal: (
    deps: Deps,
    caller: Caller,
    scope: Scope | 'none' | undefined,
  ) => 'forbidden' | 'two_factor_required' | 'insufficient_scope' | undefined
  readonly elevationRefusal: (
    deps: Deps,
    caller: Caller,
    wanted: Proved,
  ) => Promise<'step_up_required' | 'two_factor_required' | undefined>
  /** Unlike `recognise`, refreshes an expired session in place. */
  readonly requireSession: (context: Context<Deps>, cookies: PresentedCookies) => MaybePromise<Recognition<Caller>>
}
