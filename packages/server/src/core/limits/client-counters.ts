import type { Limit } from '../../kernel/endpoint.ts'
import { networksOf } from '../../kernel/networks-of.ts'
import type { Deps } from '../deps.ts'

type Family = 'entry' | 'general'

/** A network, and the wider ones around it, as their kinds are called. */
const WIDTHS = ['', '-56', '-48'] as const
type Width = (typeof WIDTHS)[number]

/** Of strangers each network is counted; of known browsers each one, and each network over all of them. */
export type CounterKind = `${Family}${Width}` | `${Family}-device` | `${Family}-devices${Width}`

/** One place where a request is counted, and how many a minute it takes. */
export interface ClientCounter {
  readonly kind: CounterKind
  readonly key: string
  readonly max: number
}

export const nameOf = ({ kind, key }: ClientCounter): string => `${kind} ${key}`

/**
 * Where a request counts. Known browsers never count where strangers do, so no stranger in their network can use up what they
 * may send. They have a limit as a whole, too: a stranger who makes many accounts has many such browsers.
 */
export function countersOf(
  { limits }: Deps['config'],
  limit: Exclude<Limit, 'none'>,
  ip: string,
  device: string | undefined,
): readonly ClientCounter[] {
  const family: Family = limit === 'general' ? 'general' : 'entry'
  const max = limit === 'general' ? limits.generalPerMinute : limits.entryPerMinute
  const factors = [1, limits.ipv6Factor56, limits.ipv6Factor48]
  const ofNetworks = (kind: Family | `${Family}-devices`, perNetwork: number): ClientCounter[] =>
    networksOf(ip).map((key, at) => ({ kind: `${kind}${WIDTHS[at] ?? ''}`, key, max: perNetwork * (factors[at] ?? 1) }))
  if (device === undefined) return ofNetworks(family, max)
  return [{ kind: `${family}-device`, key: device, max }, ...ofNetworks(`${family}-devices`, max * limits.knownFactor)]
}
