import type { IncomingMessage } from 'node:http'
import { Failure } from '../kernel/errors.ts'
import { originOf } from '../kernel/origins.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

export const isSafe = (method: string): boolean => SAFE.has(method)

type IsAllowed = (origin: string) => boolean

/** Comes before counting, so that no page of another site can use up the limits of its visitors. */
export const senderCheck =
  (isAllowedOrigin: IsAllowed, allowMissing: boolean) =>
  (request: IncomingMessage, isForeignForm: boolean): Failure | undefined => {
    if (!isSafe(request.method ?? '') && !isForeignForm) return originRefusal(request, isAllowedOrigin, allowMissing)
    return isEmbedded(request, isAllowedOrigin) ? new Failure('origin_not_allowed') : undefined
  }

/** `Referer` only replaces an absent `Origin`. With neither, a request that the browser marks as cross-site never passes. */
function originRefusal(request: IncomingMessage, isAllowedOrigin: IsAllowed, allowMissing: boolean): Failure | undefined {
  const { origin, referer } = request.headers
  // Node joins repeated Origin headers with a comma, so a duplicate matches nothing.
  if (origin !== undefined) return isAllowedOrigin(origin) ? undefined : new Failure('origin_not_allowed')
  if (referer !== undefined) {
    const isGood = countHeader(request, 'referer') === 1 && isAllowedOrigin(originOf(referer) ?? '')
    return isGood ? undefined : new Failure('origin_not_allowed')
  }
  if (!allowMissing) return new Failure('csrf_headers_missing')
  return request.headers['sec-fetch-site'] === 'cross-site' ? new Failure('origin_not_allowed') : undefined
}

/**
 * A page of another site may send its visitor here, but not load anything itself: as an image, in a frame, by a script. On the same
 * site only scripts send an origin, and could not read the answer anyway. Without `Sec-Fetch-Site` the client is no browser.
 */
function isEmbedded({ headers }: IncomingMessage, isAllowedOrigin: IsAllowed): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== 'cross-site' && (site !== 'same-site' || origin === undefined)) return false
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return !isNavigation && !(origin !== undefined && isAllowedOrigin(origin))
}

/** Counts raw headers, because Node keeps only the first of some repeated headers. */
export function countHeader({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index]
    if (header?.length === name.length && header.toLowerCase() === name) count++
  }
  return count
}
