import { memoise } from '../../platform/kernel/memoise.ts'
import { networksOf } from '../../platform/kernel/networks-of.ts'
import type { Deps } from '../deps.ts'

type Family = 'entry' | 'begun' | 'general' | 'published'

/** Suffixes of a network and of the wider ones around it. */
const WIDTHS = ['', '-56', '-48'] as const
type Width = (typeof WIDTHS)[number]

/** Strangers count per network; known browsers count each, and all together per network. */
export type CounterKind = 'forward' | 'key' | `${Family | 'proved'}${Width}` | `${Family}-device` | `${Family}-devices${Width}`

export interface ClientCounter {
  readonly kind: CounterKind
  readonly key: string
  readonly max: number
  /** Kind and key, unique among all counters. */
  readonly name: string
}

const counter = (kind: CounterKind, key: string, max: number): ClientCounter => ({ kind, key, max, name: `${kind} ${key}` })

const REMEMBERED = 10_000
/** How many times the limit of strangers a network has for requests that came with a proof of work. */
const PROVED_FACTOR = 10

/** Known browsers never count where strangers do, so that no stranger in their network can use up their limit. */
export function clientCounters({ limits }: Deps['config']) {
  const factors = [1, limits.ipv6Factor56, limits.ipv6Factor48]
  const ofNetworks = (kind: Family | 'proved' | `${Family}-devices`, max: number) =>
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
    published: ofFamily('published', limits.generalPerMinute),
    entry: ofFamily('entry', limits.entryPerMinute),
    begun: ofFamily('begun', limits.entryPerMinute),
    proved: ofNetworks('proved', limits.entryPerMinute * PROVED_FACTOR),
    forward: memoise(REMEMBERED, (sessionId) => [counter('forward', sessionId, limits.forwardPerMinute)]),
    key: memoise(REMEMBERED, (id) => [counter('key', id, limits.keyPerMinute)]),
  }
}
