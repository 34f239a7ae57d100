import type { Static, TLiteral, TObject, TSchema, TString, TUnion } from 'typebox'
import type { CookieChange, PresentedCookies } from './cookies.ts'
import type { Facts, Limit } from './endpoint-facts.ts'
import type { ErrorCode, Failure, FailureDetail } from './errors.ts'
import type { ProxyQuestion } from './proxy-question.ts'
import type { Scope } from './scopes.ts'
import type { Stranger } from './stranger.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route = `${Method} /${string}`

/**
 * The callers of a route: all, all (but we look for a session), the holder of a session, one who has proved a moment ago who
 * they are (by signing in or a step-up) or has no authenticator app or passkey to prove it with, one who has proved it in any
 * case, one who has and may add a second factor (an administrator by passing one), an administrator whose session has passed a
 * second factor. All but the first two refresh an expired session in place when a good refresh cookie came along.
 */
export type Auth = 'none' | 'optional' | 'session' | 'admin' | Proved
export type Proved = 'guarded' | 'elevated' | 'enrolling'

/** Where a request came from, as far as the audit log and the session list are concerned. */
export interface Client {
  readonly ip: string
  readonly userAgent: string
  readonly requestId: string
  /** The cookie by which a browser is known again, as it came: whether it is genuine is for its reader to check. */
  readonly device: string | undefined
  /** The name of the key by which a backend calls. */
  readonly keyName?: string | undefined
  /** The language of the page it came from, else the best of ours that it asks for; undefined where it asks for none of them. */
  readonly language: string | undefined
}

/** A body together with a change of cookies, or as a file to keep. A handler that wants neither returns the bare body. */
export class Answer<Body> {
  readonly body: Body
  readonly cookies: CookieChange
  /** The name of the file that it is, for the reader's disk. It may be large: it is written in turns with other requests. */
  readonly fileName: string | undefined

  constructor(body: Body, cookies: CookieChange, fileName?: string) {
    this.body = body
    this.cookies = cookies
    this.fileName = fileName
  }
}

/** Sends the browser elsewhere instead of answering. */
export class Redirect {
  readonly location: string
  readonly cookies: CookieChange

  constructor(location: string, cookies: CookieChange = {}) {
    this.location = location
    this.cookies = cookies
  }
}

/** An answer that is a status and headers, and nothing to read. */
export class Verdict {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, headers: Readonly<Record<string, string>>) {
    this.status = status
    this.headers = headers
  }
}

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

/** Every administrators' route says which keys open it, if any do, and whether a session has to have been proved a moment ago. */
type ScopeOf<A extends Auth> = A extends 'admin'
  ? { readonly scope: Scope | 'none'; readonly wantsStepUp?: true }
  : { readonly scope?: never; readonly wantsStepUp?: never }

/** What a handler receives. `fail` accepts only the codes that the endpoint declares. */
export interface Call<Deps, Caller, Body = unknown, Query = unknown, Params = unknown, Code extends ErrorCode = ErrorCode> {
  readonly body: Body
  readonly query: Query
  readonly params: Params
  readonly caller: Caller
  readonly client: Client
  readonly cookies: PresentedCookies
  /** A browser that shows its user what it gets. */
  readonly isNavigation: boolean
  /** Set where a proxy says what it is about. */
  readonly question: ProxyQuestion | undefined
  /** What the endpoint declares: that is what is to be enforced. */
  readonly declared: Facts
  readonly deps: Deps
  readonly fail: (code: Code, detail?: FailureDetail) => Failure<Code>
  /** Counts this request against a further limit, where only the flow can tell that it should. Throws when there were too many. */
  readonly count: (limit: Limit, key?: string) => Promise<void>
  /** For a request that counts for its address only when what it shows is not real. */
  readonly stranger: () => Stranger
  /** Makes a CSRF token for this caller and sets its cookie with the answer. */
  readonly newCsrfToken: () => string
}

/** A query is text: what is a number to the flow is read by the flow, which has an error for it. */
type QuerySchema = TObject<Record<string, TString | TUnion<TLiteral<string>[]>>>

/**
 * One route, whole: what it accepts, what it answers, how it can fail and what it does.
 * `auth`, `limit` and `errors` have no default, so forgetting one does not compile.
 */
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
    /** What the names in the path stand for. */
    readonly params?: ParamsOf<R>
    /**
     * Absent: no body is ever parsed, whatever the headers say. A text, a yes or no, or a list that does not come counts as
     * empty; what the flow tells apart from that is `Type.Optional`.
     */
    readonly body?: Body
    readonly query?: Query
    readonly reply: Reply
    readonly errors: readonly Code[]
    handle(
      call: Call<Deps, CallerOf<A, Caller, KeyHolder>, Static<Body>, Static<Query>, ParamsOf<R>, Code>,
    ): Promise<Static<Reply> | Answer<Static<Reply>> | Redirect | Verdict>
  }

/** Binds the dependencies once, so that flow files never write generics. */
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
