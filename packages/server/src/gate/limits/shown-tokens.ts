/** Some megabytes each, when they are full. */
const MOST_MET = 20_000
const MOST_ABSENT = 20_000
/** So long it is remembered that there is none. */
const ABSENT_MS = 2000

/**
 * What this process remembers of the secrets that clients show for a session or an API key, by their hashes, so that those which are
 * made up cost few queries. It decides on no access: what is met is asked about all the same, only not counted as a stranger's.
 *
 * That there is none may be remembered because there will be none: a secret is random, is told to its owner after the transaction that
 * made it, and is never made twice or brought back to life. So whichever process makes it, it was shown nowhere before. A clock that
 * was set back is the exception, and then nothing counts that was noted later than now.
 */
export class ShownTokens {
  readonly #met = new Set<string>()
  readonly #absentSince = new Map<string, number>()

  /** Whether it was live when it was last shown or made here: its owner is not kept out by strangers at the same address. */
  isMet(hash: string): boolean {
    return this.#met.has(hash)
  }

  isAbsent(hash: string, now: number): boolean {
    const since = this.#absentSince.get(hash)
    return since !== undefined && since <= now && now < since + ABSENT_MS
  }

  meet(hash: string): void {
    this.#absentSince.delete(hash)
    this.#met.delete(hash)
    makeRoom(this.#met, MOST_MET)
    this.#met.add(hash)
  }

  miss(hash: string, now: number): void {
    this.#met.delete(hash)
    this.#absentSince.delete(hash)
    makeRoom(this.#absentSince, MOST_ABSENT)
    this.#absentSince.set(hash, now)
  }
}

/** The eldest goes first. */
function makeRoom(kept: Set<string> | Map<string, unknown>, most: number): void {
  const [eldest] = kept.keys()
  if (eldest !== undefined && kept.size >= most) kept.delete(eldest)
}
