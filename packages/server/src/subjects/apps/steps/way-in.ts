import { returnAddress } from '../../../gate/access/return-address.ts'
import type { Deps } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import type { AskedPage } from './read-question.ts'

type Config = Deps['config']

/** Below it the proxy of an application on another host passes everything on to us. */
export const APP_PATH = '/.latchkey'
const APP_START = `${APP_PATH}/start`
export const APP_CALLBACK = `${APP_PATH}/callback`

/**
 * Whether a browser sends our own cookies to this address: to our host, and to those of the domain that they were set for; over
 * http only where they are not for https alone.
 */
export function seesOwnCookies({ server, cookies: { domain, secure } }: Config, { hostname, protocol }: URL): boolean {
  if (secure && protocol !== 'https:') return false
  return hostname === new URL(server.publicUrl).hostname || (domain !== undefined && `.${hostname}`.endsWith(`.${domain}`))
}

/** Where an application on another host lets people begin who want this page of it. */
export const startAddress = ({ origin, path }: { readonly origin: string; readonly path: string }): string =>
  `${origin}${APP_START}?${new URLSearchParams({ returnTo: path })}`

/** Where a visitor signs in who wanted this page, and comes back to it; to the application where its address is too long. */
export function wayIn(config: Config, { url }: AskedPage): string {
  const returnTo = returnAddress(config, url.href) ?? `${url.origin}/`
  if (!seesOwnCookies(config, url)) return startAddress({ origin: url.origin, path: returnTo.slice(url.origin.length) })
  return `${config.server.publicUrl}${pagePaths.signIn}?${new URLSearchParams({ returnTo })}`
}
