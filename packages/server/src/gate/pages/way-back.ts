import { DAY_MS } from '../../platform/kernel/clock.ts'
import { openValue, sealValue } from '../../platform/kernel/sealed-value.ts'
import { returnAddress } from '../access/return-address.ts'
import type { Deps } from '../deps.ts'
import { isPagePath, pagePaths } from '../page-paths.ts'
import type { Hosted, Visit } from './view.ts'

/** A cookie has no room for a longer address: then the way back leads to the home page of the application. */
const MAX_LENGTH = 1000

type Kept = { readonly address: string; readonly expiresAt: number }
type Means = Pick<Deps, 'config' | 'keys' | 'clock'>

export interface WayBack {
  readonly href: string
  readonly name: string
}

/** Undefined for a page of ours, and for an address that people may not be sent to. */
function appAddress(config: Deps['config'], wanted: string | undefined): string | undefined {
  const address = returnAddress(config, wanted)
  if (address === undefined) return undefined
  const { origin, pathname } = new URL(address)
  return origin === config.server.publicUrl && isPagePath(config.server, pathname) ? undefined : address
}

/** The page of an application that this browser was sent from, in the last day. */
function keptAddress({ config, keys, clock }: Means, cookie: string | undefined): string | undefined {
  return appAddress(config, openValue<Kept>(keys.returns, cookie, clock.now())?.address)
}

/** Of an application we know no name but our own; any other is told by its host, and never by a text of the address. */
function nameOf({ server: { publicUrl, appHomeUrl, appName } }: Deps['config'], address: string): string {
  const { origin, host } = new URL(address)
  const isOurs = origin === publicUrl || (appHomeUrl !== undefined && origin === new URL(appHomeUrl).origin)
  return isOurs ? appName : host
}

interface CameFrom {
  readonly returnTo: string | undefined
  readonly cookie: string | undefined
}

/** To where the visitor came from, else to the home page of the application, where one is configured. */
export function wayBack(means: Means, { returnTo, cookie }: CameFrom): WayBack | undefined {
  const { config } = means
  const href = appAddress(config, returnTo) ?? keptAddress(means, cookie) ?? config.server.appHomeUrl
  return href === undefined ? undefined : { href, name: nameOf(config, href) }
}

export const wayBackOf = ({ deps, query, cookies }: Visit): WayBack | undefined =>
  wayBack(deps, { returnTo: query['returnTo'], cookie: cookies.back })

/** Where the visitor came from, if this browser keeps it. */
export const cameFrom = ({ deps, cookies }: Visit): string | undefined => keptAddress(deps, cookies.back)

/** The application on another origin that a visitor signs in for. */
export function appSignedInto({ deps: { config }, query }: Visit): string | undefined {
  const address = returnAddress(config, query['returnTo'])
  return address === undefined || new URL(address).origin === config.server.publicUrl ? undefined : nameOf(config, address)
}

/**
 * A visitor whom an application has sent here finds the way back on the next pages, too, whose addresses do not tell it, until the
 * session ends.
 */
export const keepsWayBack = (page: Hosted): Hosted => ({
  ...page,
  async show(visit) {
    const shown = await page.show(visit)
    const { config, keys, clock } = visit.deps
    const address = page.path === pagePaths.signedOut ? undefined : appAddress(config, visit.query['returnTo'])
    if (address === undefined || shown === undefined || !('html' in shown)) return shown
    const kept = address.length > MAX_LENGTH ? `${new URL(address).origin}/` : address
    const back = sealValue<Kept>(keys.returns, { address: kept, expiresAt: clock.now() + DAY_MS })
    return { ...shown, cookies: { ...shown.cookies, back } }
  },
})
