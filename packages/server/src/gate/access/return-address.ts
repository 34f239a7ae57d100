import type { Config } from '../../platform/config/schema.ts'
import { originList, originOf } from '../../platform/kernel/origins.ts'
import { servedAddress, servedPath } from '../../platform/kernel/own-path.ts'
import { returnOrigins } from '../hooks.ts'
import { pagePaths } from '../page-paths.ts'

const MAX_LENGTH = 2048
/** A name of 253 characters (RFC 1035) with its scheme and port. */
const MAX_ORIGIN = 267
/** With the addresses nested in it; more does not fit into the head of a request. */
const MAX_LENGTH_IN_ALL = 16_384
/** Our own pages nest no deeper. Each level is parsed as a whole, so that many would hold up all other requests. */
const DEEPEST = 4
const PLAIN = /^(?:\/(?!\/)|https?:\/\/[^/])/i
/** Characters that a browser drops before parsing an address. */
const DROPPED = /[\p{Cc}\p{Zl}\p{Zp}]/u
/** Backslashes, which browsers turn into slashes, and the rest of a host that was hidden behind spaces. */
const SUSPECT = /\\|^[\p{Z}/]*\/\p{Z}*\//u

/**
 * Where a visitor wants to be sent after signing in, as a whole address: a path of ours, or a page at an allowed origin.
 * Undefined for everything else, also for what a parser would make harmless: no honest page writes such an address.
 * Any query is allowed: only the page that is led to reads the query. Our own pages name each other by their own paths.
 */
export function returnAddress(config: Config, wanted: string | undefined, depth = 0): string | undefined {
  const url = wellFormed(config, wanted, depth)
  return url && isAllowed(config, url) ? url.href : undefined
}

/** Of an address that would do if its origin were allowed. */
export function refusedOrigin(config: Config, wanted: string | undefined): string | undefined {
  const url = wellFormed(config, wanted, 0)
  return url && !isAllowed(config, url) && url.origin.length <= MAX_ORIGIN ? url.origin : undefined
}

function isAllowed(config: Config, url: URL): boolean {
  const { server, security } = config
  const isCaller = originList({ publicUrl: server.publicUrl, ...security })
  return isCaller(url.origin) || returnOrigins(config).includes(url.origin)
}

function wellFormed(config: Config, named: string | undefined, depth: number): URL | undefined {
  const { server } = config
  const wanted = named && servedPath(server, named)
  if (wanted === undefined || wanted.length > MAX_LENGTH_IN_ALL || !PLAIN.test(wanted) || DROPPED.test(wanted)) return undefined
  const hostAndPath = wanted.replace(/^https?:\/\/|[?#].*/gi, '')
  if (hostAndPath.length > MAX_LENGTH || !isPlainPath(hostAndPath) || !URL.canParse(wanted, server.publicUrl)) return undefined
  const url = new URL(wanted, server.publicUrl)
  if (url.username || url.password || !isPlainPath(url.pathname) || lengthOf(config, url, depth) > MAX_LENGTH) return undefined
  if (!wanted.startsWith('/') && originOf(wanted)?.replace(url.protocol === 'https:' ? /:443$/ : /:80$/, '') !== url.origin)
    return undefined
  return url
}

/** For a page of ours, neither our origin counts nor a nested `returnTo`, which is an address of its own. */
function lengthOf(config: Config, { href, origin, search, searchParams }: URL, depth: number): number {
  if (origin !== config.server.publicUrl || depth === DEEPEST) return href.length
  const nested = returnAddress(config, searchParams.get('returnTo') ?? undefined, depth + 1)
  const written = nested === undefined ? '' : (/[?&]returnTo=([^&]*)/.exec(search)?.[1] ?? '')
  return href.length - origin.length - written.length
}

/** Where people go who did not come from anywhere: as it is configured, which may be a path. */
export const landingOf = ({ pages, server }: Config): string => pages.home ?? server.appHomeUrl ?? pagePaths.account

export const homeOf = (config: Config): string =>
  returnAddress(config, landingOf(config)) ?? servedAddress(config.server, pagePaths.account)

/** Some proxies and frameworks decode once more than they should, and take a full-width slash for a slash. */
function isPlainPath(path: string): boolean {
  const decoded = decode(path)
  if (decoded === undefined) return false
  return [decoded, decode(decoded) ?? decoded].every((text) => !DROPPED.test(text) && !SUSPECT.test(text.normalize('NFKC')))
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
