import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../kernel/clock.ts'
import { type Engine, type Evictable, type Follower, tally } from '../engine.ts'
import { DatabaseMoved } from './database-moved.ts'

/** A request waits for the other database for so long; then its client is asked to try again. */
const WAIT_MS = 4000

/** What opens the other database. Undefined where the operator went back, and the file is used again. */
type Open = (moved: DatabaseMoved, closing: AbortSignal) => Promise<Engine | undefined>

/** Goes on in another database as soon as the one it began with has moved there. What met the move is done again, from its beginning. */
export function movingEngine(first: Engine, open: Open): Engine {
  let current = first
  let going: Promise<void> | undefined
  const closing = new AbortController()
  const followers = new Set<ReturnType<typeof movingFollower>>()

  const change = async (moved: DatabaseMoved): Promise<void> => {
    const next = await open(moved, closing.signal)
    if (!next) return
    current = next
    for (const follower of followers) follower.follow(next)
    await first.close()
  }
  const goOn = (moved: DatabaseMoved): Promise<void> => {
    going ??= change(moved).finally(() => (going = undefined))
    return going
  }
  const on = async <T>(work: (engine: Engine) => Promise<T>): Promise<T> => {
    try {
      return await work(current)
    } catch (error) {
      if (!(error instanceof DatabaseMoved)) throw error
      await Promise.race([goOn(error), sleep(WAIT_MS, undefined, { ref: false })])
      return work(current)
    }
  }

  return {
    get name() {
      return current.name
    },
    get wakeFollowers() {
      return current.wakeFollowers
    },
    query: (sql, params, held) => on((engine) => engine.query(sql, params, held)),
    run: (sql, params) => on((engine) => engine.run(sql, params)),
    tally: (sql, params = []) => on((engine) => tally(engine, sql, params)),
    transaction: (work) => on((engine) => engine.transaction(work)),
    migration: (lock, work) => on((engine) => engine.migration(lock, work)),
    buildIndex: (sql, statement) => current.buildIndex(sql, statement),
    now: async () => (current.now ? current.now() : systemClock.now()),
    follow(kept, onError) {
      const follower = movingFollower(current, kept, onError)
      followers.add(follower)
      return follower
    },
    close: async () => {
      closing.abort()
      await going?.catch(() => undefined)
      await current.close()
    },
  }
}

function movingFollower(engine: Engine, kept: Evictable, onError: (error: unknown) => void) {
  let inner: Follower = engine.follow(kept, onError)
  return {
    get holder() {
      return inner.holder
    },
    isCurrent: () => inner.isCurrent(),
    stop: () => inner.stop(),
    follow(next: Engine): void {
      void inner.stop()
      kept.clear()
      inner = next.follow(kept, onError)
    },
  }
}
