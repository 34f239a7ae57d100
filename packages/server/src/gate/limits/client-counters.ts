import { memoise } from '../../platform/kernel/memoise.ts'
import { networksOf } from '../../platform/kernel/networks-of.ts'
import type { Deps } from '../deps.ts'

type Family = 'entry' | 'general'

/** A network, and the wider ones around it, as their kinds are called. */
const WIDTHS = ['', '-56', '-48'] as const
type Width = (typeof WIDTHS)[number]

/** Of strangers each network is counted; of known browsers each one, and each network over all of them. */
export type CounterKind = 'forward' | 'key' | `${Family}${Width}` | `${Family}-device` | `${Family}-devices${Width}`

/** One place where a request is counted, and how many a minute it takes. */
export interface ClientCounter {
  readonly kind: CounterKind
  readonly key: string
  readonly max: number
  /** Both of the first two, told apart from all others. */
  readonly name: string
}

const counter = (kind: CounterKind, key: string, max: number): ClientCounter => ({ kind, key, max, name: `${kind} ${key}` })

const REMEMBERED = 10_000

/**
 * Where a request counts. Known browsers never count where strangers do, so no stranger in their network can use up what they
 * may send. They have a limit as a whole, too: a stranger who makes many accounts has many such browsers.
 */
export function clientCounters({ limits }: Deps['config']) {
  const factors = [1, limits.ipv6Factor56, limits.ipv6Factor48]
  // Most requests come from where the last ones came from.
  const ofNetworks = (kind: Family | `${Family}-devices`, max: number) =>
    memoise(REMEMBERED, (ip) =>
      networksOf(ip).map((key, at) => counter(`${kind}${WIDTHS[at] ?? ''}`, key, max * (factors[at] ?? 1))),
    )
  const ofFamily = (family: Family, max: number) => {
    const ofStrangers = ofNetworks(family, max)
    const ofKnown = ofNetworks(`${family}-devices`, max * limits.knownFactor)
    return (ip: string, device: string | undefined): readonly ClientCounter[] =>
      device === undefined ? ofStrangers(ip) : [counter(`${family}-device`, device, max), ...ofKnown(ip)]
  }
  return {
    general: ofFamily('general', limits.generalPerMinute),
    entry: ofFamily('entry', limits.entryPerMinute),
    forward: (sessionId: string) => counter('forward', sessionId, limits.forwardPerMinute),
    key: (id: string) => counter('key', id, limits.keyPerMinute),
  }
}
