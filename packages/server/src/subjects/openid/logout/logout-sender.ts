import type { Logger } from 'pino'
import type { Context, Deps } from '../../../gate/deps.ts'
import type { Chore, Worker } from '../../../gate/subject.ts'
import { backoffMs } from '../../../platform/kernel/backoff.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import { Rounds } from '../../../platform/kernel/rounds.ts'
import { onAbort, Semaphore } from '../../../platform/kernel/semaphore.ts'
import { clientsIn } from '../tables/clients.ts'
import { LOGOUTS_WORK } from '../tables/grant-endings.ts'
import { type Logout, logoutsIn } from '../tables/logouts.ts'
import { logoutToken } from './logout-token.ts'
import { postLogout } from './post-logout.ts'

/** Longer than any attempt takes: a process that holds a lease past this has died. */
const LEASE_MS = 60_000
const POLL_MS = 5000
const AT_ONCE_FOR_ONE = 4
const AT_ONCE = 32
/** An application that was away for longer has forgotten its sessions. */
const TRIED_FOR_MS = 3 * DAY_MS
const FIRST_PAUSE_MS = 5000
const MOST_PAUSE_MS = 1_800_000
/** Between two attempts at whatever an application that does not answer is to be told. */
const MOST_REST_MS = 600_000
const DROPPED_AT_ONCE = 1000

type Rest = { readonly failures: number; readonly until: number }

/** Tells applications that sessions have ended. Before one wants to be told it holds nothing and does nothing but look, once a minute. */
export class LogoutSender implements Worker {
  readonly name = LOGOUTS_WORK
  readonly #contextFor: () => Context
  readonly #log: Logger
  readonly #cut = new AbortController()
  readonly #rounds: Rounds
  readonly #permits = new Semaphore(Array.from({ length: AT_ONCE }, (_, place) => place))
  /** By application; one that has just failed is left alone for a while. */
  readonly #lines = new Map<string, Set<Promise<void>>>()
  readonly #rests = new Map<string, Rest>()
  #timer: NodeJS.Timeout | undefined

  constructor(contextFor: () => Context, log: Logger) {
    this.#contextFor = contextFor
    this.#log = log
    this.#rounds = new Rounds(
      () => this.#look(),
      (err) => log.error({ err }, 'what applications have to be told could not be read'),
    )
  }

  /** Another process, or the command line, may have made the first application, and what has to be sent. */
  readonly chore: Chore = async ({ deps: { store } }, now) => {
    const isWanted = await logoutsIn(store).isWanted()
    if (isWanted && !this.#cut.signal.aborted) this.#timer ??= setInterval(() => this.wake(), POLL_MS).unref()
    else this.#rest()
    const dropped = await logoutsIn(store).drop(now, DROPPED_AT_ONCE)
    if (isWanted) this.wake()
    return dropped === DROPPED_AT_ONCE
  }

  wake(): void {
    this.#rounds.ask()
  }

  async idle(): Promise<void> {
    while (this.#rounds.running || this.#lines.size > 0)
      await Promise.all([this.#rounds.running, ...[...this.#lines.values()].flatMap((line) => [...line])])
  }

  /** What is under way is given up, and told again by the next process, under the same id. */
  async stop(): Promise<void> {
    this.#rest()
    this.#rounds.stop()
    this.#cut.abort(new Error('the service stops'))
    await this.idle()
  }

  #rest(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #look(): Promise<void> {
    const { deps } = this.#contextFor()
    const now = deps.sharedTime.now()
    for (const id of await logoutsIn(deps.store).clientsDue(now)) {
      const rest = this.#rests.get(id)
      if (!rest || rest.until <= now) this.#fill(id)
    }
  }

  /** Of a line, one that waits for a slow answer leaves the others free. Looks again at its end, for what was added while the last of it was sent. */
  #fill(clientId: string): void {
    const line = this.#lines.get(clientId) ?? new Set<Promise<void>>()
    this.#lines.set(clientId, line)
    while (line.size < AT_ONCE_FOR_ONE) {
      const one = this.#serve(clientId)
        .catch(() => undefined)
        .finally(() => {
          line.delete(one)
          if (line.size > 0) return
          this.#lines.delete(clientId)
          this.wake()
        })
      line.add(one)
    }
  }

  async #serve(clientId: string): Promise<void> {
    while (!this.#cut.signal.aborted) {
      const permit = await this.#permits.acquire(onAbort(this.#cut.signal))
      try {
        if (!(await this.#tellNext(clientId))) return
      } catch (err) {
        this.#log.error({ err, clientId }, 'an application could not be told that sessions have ended')
        return this.#leaveAlone(clientId)
      } finally {
        this.#permits.release(permit)
      }
    }
  }

  /** False where there is nothing to tell, or the application is left alone for now. */
  async #tellNext(clientId: string): Promise<boolean> {
    const logout = await this.#lease(clientId)
    return logout !== undefined && this.#tell(logout)
  }

  async #lease(clientId: string): Promise<Logout | undefined> {
    const { deps } = this.#contextFor()
    const logouts = logoutsIn(deps.store)
    const now = deps.sharedTime.now()
    for (const id of await logouts.due(clientId, now, 2 * AT_ONCE_FOR_ONE)) {
      const logout = await logouts.lease(id, now, now + LEASE_MS)
      if (logout) return logout
    }
    return undefined
  }

  async #tell(logout: Logout): Promise<boolean> {
    const { deps } = this.#contextFor()
    const { id, clientId, attempts, createdAt } = logout
    const now = () => deps.sharedTime.now()
    const logouts = logoutsIn(deps.store)
    if (now() >= createdAt + TRIED_FOR_MS) {
      await logouts.finish(id, 'expired', now())
      return true
    }
    try {
      const isSent = await this.#attempt(deps, logout)
      await logouts.finish(id, isSent ? 'delivered' : 'dropped', now())
      this.#rests.delete(clientId)
      return true
    } catch (err) {
      if (this.#cut.signal.aborted) await logouts.postpone(id, now())
      else {
        this.#log.warn({ err, clientId, attempts }, 'an application was not told that a session has ended')
        await logouts.postpone(id, now() + Math.round(backoffMs(attempts, FIRST_PAUSE_MS, MOST_PAUSE_MS)))
        this.#leaveAlone(clientId)
      }
      return false
    }
  }

  /** False where the application wants to be told nothing any more. */
  async #attempt(deps: Deps, logout: Logout): Promise<boolean> {
    const client = await clientsIn(deps.store).find(logout.clientId)
    if (client?.logoutUri === undefined) return false
    await postLogout(client.logoutUri, await logoutToken(deps, client, logout), this.#cut.signal)
    return true
  }

  /** Attempts that failed side by side count as one. */
  #leaveAlone(clientId: string): void {
    const now = this.#contextFor().deps.sharedTime.now()
    const before = this.#rests.get(clientId)
    if (before && before.until > now) return
    const failures = (before?.failures ?? 0) + 1
    this.#rests.set(clientId, { failures, until: now + Math.round(backoffMs(failures, FIRST_PAUSE_MS, MOST_REST_MS)) })
  }
}
