/**
 * The family of rate limit that a route counts against. Probes count against none: a refused one restarts what is well. What
 * a proxy asks is counted by the session it asks about, since all of it comes from one address; a backend is counted by its key.
 */
export type Limit = 'none' | 'general' | 'credentials' | 'redeem' | 'forward' | 'key'

/** A setting that is on or off, by its dotted path. */
export type Switch = `${string}.${string}`

/** What any endpoint says of itself, whatever it takes and answers; a subject may add what its own have to say. `limit` has no default, so forgetting it does not compile. */
export interface Facts {
  readonly summary: string
  /** What a `session` route says without a usable session; `session_expired` unless named here. */
  readonly signedOut?: 'unauthorized'
  readonly limit: Limit
  /** What an operator can switch off as a whole: then it answers 405 `method_disabled`, before anything else is asked. */
  readonly partOf?: Switch
  /** The status of a good answer, 200 unless named. */
  readonly status?: number
  /** Its reply depends on nothing but the caller, so it is written once for as long as the caller stays the same. */
  readonly ofCallerAlone?: boolean
  /** Servers ask it for their visitors, with the session cookie alone. That counts for the session, and not for the server's address. */
  readonly isAskedByServers?: boolean
  /** A GET that acts: a look at the headers alone must not. */
  readonly isOneWay?: boolean
  /** It may end the session that it is called in: its client has to find out. */
  readonly endsSession?: boolean
  /** The clients that are sent elsewhere instead of getting the reply; none unless named. */
  readonly redirects?: 'browsers' | 'everybody'
  /** Another site's form posts here: the origin is not ours and the body is no JSON. It may only send the browser on. */
  readonly isForeignForm?: boolean
  /** A proxy asks about a request that it holds: by any method, and from any sender. */
  readonly isProxyQuestion?: boolean
  /** Reached on the host of an application, whose proxy passes it on to us and says which one that is. */
  readonly isOnAppHost?: boolean
  /** Not there at all unless `Host` names this machine: a page elsewhere can have its own name lead here. */
  readonly isLoopbackOnly?: boolean
  /** A page for people whom another site has sent here when this does not work just now: they would be shown an envelope. */
  readonly failurePage?: `/${string}`
}
