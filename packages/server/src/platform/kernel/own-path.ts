/** A path of this service, wherever it is mounted: `~/sign-in` is `/id/sign-in` below the base path `/id`. */
export type OwnPath = `~/${string}`

export interface Mount {
  /** Empty, or as `/id`. */
  readonly basePath: string
  readonly basePathAuth: boolean
}

/** Probes, proxies and browsers look for these at the root of the host. */
const AT_ROOT = /^~\/(?:healthz|readyz|\.latchkey|\.well-known)(?:[/?#]|$)/
const OF_INTERFACE = /^~\/auth(?:[/?#]|$)/

/** As a browser asks for it. Whatever is no path of ours stays as it is: an address, or a path of the application beside us. */
export function servedPath({ basePath, basePathAuth }: Mount, path: string): string {
  if (!path.startsWith('~/')) return path
  const staysAtRoot = AT_ROOT.test(path) || (!basePathAuth && OF_INTERFACE.test(path))
  return `${staysAtRoot ? '' : basePath}${path.slice(1)}`
}

export const servedAddress = (at: Mount & { readonly publicUrl: string }, path: OwnPath): string =>
  `${at.publicUrl}${servedPath(at, path)}`

/** Preact escapes every quote that is no markup, so no text of a visitor looks like one of these attributes. */
const LINKED = /(?<= (?:href|src(?:set)?|(?:form)?action|data-options)=")~\/[^"]*/g

export const servedHtml = (at: Mount, html: string): string => html.replace(LINKED, (path) => servedPath(at, path))
