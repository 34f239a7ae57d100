import { existsSync, readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A garbage collection may fall into any try, but hardly into every one. */
const TRIES = 4
const SURELY = 10

const SCHEDULER = '/proc/thread-self/schedstat'

/** Milliseconds that this thread has been running. A busy machine does not count; where nobody tells, the time has to do. */
const threadTime: () => number = existsSync(SCHEDULER)
  ? () => Number(readFileSync(SCHEDULER, 'utf8').split(' ')[0]) / 1e6
  : () => performance.now()

/** What `pace` does takes about so long where nothing else happens. */
const USUAL_MS = 7
const PIECES = 5000
/** Within every limit on a machine of any pace. */
const SHORT_MS = 20

/** By how much the machine is slower at the moment than usual: its cores may be lent to others. */
export function pace(): number {
  const before = threadTime()
  const kept = new Map<string, unknown>()
  for (let at = 0; at < PIECES; at++) kept.set(`${at}`, JSON.parse(JSON.stringify({ id: at, name: 'Ada', list: [at, at + 1] })))
  return Math.max(1, (threadTime() - before) / USUAL_MS)
}

/** How long the event loop was held at most while something was done, in usual milliseconds: for what can be done only once. */
export async function holdOf(work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  let longest = 0
  const watch = async (): Promise<void> => {
    for (let before = threadTime(); !isDone; ) {
      await nextTurn()
      const now = threadTime()
      longest = Math.max(longest, now - before)
      before = now
    }
  }
  const watching = watch()
  await work()
  isDone = true
  await watching
  return longest < SHORT_MS ? longest : longest / pace()
}

/** The same, at its best of several tries when it is more than it may be. */
export async function longestHold(limitMs: number, work: () => Promise<unknown>): Promise<number> {
  let best = await holdOf(work)
  for (let attempt = 1; attempt < TRIES && best > limitMs && best < SURELY * limitMs; attempt++)
    best = Math.min(best, await holdOf(work))
  return best
}
