import type { Config } from '../../config/schema.ts'
import { originList } from '../../kernel/origins.ts'
import { pagePaths } from '../../kernel/page-paths.ts'

const MAX_LENGTH = 512
/** What a browser drops or turns around before it parses an address: tabs, line breaks, backslashes, spaces. */
const SUSPECT = /[\\\p{Cc}\p{Z}]/u
const PLAIN = /^(?:\/(?!\/)|https?:\/\/[^/])/i

/**
 * Where a visitor wants to be sent after signing in, as a whole address: a path of ours, or a page at an origin that may
 * call us anyway. Undefined for everything else, also for what a parser would make harmless: no honest page writes it.
 */
export function returnAddress({ server, security }: Config, wanted: string | undefined): string | undefined {
  if (wanted === undefined || wanted.length > MAX_LENGTH || !PLAIN.test(wanted) || !URL.canParse(wanted, server.publicUrl))
    return undefined
  const decoded = decodeTwice(wanted)
  if (decoded === undefined || SUSPECT.test(decoded)) return undefined
  const url = new URL(wanted, server.publicUrl)
  if (url.username || url.password || /^\/\//.test(decodeTwice(url.pathname) ?? '//')) return undefined
  return originList({ publicUrl: server.publicUrl, ...security })(url.origin) ? url.href : undefined
}

/** Where people go who named no place, or none that they may go to. */
export const homeOf = (config: Config): string =>
  returnAddress(config, config.pages.home) ?? `${config.server.publicUrl}${pagePaths.account}`

/** Proxies and frameworks have been seen to decode once more than they should, and to take a wide slash for a slash. */
function decodeTwice(text: string): string | undefined {
  try {
    return decodeURIComponent(decodeURIComponent(text)).normalize('NFKC')
  } catch {
    return undefined
  }
}
