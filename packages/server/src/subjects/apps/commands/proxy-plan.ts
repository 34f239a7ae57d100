export interface ProxyPlan {
  readonly app: URL
  readonly upstream: string
  /** The address under which the proxy reaches Latchkey. */
  readonly service: string
  /** Passed on without a question, and without saying who it is. */
  readonly publicPaths: readonly string[]
  /** Where the proxy asks. */
  readonly question: string
  /** Paths that are Latchkey's, with all below them, where the application has the rest of its host; none on another host. */
  readonly servicePaths: readonly string[]
  readonly identityHeaders: readonly string[]
  /** The identity headers that do not come with every answer, so that a proxy would pass on what a client sent under the name. */
  readonly optionalHeaders: readonly string[]
  /** Names that many applications trust and Latchkey does not fill here: the proxy removes what a client sends under them. */
  readonly unusedHeaders: readonly string[]
}

/** A proxy passes on no other header of the request that it asks about. */
export const askedHeaders = ['Cookie', 'Accept', 'Origin', 'Sec-Fetch-Site', 'Sec-WebSocket-Key', 'Upgrade'] as const

export const indented = (by: number, lines: readonly string[], write = (line: string) => line): string =>
  lines.map((line) => ' '.repeat(by) + write(line)).join('\n')
