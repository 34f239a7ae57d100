import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Observer, unobserved } from '../../platform/kernel/observer.ts'
import type { Effects } from '../../platform/store/effects.ts'
import type { Engine, Queries } from '../../platform/store/engine.ts'
import { LEASE_MS, MARGIN_MS } from '../../platform/store/lease/lease-times.ts'
import { SessionLeasesTable } from '../../platform/store/lease/session-leases.ts'
import type { SessionCache } from './session-cache.ts'

export type Posted = { readonly change: string; readonly holders: ReadonlySet<string> }

/** Short at first, because most processes take their message within a few milliseconds. */
const PAUSES_MS = [1, 1, 2, 3, 5, 8, 13]
const LONGEST_PAUSE_MS = 20
const ABANDONED_MS = 1000

/**
 * Tells every process that caches sessions of a change, and lets the caller wait until all have heard, so that a check which
 * begins after the answer sees the change in every process. Without `wakeFollowers` the database tells them itself, and only the
 * own cache has to be evicted.
 */
export class SessionInvalidator {
  readonly #engine: Engine
  readonly #cache: SessionCache | undefined
  readonly #observer: Observer

  constructor(engine: Engine, cache?: SessionCache, observer: Observer = unobserved) {
    this.#engine = engine
    this.#cache = cache
    this.#observer = observer
  }

  /** Inside the transaction, after the change: a process that joins meanwhile waits for the end of the transaction. */
  async post(sql: Queries, accountIds: ReadonlySet<string>): Promise<Posted | undefined> {
    if (!this.#engine.wakeFollowers || accountIds.size === 0) return undefined
    const change = randomUUID()
    const holders = await new SessionLeasesTable(sql).post(change, accountIds)
    return holders.size > 0 ? { change, holders } : undefined
  }

  /** After COMMIT, and before anything is answered. */
  async deliver({ changedKeys, metKeys, hasBegunSession }: Effects, posted: Posted | undefined): Promise<void> {
    for (const id of changedKeys) this.#cache?.evict(id)
    if (posted) return this.send(posted)
    if (changedKeys.size === 0 && !hasBegunSession) await this.settle(metKeys)
  }

  /** For an answer that tells of a change which another transaction may have made a moment ago. */
  async settle(accountIds: readonly string[]): Promise<void> {
    if (!this.#engine.wakeFollowers) return
    const leases = new SessionLeasesTable(this.#engine)
    for (const id of accountIds) {
      const changes = await leases.outstandingOf(id)
      await Promise.all(changes.map((change) => this.#untilTaken(change, '')))
    }
  }

  async send({ change, holders }: Posted): Promise<void> {
    void this.#engine.wakeFollowers?.().catch(() => undefined) // followers also look by themselves, only later
    const own = this.#cache?.holder ?? ''
    if ([...holders].some((holder) => holder !== own)) await this.#untilTaken(change, own)
  }

  /** A process that has not taken its message for longer than a lease lasts no longer uses its cache. */
  #untilTaken(change: string, exceptHolder: string): Promise<void> {
    const leases = new SessionLeasesTable(this.#engine)
    // Where the database does not answer, the time alone decides.
    const isOutstanding = () => leases.isOutstanding(change, exceptHolder).catch(() => true)
    return this.#observer.watch('acknowledgement', async () => {
      if (await comesTrue(async () => !(await isOutstanding()), LEASE_MS + MARGIN_MS)) return
      const abandoned = this.#engine.transaction((sql) => new SessionLeasesTable(sql).abandon(change)).catch(() => undefined)
      // A row that stays makes the next change wait, and no answer wrong: so a database that is silent is not waited for.
      await Promise.race([abandoned, sleep(ABANDONED_MS, undefined, { ref: false })])
    })
  }
}

/** Ends after `limitMs` even when an answer does not come. */
function comesTrue(ask: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  let isOver = false
  const asking = async (): Promise<boolean> => {
    for (let look = 0; !isOver; look++) {
      await sleep(PAUSES_MS[look] ?? LONGEST_PAUSE_MS)
      if (await ask()) return true
    }
    return false
  }
  return new Promise((resolve) => {
    const end = (isTrue: boolean): void => {
      isOver = true
      clearTimeout(timer)
      resolve(isTrue)
    }
    const timer = setTimeout(end, limitMs, false)
    void asking().then(end)
  })
}
