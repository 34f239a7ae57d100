import { setImmediate as nextTurn } from 'node:timers/promises'

/** Another process may take the core away in any moment, but hardly in every try, and hardly for seconds. */
const TRIES = 5
const SURELY = 40

/** How long the event loop stood still at most while something was done, in milliseconds. */
async function holdOf(work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  let longest = 0
  const watch = async (): Promise<void> => {
    for (let before = performance.now(); !isDone; ) {
      await nextTurn()
      const now = performance.now()
      longest = Math.max(longest, now - before)
      before = now
    }
  }
  const watching = watch()
  await work()
  isDone = true
  await watching
  return longest
}

/** The same, at its best of several tries when it is more than it may be: then it is the work, and not the machine. */
export async function longestHold(limitMs: number, work: () => Promise<unknown>): Promise<number> {
  let best = await holdOf(work)
  for (let attempt = 1; attempt < TRIES && best > limitMs && best < SURELY * limitMs; attempt++)
    best = Math.min(best, await holdOf(work))
  return best
}
