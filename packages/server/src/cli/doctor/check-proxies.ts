import { isIPv6 } from 'node:net'
import type { Config } from '../../config/schema.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warn, fail } = findingsOf('proxies')

/** The widest private ranges are 10.0.0.0/8 and fc00::/7. */
const WIDEST = { v4: 8, v6: 7 } as const

export function* checkProxies({ server }: Config): Iterable<Finding> {
  const { trustedProxies, publicUrl } = server
  const doubts = trustedProxies.flatMap(doubtsAbout)
  yield* doubts
  if (trustedProxies.length > 0) {
    if (doubts.length === 0) yield ok(`${trustedProxies.length} trusted`)
  }
  // We speak plain http ourselves, so somebody stands in front.
  else if (publicUrl.startsWith('https:')) {
    yield warn('TRUSTED_PROXIES is empty and PUBLIC_URL is https: all users share the limits of the proxy’s address')
  } else yield ok('none is needed')
}

function doubtsAbout(range: string): Finding[] {
  const [address = '', prefix] = range.split('/')
  const bits = prefix === undefined ? 128 : Number(prefix)
  if (bits === 0) return [fail(`TRUSTED_PROXIES has ${range}: anybody can claim any address, and no limit per address holds`)]
  return bits < WIDEST[isIPv6(address) ? 'v6' : 'v4'] ? [warn(`TRUSTED_PROXIES has ${range}, which is very wide`)] : []
}
