import type { Config } from '../../platform/config/schema.ts'
import type { DataKey } from '../../platform/kernel/data-key.ts'
import type { Connection } from '../../platform/store/table.ts'

/** What the operator is told of one kind of thing that no key opens any more. */
export interface Loss {
  readonly part: string
  readonly count: number
  /** What it means, in words that follow the count. */
  readonly says: string
  /** Of whom or what, where that has names. */
  readonly names: readonly string[]
}

/** A secret that was made anew, and that a receiver outside needs. */
export interface Handout {
  readonly part: string
  readonly name: string
  readonly secret: string
}

/** What a subject keeps under SECRET that cannot be begun again by itself. */
export interface UnderDataKey {
  /** Said beforehand; no row is held. */
  readonly losses: (tables: Connection, config: Config) => Promise<readonly Loss[]>
  /** Removes it, or makes it anew, in the transaction of the new key. */
  readonly renew: (tx: Connection, key: DataKey, now: number) => Promise<readonly Handout[]>
}
