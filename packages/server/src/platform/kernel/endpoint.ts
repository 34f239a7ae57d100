import type { Static, TLiteral, TObject, TSchema, TString, TUnion } from 'typebox'
import type { CookieChange, PresentedCookies } from './cookies.ts'
import type { Facts, Limit } from './endpoint-facts.ts'
import type { ErrorCode, Failure, FailureDetail } from './errors.ts'
import type { Scope } from './scopes.ts'

/** A client whose credential has not been checked yet. */
export interface Stranger {
  /** Counts the request against the client's address before the check. Throws or rejects when there were too many. */
  count(): Promise<void> | undefined
  /** Takes the count back, because the credential was genuine. */
  giveBack(): void
}

/** Stands for a header that came more than once; no meaningful value equals it. */
export const SEVERAL = ', '

export interface ProxyQuestion {
  /** Whether the request came from one of our proxies; the headers of any other sender are not believed. */
  readonly isTrusted: boolean
  /** `SEVERAL` for a header that came more than once, undefined for one that is missing or empty. */
  header(name: string): string | undefined
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route = `${Method} /${string}`

/**
 * Who may call a route. `none`, `optional`: all callers, and `optional` looks for a session. `session`: holders of one.
 * `guarded`: those who signed in or stepped up a moment ago, or have no authenticator app or passkey to step up with. `elevated`:
 * those who did so in any case. `enrolling`: those who did and may add a second factor, administrators by passing one. `admin`:
 * administrators whose session has passed a second factor. All but the first two refresh an expired session in place when a good
 * refresh cookie came along.
 */
export type Auth = 'none' | 'optional' | 'session' | 'admin' | Proved
export type Proved = 'guarded' | 'elevated' | 'enrolling'

export interface Client {
  readonly ip: string
  readonly userAgent: string
  readonly requestId: string
  /** The raw cookie by which a browser is recognised; its reader checks the signature. */
  readonly device: string | undefined
  readonly keyName?: string | undefined
  /** The language of the page that sent the request, else the best match of `Accept-Language`. */
  readonly language: string | undefined
}

/** For a body with a change of cookies, or as a download. Other handlers return the bare body. */
export class Answer<Body> {
  readonly body: Body
  readonly cookies: CookieChange
  /** Makes the answer a download. It may be large, so it is written in turns with other requests. */
  readonly fileName: string | undefined

  constructor(body: Body, cookies: CookieChange, fileName?: string) {
    this.body = body
    this.cookies = cookies
    this.fileName = fileName
  }
}

export class Redirect {
  readonly location: string
  readonly cookies: CookieChange
  /** With 307 a browser sends its form once more, to the new address. */
  readonly status: 303 | 307

  constructor(location: string, cookies: CookieChange = {}, status: 303 | 307 = 303) {
    this.location = location
    this.cookies = cookies
    this.status = status
  }
}

export class Verdict {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, headers: Readonly<Record<string, string>>) {
    this.status = status
    this.headers = headers
  }
}

/** A request that may be answered at once, from what is in memory. */
interface Asked<Caller> {
  readonly cookies: PresentedCookies
  readonly question: ProxyQuestion
  /** The caller behind the token with this hash, where nothing has to be read or written for them. */
  readonly find: (hash: string) => Caller | undefined
}

/** An empty 200 with these headers, always the same object for the same caller; undefined wherever that is not certain. */
export type AtOnce<Known, Caller = Known> = (
  asked: Asked<Known>,
) => { readonly caller: Caller; readonly headers: Readonly<Record<string, string>> } | undefined

type ParamsOf<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name | keyof ParamsOf<Rest>]: string }
  : Readonly<Record<never, string>>

type CallerOf<A extends Auth, Caller, KeyHolder> = A extends 'admin'
  ? Caller | KeyHolder
  : A extends 'session' | Proved
    ? Caller
    : A extends 'optional'
      ? Caller | undefined
      : undefined

/** Every administrators' route declares which API keys open it, and whether a session needs a step-up. */
type ScopeOf<A extends Auth> = A extends 'admin'
  ? { readonly scope: Scope | 'none'; readonly wantsStepUp?: true }
  : { readonly scope?: never; readonly wantsStepUp?: never }

/** `fail` accepts only the codes that the endpoint declares. */
export interface Call<Deps, Caller, Body = unknown, Query = unknown, Params = unknown, Code extends ErrorCode = ErrorCode> {
  readonly body: Body
  readonly query: Query
  readonly params: Params
  readonly caller: Caller
  readonly client: Client
  readonly cookies: PresentedCookies
  readonly isNavigation: boolean
  readonly question: ProxyQuestion | undefined
  /** The header by which a program of an application says who it is; undefined where a page calls. */
  readonly authorization: string | undefined
  readonly declared: Facts & { readonly scope?: Scope | 'none' }
  /** Calls back when the connection of the client has ended, at once where it has already, and after the answer as well. */
  readonly whenGone: (leave: () => void) => void
  readonly deps: Deps
  readonly fail: (code: Code, detail?: FailureDetail) => Failure<Code>
  /** Counts the request against a further limit, where only the flow knows that it applies. Throws when there were too many. */
  readonly count: (limit: Limit, key?: string) => Promise<void>
  /** For requests that count against their address only when their credential is not genuine. */
  readonly stranger: () => Stranger
  readonly newCsrfToken: () => string
}

/** A query is text: numbers are parsed by the flow, which has an error for them. */
type QuerySchema = TObject<Record<string, TString | TUnion<TLiteral<string>[]>>>

/** `auth`, `limit` and `errors` have no default, so forgetting one does not compile. */
export type Endpoint<
  Deps,
  Caller,
  KeyHolder,
  R extends Route,
  A extends Auth,
  Body extends TObject,
  Query extends QuerySchema,
  Reply extends TSchema,
  Code extends ErrorCode,
> = Facts &
  ScopeOf<A> & {
    readonly route: R
    readonly auth: A
    readonly params?: ParamsOf<R>
    /** Absent: no body is ever parsed. A missing text, boolean or list counts as empty, unless it is `Type.Optional`. */
    readonly body?: Body
    readonly query?: Query
    readonly reply: Reply
    readonly errors: readonly Code[]
    /** What `handle` would answer to a caller in memory; undefined where it always has to look something up. */
    atOnce?(deps: Deps): AtOnce<Caller> | undefined
    handle(
      call: Call<Deps, CallerOf<A, Caller, KeyHolder>, Static<Body>, Static<Query>, ParamsOf<R>, Code>,
    ): Promise<Static<Reply> | Answer<Static<Reply>> | Redirect | Verdict>
  }

/** Binds the dependencies once, so that flows write no generics. */
export const endpointFor =
  <Deps, Caller, KeyHolder = never>() =>
  <
    const R extends Route,
    const A extends Auth,
    Body extends TObject,
    Query extends QuerySchema,
    Reply extends TSchema,
    const Code extends ErrorCode,
  >(
    definition: Endpoint<Deps, Caller, KeyHolder, R, A, Body, Query, Reply, Code>,
  ): Endpoint<Deps, Caller, KeyHolder, R, A, Body, Query, Reply, Code> =>
    definition
