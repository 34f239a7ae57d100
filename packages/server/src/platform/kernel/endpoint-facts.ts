import type { OwnPath } from './own-path.ts'
/**
 * The rate limit that a route counts against. Probes count against none, because a refused probe restarts a healthy service. A
 * proxy's questions all come from one address, so they count by the session they ask about; a backend's requests count by its
 * key. What came with a proof of work counts apart from what came without, and so does what applications have begun, and what a page of any
 * other site may have its visitors fetch.
 */
export type Limit = 'none' | 'general' | 'published' | 'credentials' | 'redeem' | 'proved' | 'begun' | 'forward' | 'key'

export type Switch = `${string}.${string}`

/** What every endpoint declares; subjects add fields of their own. `limit` has no default, so forgetting it does not compile. */
export interface Facts {
  readonly summary: string
  /** The code of a `session` route without a usable session; `session_expired` unless named here. */
  readonly signedOut?: 'unauthorized'
  readonly limit: Limit
  /** While this setting is off, the route answers 405 `method_disabled` before any other check. */
  readonly partOf?: Switch
  /** 200 unless named. */
  readonly status?: number
  /** The reply depends on the caller alone, so its text is kept for as long as the caller stays the same. */
  readonly ofCallerAlone?: boolean
  /** The reply is a list, and each item is written as a line of JSON. */
  readonly isLines?: true
  /** Servers ask for their visitors with the session cookie alone, so the request counts by session and not by address. */
  readonly isAskedByServers?: boolean
  /** A GET that acts, so HEAD must not reach it. */
  readonly isOneWay?: boolean
  /** The route may end the session it is called in, and clients have to ask again who is signed in. */
  readonly endsSession?: boolean
  /** Clients that are redirected instead of getting the reply; none unless named. */
  readonly redirects?: 'browsers' | 'everybody'
  /** A form of another site posts here, with its own origin and no JSON; the answer may only send the browser on. */
  readonly isForeignForm?: boolean
  /** Programs of applications call it as OAuth has it: from any origin, by no cookie, with a form, and errors are written as OAuth writes them. */
  readonly isOAuth?: true
  /** The answer is the same for all, on any origin, and may be kept for so many seconds. */
  readonly publicForSeconds?: number
  /** A proxy asks about a request that it holds, by any method and from any sender. */
  readonly isProxyQuestion?: boolean
  /** Reached on the host of an application, whose proxy passes the request on and names the host. */
  readonly isOnAppHost?: boolean
  /** 404 unless `Host` names this machine: DNS rebinding lets a page elsewhere have its own name lead here. */
  readonly isLoopbackOnly?: boolean
  /** Shown instead of an error envelope to people whom another site has sent here. */
  readonly failurePage?: OwnPath
}
