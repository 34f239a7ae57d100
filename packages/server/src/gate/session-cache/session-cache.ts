import type { Engine, Following, Kept } from '../../platform/store/engine.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Session } from '../sessions/tables/sessions.ts'

/** A session and its owner, as the query returns them. The very same object for as long as nothing of it changes. */
export interface Pair {
  readonly session: Session
  readonly account: Account
}

/** A read that may be kept, unless its account is evicted before it ends. */
interface Filling {
  isVoid: boolean
  readonly evicted: Set<string>
}

/**
 * Sessions that were checked before, by the hash of their token. Only live ones are kept, never that there is none. A change
 * evicts its account, and a read that began before that is not kept after it. Whether anything here may be believed at all is
 * for the database to say, and it is asked at every look.
 */
export class SessionCache implements Kept {
  readonly #size: number
  /** The one that was unused for longest comes first. */
  readonly #pairs = new Map<string, Pair>()
  readonly #hashesOf = new Map<string, Set<string>>()
  readonly #fillings = new Set<Filling>()
  readonly #figures = { hits: 0, misses: 0, evictions: 0 }
  #following: Following | undefined

  constructor(size: number) {
    this.#size = size
  }

  /** From here on pairs are kept. */
  start(engine: Engine, onError: (error: unknown) => void): void {
    if (this.#size > 0) this.#following = engine.follow(this, onError)
  }

  async stop(): Promise<void> {
    await this.#following?.stop()
    this.#following = undefined
    this.clear()
  }

  /** The name under which messages for this process are written. */
  get holder(): string {
    return this.#following?.holder ?? ''
  }

  /** For those who watch it: what happened so far, and whether it is in use right now. */
  look() {
    return { ...this.#figures, isHeld: this.#following?.isCurrent() ?? false }
  }

  find(tokenHash: string, now: number): Pair | undefined {
    if (!this.#following) return undefined
    const pair = this.#following.isCurrent() ? this.#pairs.get(tokenHash) : undefined
    if (!pair || pair.session.expiresAt <= now) {
      this.#figures.misses++
      return undefined
    }
    this.#figures.hits++
    this.#pairs.delete(tokenHash)
    this.#pairs.set(tokenHash, pair)
    return pair
  }

  /** What `read` finds, and kept if it may be. */
  async fill(tokenHash: string, read: () => Promise<Pair | undefined>): Promise<Pair | undefined> {
    if (!this.#following) return read()
    const filling: Filling = { isVoid: false, evicted: new Set() }
    this.#fillings.add(filling)
    try {
      const found = await read()
      const pair = found && freeze(found)
      const isCurrent = this.#following?.isCurrent() // asked first: it may find out that this one is void
      if (pair && isCurrent && !filling.isVoid && !filling.evicted.has(pair.account.id)) this.#keep(tokenHash, pair)
      return pair
    } finally {
      this.#fillings.delete(filling)
    }
  }

  /** The same session, as seen a moment ago. Without this every check after a minute would write that it was. */
  noteActive(tokenHash: string, pair: Pair, now: number): void {
    if (this.#pairs.get(tokenHash) !== pair) return
    const { account, session } = pair
    this.#pairs.set(tokenHash, freeze({ account, session: { ...session, lastActiveAt: now } }))
  }

  /** Something changed that a check of this account's sessions would see. */
  evict(accountId: string): void {
    for (const filling of this.#fillings) filling.evicted.add(accountId)
    const hashes = this.#hashesOf.get(accountId)
    if (!hashes) return
    for (const hash of hashes) this.#pairs.delete(hash)
    this.#figures.evictions += hashes.size
    this.#hashesOf.delete(accountId)
  }

  clear(): void {
    for (const filling of this.#fillings) filling.isVoid = true
    this.#figures.evictions += this.#pairs.size
    this.#pairs.clear()
    this.#hashesOf.clear()
  }

  #keep(tokenHash: string, pair: Pair): void {
    const [eldest] = this.#pairs
    if (eldest && this.#pairs.size >= this.#size && !this.#pairs.has(tokenHash)) this.#drop(...eldest)
    this.#pairs.set(tokenHash, pair)
    const hashes = this.#hashesOf.get(pair.account.id)
    if (hashes) hashes.add(tokenHash)
    else this.#hashesOf.set(pair.account.id, new Set([tokenHash]))
  }

  #drop(tokenHash: string, { account }: Pair): void {
    this.#pairs.delete(tokenHash)
    const hashes = this.#hashesOf.get(account.id)
    hashes?.delete(tokenHash)
    if (hashes?.size === 0) this.#hashesOf.delete(account.id)
  }
}

const freeze = ({ session, account }: Pair): Pair =>
  Object.freeze({ session: Object.freeze(session), account: Object.freeze(account) })
