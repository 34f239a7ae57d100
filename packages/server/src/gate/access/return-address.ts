import type { Config } from '../../platform/config/schema.ts'
import { originList, originOf } from '../../platform/kernel/origins.ts'
import { returnOrigins } from '../hooks.ts'
import { pagePaths } from '../page-paths.ts'

const MAX_LENGTH = 2048
/** With all that is taken along: more does not fit into the head of a request. */
const MAX_LENGTH_IN_ALL = 16_384
const PLAIN = /^(?:\/(?!\/)|https?:\/\/[^/])/i
/** What a browser drops before it parses an address. */
const DROPPED = /[\p{Cc}\p{Zl}\p{Zp}]/u
/** What it turns around, and what is left of a host that was hidden behind spaces. */
const SUSPECT = /\\|^[\p{Z}/]*\/\p{Z}*\//u

/**
 * Where a visitor wants to be sent after signing in, as a whole address: a path of ours, or a page at an origin that people
 * are sent back to. Undefined for everything else, also for what a parser would make harmless: no honest page writes it.
 * The query is the business of the page it leads to, and any will do.
 */
export function returnAddress(config: Config, wanted: string | undefined): string | undefined {
  const { server, security } = config
  if (wanted === undefined || wanted.length > MAX_LENGTH_IN_ALL || !PLAIN.test(wanted) || DROPPED.test(wanted)) return undefined
  const place = wanted.replace(/^https?:\/\/|[?#].*/gi, '')
  if (place.length > MAX_LENGTH || !isPlainPath(place) || !URL.canParse(wanted, server.publicUrl)) return undefined
  const url = new URL(wanted, server.publicUrl)
  if (url.username || url.password || !isPlainPath(url.pathname) || lengthOf(config, url) > MAX_LENGTH) return undefined
  if (!wanted.startsWith('/') && originOf(wanted)?.replace(url.protocol === 'https:' ? /:443$/ : /:80$/, '') !== url.origin)
    return undefined
  const isCaller = originList({ publicUrl: server.publicUrl, ...security })
  return isCaller(url.origin) || returnOrigins(config).includes(url.origin) ? url.href : undefined
}

/** What a page of ours takes along for later is an address of its own, and does not count for the page: neither does our name. */
function lengthOf(config: Config, { href, origin, search, searchParams }: URL): number {
  if (origin !== config.server.publicUrl) return href.length
  const along = returnAddress(config, searchParams.get('returnTo') ?? undefined)
  const written = along === undefined ? '' : (/[?&]returnTo=([^&]*)/.exec(search)?.[1] ?? '')
  return href.length - origin.length - written.length
}

/** Where people go who named no place, or none that they may go to. */
export const homeOf = (config: Config): string =>
  returnAddress(config, config.pages.home) ?? `${config.server.publicUrl}${pagePaths.account}`

/** Proxies and frameworks have been seen to decode once more than they should, and to take a wide slash for a slash. */
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
