/** In the place of a header that came more than once. It is equal to no value that means something. */
export const SEVERAL = ', '

/** A request as the proxy that holds it describes it. */
export interface ProxyQuestion {
  /** Whether what asks is one of our proxies. Of any other nothing is believed. */
  readonly isTrusted: boolean
  /** A header that came once, `SEVERAL` for one that came more often, undefined for one that did not come, or came empty. */
  header(name: string): string | undefined
}
