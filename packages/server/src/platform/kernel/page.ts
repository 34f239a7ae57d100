/** A document of ours. Its inline styles are allowed by hash, and nothing else is. */
interface OwnDocument {
  readonly html: string
  readonly styles: readonly string[]
  /** Whether it may frame other answers of this service. */
  readonly hasFrames?: boolean
}

/** A document whose markup is not ours to vouch for. Any inline style, no origin, and only we may frame it. */
interface ForeignDocument {
  readonly html: string
  readonly isForeign: true
}

export type HtmlDocument = OwnDocument | ForeignDocument

export interface PageRequest {
  readonly params: Readonly<Record<string, string>>
  /** As the caller wrote it: a name that came twice is an array. */
  readonly query: Readonly<Record<string, unknown>>
}

/** One HTML page: where it is, and what is there. Without a document the answer is `not_found`. */
export interface Page<Deps> {
  readonly path: `/${string}`
  /** Not there at all unless `Host` names this machine. */
  readonly isLoopbackOnly?: boolean
  /** The same for all visitors, whatever they ask: made once. */
  readonly isSameForAll?: boolean
  render(request: PageRequest, deps: Deps): Promise<HtmlDocument | undefined>
}
