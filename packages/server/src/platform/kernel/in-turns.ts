import { setImmediate as nextTurn } from 'node:timers/promises'

/** Other requests wait at most this long, when no single step takes longer. */
const AT_ONCE_MS = 5

/** Runs a generator's steps, and lets other requests in between whenever the steps have taken a while. */
export async function inTurns<T>(steps: Iterator<unknown, T>): Promise<T> {
  for (let begun = performance.now(); ; ) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - begun < AT_ONCE_MS) continue
    await nextTurn()
    begun = performance.now()
  }
}

/** Without pauses, where no request waits. */
export function atOnce<T>(steps: Iterator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
