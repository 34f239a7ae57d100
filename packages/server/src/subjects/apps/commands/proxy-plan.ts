/** What a printed configuration is about. */
export interface ProxyPlan {
  /** The application's origin, as people open it. */
  readonly app: URL
  /** Where the application itself listens. */
  readonly upstream: string
  /** Where we listen, seen from the proxy. */
  readonly service: string
  /** Whether its host is sent our own cookies. Else it has sessions of its own, which we open below a path of it. */
  readonly seesOwnCookies: boolean
  /** All that we tell the application about people. */
  readonly identityHeaders: readonly string[]
  /** Those of them that do not come every time. */
  readonly optionalHeaders: readonly string[]
  /** Names that many applications believe and we do not tell anything under: a client's are taken away. */
  readonly unusedHeaders: readonly string[]
}

/** What a proxy hands us of the request that it asks about, and nothing else of it. */
export const askedHeaders = ['Cookie', 'Accept', 'Origin', 'Sec-Fetch-Site', 'Sec-WebSocket-Key', 'Upgrade'] as const

export const indented = (lines: readonly string[], by: number): string => lines.map((line) => ' '.repeat(by) + line).join('\n')
