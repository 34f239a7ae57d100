import type { IncomingMessage } from 'node:http'
import { Failure } from '../kernel/errors.ts'
import { originOf } from '../kernel/origins.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

export const isSafe = (method: string): boolean => SAFE.has(method)

type IsAllowed = (origin: string) => boolean

/**
 * Says why another site may have sent a request; undefined when none has. Asked before anything is counted, so that no
 * page somewhere can use up the limits of its visitors. To a foreign form's route another site's form is meant to come,
 * and nothing else of another site.
 */
export const senderCheck =
  (isAllowedOrigin: IsAllowed, allowMissing: boolean) =>
  (request: IncomingMessage, isForeignForm: boolean): Failure | undefined => {
    if (!isSafe(request.method ?? '') && !isForeignForm) return originRefusal(request, isAllowedOrigin, allowMissing)
    return isEmbedded(request, isAllowedOrigin) ? new Failure('origin_not_allowed') : undefined
  }

/**
 * `Origin` decides; `Referer`, reduced to its origin, only stands in for an absent one. With neither, the request
 * is refused unless the operator allows it, and even then not when the browser itself says that it is cross-site.
 */
function originRefusal(request: IncomingMessage, isAllowedOrigin: IsAllowed, allowMissing: boolean): Failure | undefined {
  const { origin, referer } = request.headers
  if (origin !== undefined) {
    // Node joins repeated Origin headers with a comma, so a duplicate matches nothing.
    return isAllowedOrigin(origin) ? undefined : new Failure('origin_not_allowed')
  }
  if (referer !== undefined) {
    const isGood = countHeader(request, 'referer') === 1 && isAllowedOrigin(originOf(referer) ?? '')
    return isGood ? undefined : new Failure('origin_not_allowed')
  }
  if (!allowMissing) return new Failure('csrf_headers_missing')
  return request.headers['sec-fetch-site'] === 'cross-site' ? new Failure('origin_not_allowed') : undefined
}

/**
 * Whether a page of another site loads this for itself: as an image, in a frame, by a script. A visitor who follows a
 * link or comes back from a provider navigates the whole window; everything else of another site has no business here. Of a
 * neighbour on the same site only scripts are known by their origin, and could not read the answer anyway. Where no browser
 * says what it is about, nothing is refused: that is a program.
 */
function isEmbedded({ headers }: IncomingMessage, isAllowedOrigin: IsAllowed): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== 'cross-site' && (site !== 'same-site' || origin === undefined)) return false
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return !isNavigation && !(origin !== undefined && isAllowedOrigin(origin))
}

/** Node keeps the first of some repeated headers and drops the rest without a word. */
export function countHeader(request: IncomingMessage, name: string): number {
  let count = 0
  const { rawHeaders } = request
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index]
    if (header?.length === name.length && header.toLowerCase() === name) count++
  }
  return count
}
