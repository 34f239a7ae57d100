import type { IncomingMessage } from 'node:http'
import { Failure } from '../kernel/errors.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

export const isSafe = (method: string): boolean => SAFE.has(method)

/**
 * Refuses a state-changing request that another site may have sent.
 *
 * `Origin` decides; `Referer`, reduced to its origin, only stands in for an absent one. With neither, the request
 * is refused unless the operator allows it, and even then not when the browser itself says that it is cross-site.
 */
export function checkOrigin(request: IncomingMessage, isAllowed: (origin: string) => boolean, allowMissing: boolean): void {
  const { origin, referer } = request.headers
  if (origin !== undefined) {
    // Node joins repeated Origin headers with a comma, so a duplicate matches nothing.
    if (!isAllowed(origin)) throw new Failure('origin_not_allowed')
  } else if (referer !== undefined) {
    const isGood = countHeader(request, 'referer') === 1 && URL.canParse(referer) && isAllowed(new URL(referer).origin)
    if (!isGood) throw new Failure('origin_not_allowed')
  } else if (!allowMissing) {
    throw new Failure('csrf_headers_missing')
  } else if (request.headers['sec-fetch-site'] === 'cross-site') {
    throw new Failure('origin_not_allowed')
  }
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
