import { BoundedMap } from '../../platform/kernel/bounded-map.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Client } from '../../platform/kernel/endpoint.ts'
import type { Limit } from '../../platform/kernel/endpoint-facts.ts'
import type { Store } from '../../platform/store/store.ts'
import type { Deps } from '../deps.ts'
import { deviceOf } from '../sessions/device-token.ts'
import { type ClientCounter, clientCounters } from './client-counters.ts'
import { bucketOf, tooMany } from './limits.ts'
import { SharedCounter } from './shared-counter.ts'
import { limitsIn } from './tables/limits.ts'

interface ClientLimitsOptions extends Pick<Deps, 'config' | 'keys' | 'observer'> {
  readonly clock: Clock
  readonly storeFor: () => Store
  readonly onError: (error: unknown) => void
}

const MINUTE_MS = 60_000
const MAX_BLOCKED = 50_000
const MAX_NEAR = 10_000
/** The part of the strict limit from which on a network is near it. */
const NEAR = 2 / 3
const REMEMBERED_BUCKETS = 10_000

/** Guesses are counted in the database, one by one; all others in memory, so that a session check stays one query. */
export class ClientLimits {
  readonly #options: ClientLimitsOptions
  readonly #counters: ReturnType<typeof clientCounters>
  readonly #general: SharedCounter
  /** Counters over the strict limit, and until when: a flood is refused without asking the database again. */
  readonly #blocked = new BoundedMap<number>(MAX_BLOCKED)
  /** Counters near the strict limit, and until when, as this process has seen them: it asks the database for none of them. */
  readonly #near = new BoundedMap<number>(MAX_NEAR)
  readonly #buckets = new BoundedMap<string>(REMEMBERED_BUCKETS)

  constructor(options: ClientLimitsOptions) {
    this.#options = options
    this.#counters = clientCounters(options.config)
    this.#general = new SharedCounter({ ...options, bucketOf: (counter) => this.#bucketOf(counter) })
  }

  /** Throws, at once or later, when there were too many. */
  check = (limit: Limit, client: Client, key = ''): Promise<void> | undefined => {
    if (limit === 'none' || !this.#options.config.limits.enabled) return undefined
    if (limit === 'forward' || limit === 'key') return this.#countGeneral(this.#counters[limit](key))
    if (limit === 'proved') return this.#countEntry(this.#counters.proved(client.ip))
    const device = this.#knownDevice(client)
    if (limit === 'begun') return this.#countEntry(this.#counters.begun(client.ip, device))
    if (limit === 'general' || limit === 'published') return this.#countGeneral(this.#counters[limit](client.ip, device))
    return this.#countEntry(this.#counters.entry(client.ip, device))
  }

  /** As `check`, for what is counted in memory: false, and nothing is counted, where there were too many. */
  countAtOnce = (limit: 'general' | 'forward', client: Pick<Client, 'ip' | 'device'>, key: string): boolean => {
    if (!this.#options.config.limits.enabled) return true
    const counters =
      limit === 'forward' ? this.#counters.forward(key) : this.#counters.general(client.ip, this.#knownDevice(client))
    return this.#general.hit(counters) === undefined
  }

  /** Until when the client is near the strict limit, or over it; undefined where it is not. */
  nearUntil = (client: Pick<Client, 'ip' | 'device'>): number | undefined => {
    if (!this.#options.config.limits.enabled) return undefined
    return this.#latest(this.#near, this.#counters.entry(client.ip, this.#knownDevice(client)))
  }

  giveBack = (client: Client): void => {
    if (this.#options.config.limits.enabled) this.#general.giveBack(this.#counters.general(client.ip, this.#knownDevice(client)))
  }

  #knownDevice({ device }: Pick<Client, 'device'>): string | undefined {
    return deviceOf(this.#options.keys.devices, device)
  }

  #bucketOf({ name, kind, key }: ClientCounter): string {
    const known = this.#buckets.get(name)
    if (known !== undefined) return known
    const bucket = bucketOf(this.#options, kind, key)
    this.#buckets.set(name, bucket)
    return bucket
  }

  #countGeneral(counters: readonly ClientCounter[]): undefined {
    const until = this.#general.hit(counters)
    if (until !== undefined) throw tooMany(this.#options, 'general', until, MINUTE_MS)
  }

  /** As if no request had come; what the database has counted is not in memory. */
  clear(): void {
    this.#general.clear()
    this.#blocked.clear()
  }

  flush(): Promise<void> {
    return this.#general.flush()
  }

  stop(): Promise<void> {
    return this.#general.stop()
  }

  async #countEntry(counters: readonly ClientCounter[]): Promise<void> {
    const { clock, storeFor } = this.#options
    const now = clock.now()
    const blockedUntil = this.#latest(this.#blocked, counters)
    if (blockedUntil !== undefined) throw tooMany(this.#options, 'entry', blockedUntil, MINUTE_MS)
    const byBucket = new Map(counters.map((counter) => [this.#bucketOf(counter), counter]))
    const window = { by: 1, expiresAt: now + MINUTE_MS }
    let until = 0
    for (const [bucket, { count, expiresAt }] of await limitsIn(storeFor()).countAll([...byBucket.keys()], window, now)) {
      const counter = byBucket.get(bucket)
      if (counter && count >= counter.max * NEAR) this.#near.set(counter.name, expiresAt)
      if (!counter || count <= counter.max) continue
      this.#blocked.set(counter.name, expiresAt)
      until = Math.max(until, expiresAt)
    }
    if (until > 0) throw tooMany(this.#options, 'entry', until, MINUTE_MS)
  }

  /** What ends in more than a minute was noted before the clock was set back. */
  #latest(noted: BoundedMap<number>, counters: readonly ClientCounter[]): number | undefined {
    const now = this.#options.clock.now()
    const until = Math.max(...counters.map(({ name }) => noted.get(name) ?? 0))
    return until > now && until <= now + MINUTE_MS ? until : undefined
  }
}
