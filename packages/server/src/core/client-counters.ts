import type { Client, Limit } from '../kernel/endpoint.ts'
import { networksOf } from '../kernel/networks-of.ts'
import type { Deps } from './deps.ts'

type Family = 'entry' | 'general'

const WIDTHS = ['', '-56', '-48'] as const

/** What is counted for a client: the name tells the families and the widths of networks apart. */
export type CounterKind = `${Family}${(typeof WIDTHS)[number]}`

/** One place where a request is counted, and how many a minute it takes. */
export interface ClientCounter {
  readonly kind: CounterKind
  readonly key: string
  readonly max: number
}

export const nameOf = ({ kind, key }: ClientCounter): string => `${kind} ${key}`

/** Where a request counts: in each network of its client, and the wider one has the higher limit. */
export function countersOf(
  { limits }: Deps['config'],
  limit: Exclude<Limit, 'none'>,
  client: Pick<Client, 'ip'>,
): readonly ClientCounter[] {
  const [family, max] =
    limit === 'general' ? (['general', limits.generalPerMinute] as const) : (['entry', limits.entryPerMinute] as const)
  const factors = [1, limits.ipv6Factor56, limits.ipv6Factor48]
  return networksOf(client.ip).map((key, at) => ({
    kind: `${family}${WIDTHS[at] ?? ''}` as const,
    key,
    max: max * (factors[at] ?? 1),
  }))
}
