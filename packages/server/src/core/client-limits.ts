import type { Clock } from '../kernel/clock.ts'
import type { Limit } from '../kernel/endpoint.ts'
import { networkOf } from '../kernel/network-of.ts'
import type { Store } from '../store/store.ts'
import type { Deps } from './deps.ts'
import { bucketOf, tooMany } from './limits.ts'
import { SharedCounter } from './shared-counter.ts'

interface ClientLimitsOptions extends Pick<Deps, 'config' | 'keys' | 'observer'> {
  readonly clock: Clock
  readonly storeFor: () => Store
  readonly onError: (error: unknown) => void
}

const MINUTE_MS = 60_000
const MAX_BLOCKED = 50_000

/**
 * How many requests one client may send. What can be guessed at is counted in the database, one by one, and fails when the
 * count does; the rest is counted in memory, so that a session check stays one query.
 */
export class ClientLimits {
  readonly #options: ClientLimitsOptions
  readonly #general: SharedCounter
  /** Who is over the strict limit until when: a flood is refused without asking the database again. */
  readonly #blocked = new Map<string, number>()

  constructor(options: ClientLimitsOptions) {
    this.#options = options
    this.#general = new SharedCounter({
      ...options,
      max: options.config.limits.generalPerMinute,
      bucketOf: (client) => bucketOf(options, 'general', client),
    })
  }

  /** Throws, at once or later, when there were too many. */
  check = (limit: Limit, ip: string): Promise<void> | undefined => {
    if (limit === 'none' || !this.#options.config.limits.enabled) return undefined
    const client = networkOf(ip)
    if (limit !== 'general') return this.#countEntry(client)
    const until = this.#general.hit(client)
    if (until !== undefined) throw tooMany(this.#options, 'general', until)
    return undefined
  }

  /** Shares the counts of this process with the others, now. */
  flush(): Promise<void> {
    return this.#general.flush()
  }

  stop(): Promise<void> {
    return this.#general.stop()
  }

  async #countEntry(client: string): Promise<void> {
    const { config, clock, storeFor } = this.#options
    const now = clock.now()
    const blockedUntil = this.#blocked.get(client) ?? 0
    if (blockedUntil > now) throw tooMany(this.#options, 'entry', blockedUntil)
    const window = { by: 1, expiresAt: now + MINUTE_MS }
    const { count, expiresAt } = await storeFor().limits.count(bucketOf(this.#options, 'entry', client), window, now)
    if (count <= config.limits.entryPerMinute) return
    this.#block(client, expiresAt)
    throw tooMany(this.#options, 'entry', expiresAt)
  }

  #block(client: string, until: number): void {
    const [eldest] = this.#blocked.keys()
    this.#blocked.delete(client)
    if (eldest !== undefined && this.#blocked.size >= MAX_BLOCKED) this.#blocked.delete(eldest)
    this.#blocked.set(client, until)
  }
}
