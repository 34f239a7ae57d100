/** Stands for a header that came more than once; no meaningful value equals it. */
export const SEVERAL = ', '

export interface ProxyQuestion {
  /** Whether the request came from one of our proxies; the headers of any other sender are not believed. */
  readonly isTrusted: boolean
  /** `SEVERAL` for a header that came more than once, undefined for one that is missing or empty. */
  header(name: string): string | undefined
}
