import { setImmediate as nextTurn } from 'node:timers/promises'

/** For how long others wait at most, when no step takes longer. */
const AT_ONCE_MS = 5

/** Does what is written down in small steps, with room for others whenever it has taken a while. */
export async function inTurns<T>(steps: Iterator<unknown, T>): Promise<T> {
  for (let begun = performance.now(); ; ) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - begun < AT_ONCE_MS) continue
    await nextTurn()
    begun = performance.now()
  }
}

/** The same without a pause, where no request waits. */
export function atOnce<T>(steps: Iterator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
