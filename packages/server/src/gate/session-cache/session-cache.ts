import type { Engine, Evictable, Follower } from '../../platform/store/engine.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Session } from '../sessions/tables/sessions.ts'

/** The very same object for as long as nothing in it changes. */
export type Pair = { readonly session: Session; readonly account: Account }

/** A read under way, which is not cached if its account is evicted before the read ends. */
type Filling = { isVoid: boolean; readonly evicted: Set<string> }

/** `isUsed` says that it was found since it last came up for making room. */
type Entry = { pair: Pair; isUsed: boolean }

/** So many that were used are passed over to make room for one, which is then made in any case. */
const MOST_PASSED = 100

/** Only live sessions are cached. A read that began before a change of its account is not cached after the change. */
export class SessionCache implements Evictable {
  readonly #size: number
  /** The next to make room comes first. One that was used since goes to the end instead: cheaper than at every use. */
  readonly #entries = new Map<string, Entry>()
  readonly #hashesOf = new Map<string, Set<string>>()
  readonly #fillings = new Set<Filling>()
  readonly #figures = { hits: 0, misses: 0, evictions: 0 }
  #following: Follower | undefined

  constructor(size: number) {
    this.#size = size
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
    const entry = this.#entries.get(tokenHash)
    if (!entry || entry.pair.session.expiresAt <= now) return undefined
    this.#figures.hits++
    entry.isUsed = true
    return entry.pair
  }

  async fill(tokenHash: string, read: () => Promise<Pair | undefined>): Promise<Pair | undefined> {
    if (!this.#following) return read()
    const filling: Filling = { isVoid: false, evicted: new Set() }
    this.#fillings.add(filling)
    try {
      const found = await read()
      const pair = found && freeze(found)
      const isCurrent = this.#following?.isCurrent() // asked first, because asking may void this filling
      if (pair && isCurrent && !filling.isVoid && !filling.evicted.has(pair.account.id)) this.#keep(tokenHash, pair)
      return pair
    } finally {
      this.#fillings.delete(filling)
    }
  }

  /** Without this, every check after the first minute would write `lastActiveAt` to the database. */
  noteActive(tokenHash: string, pair: Pair, now: number): void {
    const entry = this.#entries.get(tokenHash)
    if (entry?.pair === pair) entry.pair = freeze({ ...pair, session: { ...pair.session, lastActiveAt: now } })
  }

  evict(accountId: string): void {
    for (const filling of this.#fillings) filling.evicted.add(accountId)
    const hashes = this.#hashesOf.get(accountId)
    if (!hashes) return
    for (const hash of hashes) this.#entries.delete(hash)
    this.#figures.evictions += hashes.size
    this.#hashesOf.delete(accountId)
  }

  clear(): void {
    for (const filling of this.#fillings) filling.isVoid = true
    this.#figures.evictions += this.#entries.size
    this.#entries.clear()
    this.#hashesOf.clear()
  }

  #keep(tokenHash: string, pair: Pair): void {
    if (this.#entries.size >= this.#size && !this.#entries.has(tokenHash)) this.#makeRoom()
    this.#entries.set(tokenHash, { pair, isUsed: false })
    const hashes = this.#hashesOf.get(pair.account.id)
    if (hashes) hashes.add(tokenHash)
    else this.#hashesOf.set(pair.account.id, new Set([tokenHash]))
  }

  #makeRoom(): void {
    let passed = 0
    for (const [tokenHash, entry] of this.#entries) {
      if (!entry.isUsed || passed++ === MOST_PASSED) return void this.#drop(tokenHash, entry.pair)
      entry.isUsed = false
      this.#entries.delete(tokenHash)
      this.#entries.set(tokenHash, entry)
    }
  }

  #drop(tokenHash: string, { account }: Pair): void {
    this.#entries.delete(tokenHash)
    const hashes = this.#hashesOf.get(account.id)
    hashes?.delete(tokenHash)
    if (hashes?.size === 0) this.#hashesOf.delete(account.id)
  }
}

const freeze = ({ session, account }: Pair): Pair =>
  Object.freeze({ session: Object.freeze(session), account: Object.freeze(account) })
