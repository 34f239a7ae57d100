import { BoundedMap } from '../../platform/kernel/bounded-map.ts'

/** Some megabytes each for the known and the absent hashes. */
const MAX_HASHES = 20_000
const ABSENT_MS = 2000

/**
 * Remembers hashes of the session tokens and API keys that clients show, so that made-up ones cost few queries. No access is
 * decided here: the database is asked about a known hash as well, but the request does not count as a stranger's.
 *
 * Absent hashes may be remembered, because a secret is random, is told to its owner only after the transaction that made it, and
 * is never made twice or revived. After the clock was set back, what was noted later than now does not count.
 */
export class TokenMemory {
  readonly #met = new BoundedMap<true>(MAX_HASHES)
  readonly #absentSince = new BoundedMap<number>(MAX_HASHES)

  /** A secret that was live when last shown here, so that strangers at the same address do not lock its owner out. */
  isMet(hash: string): boolean {
    return this.#met.get(hash) ?? false
  }

  isAbsent(hash: string, now: number): boolean {
    const since = this.#absentSince.get(hash)
    return since !== undefined && since <= now && now < since + ABSENT_MS
  }

  meet(hash: string): void {
    this.#absentSince.delete(hash)
    this.#met.set(hash, true)
  }

  miss(hash: string, now: number): void {
    this.#met.delete(hash)
    this.#absentSince.set(hash, now)
  }
}
