import { BoundedMap } from '../../platform/kernel/bounded-map.ts'
import type { Engine, Evictable, Follower } from '../../platform/store/engine.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Session } from '../sessions/tables/sessions.ts'

/** The very same object for as long as nothing in it changes. `dependsOn` are further keys whose change ends it. */
export interface Pair {
  readonly session: Session
  readonly account: Account
  readonly dependsOn?: readonly string[]
}

const keysOf = ({ account, dependsOn = [] }: Pair): readonly string[] => [account.id, ...dependsOn]

/** A read under way, which is not cached if its account is evicted before the read ends. */
type Filling = { isVoid: boolean; readonly evicted: Set<string> }

/** Only live sessions are cached. A read that began before a change of its account is not cached after the change. */
export class SessionCache implements Evictable {
  readonly #size: number
  readonly #pairs: BoundedMap<Pair>
  readonly #hashesOf = new Map<string, Set<string>>()
  readonly #fillings = new Set<Filling>()
  readonly #figures = { hits: 0, misses: 0, evictions: 0 }
  #following: Follower | undefined

  constructor(size: number) {
    this.#size = size
    this.#pairs = new BoundedMap(size)
  }

  start(engine: Engine, onError: (error: unknown) => void): void {
    if (this.#size > 0) this.#following = engine.follow(this, onError)
  }

  async stop(): Promise<void> {
    await this.#following?.stop()
    this.#following = undefined
    this.clear()
  }

  get holder(): string {
    return this.#following?.holder ?? ''
  }

  look() {
    return { ...this.#figures, isHeld: this.isCurrent() }
  }

  /** Whether what is cached may be used here and now: until the caller next waits for something. */
  isCurrent(): boolean {
    return this.#following?.isCurrent() ?? false
  }

  find(tokenHash: string, now: number): Pair | undefined {
    if (!this.#following) return undefined
    const pair = this.isCurrent() ? this.findCurrent(tokenHash, now) : undefined
    if (!pair) this.#figures.misses++
    return pair
  }

  /** For any number of tokens after one `isCurrent`. What it does not find is looked for again by `find`, which counts the miss. */
  findCurrent(tokenHash: string, now: number): Pair | undefined {
    const pair = this.#pairs.get(tokenHash)
    if (!pair || pair.session.expiresAt <= now) return undefined
    this.#figures.hits++
    return pair
  }

  async fill<P extends Pair>(tokenHash: string, read: () => Promise<P | undefined>): Promise<P | undefined> {
    if (!this.#following) return read()
    const filling: Filling = { isVoid: false, evicted: new Set() }
    this.#fillings.add(filling)
    try {
      const found = await read()
      const pair = found && freeze(found)
      const isCurrent = this.#following?.isCurrent() // asked first, because asking may void this filling
      if (pair && isCurrent && !filling.isVoid && !keysOf(pair).some((key) => filling.evicted.has(key)))
        this.#keep(tokenHash, pair)
      return pair
    } finally {
      this.#fillings.delete(filling)
    }
  }

  /** Without this, every check after the first minute would write `lastActiveAt` to the database. */
  noteActive(tokenHash: string, pair: Pair, now: number): void {
    if (this.#pairs.get(tokenHash) !== pair) return
    this.#pairs.set(tokenHash, freeze({ ...pair, session: { ...pair.session, lastActiveAt: now } }))
  }

  evict(key: string): void {
    for (const filling of this.#fillings) filling.evicted.add(key)
    const hashes = this.#hashesOf.get(key)
    if (!hashes) return
    this.#hashesOf.delete(key)
    this.#figures.evictions += hashes.size
    for (const hash of hashes) {
      const pair = this.#pairs.get(hash)
      this.#pairs.delete(hash)
      if (pair?.dependsOn) this.#unlist(hash, pair)
    }
  }

  clear(): void {
    for (const filling of this.#fillings) filling.isVoid = true
    this.#figures.evictions += this.#pairs.size
    this.#pairs.clear()
    this.#hashesOf.clear()
  }

  #keep(tokenHash: string, pair: Pair): void {
    const evicted = this.#pairs.set(tokenHash, pair)
    if (evicted) this.#unlist(evicted.key, evicted.value)
    for (const key of keysOf(pair)) {
      const hashes = this.#hashesOf.get(key)
      if (hashes) hashes.add(tokenHash)
      else this.#hashesOf.set(key, new Set([tokenHash]))
    }
  }

  #unlist(tokenHash: string, pair: Pair): void {
    for (const key of keysOf(pair)) {
      const hashes = this.#hashesOf.get(key)
      hashes?.delete(tokenHash)
      if (hashes?.size === 0) this.#hashesOf.delete(key)
    }
  }
}

const freeze = <P extends Pair>(pair: P): P =>
  Object.freeze({ ...pair, session: Object.freeze(pair.session), account: Object.freeze(pair.account) })
