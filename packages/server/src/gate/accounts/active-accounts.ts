import type { Store } from '../../platform/store/store.ts'
import { accountActivityIn } from './tables/account-activity.ts'

/** How long a note may wait; a process that is killed loses the notes of so long. */
const WAIT_MS = 5000
/** So few rows are locked at once that a sign-in hardly ever waits for one. */
const AT_ONCE = 100
/** A process that cannot write notes anything no longer: it must not grow with the accounts. */
const MOST = 50_000

interface ActiveAccountsOptions {
  readonly storeFor: () => Store
  readonly onError: (error: unknown) => void
  readonly waitMs?: number | undefined
}

/**
 * Which accounts were active, as sign-ins, refreshed sessions and the first checks of a day tell it. It is written a few seconds later and
 * for many accounts together, so that neither a sign-in nor a check sends a statement for it.
 */
export class ActiveAccounts {
  readonly #options: ActiveAccountsOptions
  #noted = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(options: ActiveAccountsOptions) {
    this.#options = options
  }

  note(accountId: string, at: number): void {
    if (this.#noted.size >= MOST && !this.#noted.has(accountId)) return
    this.#noted.set(accountId, Math.max(at, this.#noted.get(accountId) ?? 0))
    this.#timer ??= setTimeout(() => void this.flush(), this.#options.waitMs ?? WAIT_MS).unref()
  }

  /** Never fails: what cannot be written is tried again with what is noted next. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const noted = this.#noted
    this.#noted = new Map()
    const { storeFor, onError } = this.#options
    const all = [...noted]
    for (let first = 0; first < all.length; first += AT_ONCE) {
      const group = all.slice(first, first + AT_ONCE)
      try {
        const missed = await storeFor().transaction((tx) => accountActivityIn(tx).noteActive(new Map(group)))
        for (const id of missed) this.note(id, noted.get(id) ?? 0)
      } catch (error) {
        onError(error)
        for (const [id, at] of group) this.note(id, at)
      }
    }
  }

  async stop(): Promise<void> {
    await this.flush()
    clearTimeout(this.#timer)
  }
}
