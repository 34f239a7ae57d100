import type { LookupFunction } from 'node:net'
import { hostOf, withFamily } from './addresses-of.ts'

const MOST_ADDRESSES = 8
/** Before another address of the same name is tried as well. */
const ADDRESS_MS = 2000
const PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80, 'smtps:': 465, 'smtp:': 587 }

/** To one of these addresses, under the name that was asked for. */
export function connectingTo(url: URL, addresses: readonly string[]) {
  const found = addresses.slice(0, MOST_ADDRESSES).map(withFamily)
  const lookup: LookupFunction = (_, { all }, done) =>
    all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family ?? 0)
  return {
    ...{ host: hostOf(url), port: Number(url.port || PORTS[url.protocol]), lookup },
    ...{ autoSelectFamily: true, autoSelectFamilyAttemptTimeout: ADDRESS_MS },
  }
}
