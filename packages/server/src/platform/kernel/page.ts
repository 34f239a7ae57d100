import type { OwnPath } from './own-path.ts'

/**
 * Our own documents may use only the listed inline styles, and where they have a script, files of ours and our routes. A foreign one, whose markup we cannot vouch for, may use any inline
 * style, has no origin, and only we may frame it.
 */
export type HtmlDocument =
  | { readonly html: string; readonly styles: readonly string[]; readonly hasFrames?: boolean; readonly hasScript?: boolean }
  | { readonly html: string; readonly isForeign: true }

export interface PageRequest {
  readonly params: Readonly<Record<string, string>>
  /** A name that came twice is an array. */
  readonly query: Readonly<Record<string, unknown>>
}

/** Without a document the answer is `not_found`. */
export interface Page<Deps> {
  readonly path: OwnPath
  readonly isLoopbackOnly?: boolean
  readonly isSameForAll?: boolean
  render(request: PageRequest, deps: Deps): Promise<HtmlDocument | undefined>
}
