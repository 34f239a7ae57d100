import { returnAddress } from '../../../gate/access/return-address.ts'
import type { Deps } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { servedAddress } from '../../../platform/kernel/own-path.ts'
import type { ForwardRequest } from './read-question.ts'

type Config = Deps['config']

/** The proxy of an application on another host passes every request below this path on to Latchkey. */
export const APP_PATH = '/.latchkey'
const APP_START = `${APP_PATH}/start`
export const APP_CALLBACK = `${APP_PATH}/callback`

/** Browsers send our cookies to our host and to hosts of the cookies' domain; over http only if the cookies are not `Secure`. */
export function seesOwnCookies({ server, cookies: { domain, secure } }: Config, { hostname, protocol }: URL): boolean {
  if (secure && protocol !== 'https:') return false
  return hostname === new URL(server.publicUrl).hostname || (domain !== undefined && `.${hostname}`.endsWith(`.${domain}`))
}

export const startAddress = ({ origin, path }: { readonly origin: string; readonly path: string }): string =>
  `${origin}${APP_START}?${new URLSearchParams({ returnTo: path })}`

/** A page of the application, which a visitor of it has named by its path. */
export const pageOfApp = (config: Config, { origin }: { readonly origin: string }, path: string | undefined): string =>
  (path?.startsWith('/') ? returnAddress(config, `${origin}${path}`) : undefined) ?? `${origin}/`

/** Where a visitor signs in. They come back to the page they wanted, or to the application's root if that address is too long. */
export function signInAddress(config: Config, { app, rest }: ForwardRequest): string {
  const url = new URL(app.origin + rest)
  const returnTo = returnAddress(config, url.href) ?? `${url.origin}/`
  if (!seesOwnCookies(config, url)) return startAddress({ origin: url.origin, path: returnTo.slice(url.origin.length) })
  return `${servedAddress(config.server, pagePaths.signIn)}?${new URLSearchParams({ returnTo })}`
}
