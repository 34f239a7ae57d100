/**
 * Loaded before the service by the soak alone: its wall clock is moved by as many milliseconds as it is told, and what was put off for
 * half a minute or more happens if it is due by then. A process that is started without this file has no such clock.
 */
const LONG_MS = 30_000
const { setInterval: every, setTimeout: later, clearInterval: endEvery, clearTimeout: endLater } = globalThis
const real = Date.now
const waiting = new Map()
let moved = 0
Date.now = () => real() + moved

const noting =
  (begin, isOnce) =>
  (work, ms, ...given) => {
    if (!(ms >= LONG_MS)) return begin(work, ms, ...given)
    const timer = begin(() => {
      if (isOnce) waiting.delete(timer)
      work(...given)
    }, ms)
    waiting.set(timer, { ms, isOnce, work: () => work(...given) })
    return timer
  }
const forgetting = (end) => (timer) => {
  waiting.delete(timer)
  end(timer)
}
globalThis.setInterval = noting(every, false)
globalThis.setTimeout = noting(later, true)
globalThis.clearInterval = forgetting(endEvery)
globalThis.clearTimeout = forgetting(endLater)

process.on('message', ({ move }) => {
  if (move === 'collect') {
    globalThis.gc()
    return process.send({ heap: process.memoryUsage().heapUsed })
  }
  if (!(move > 0)) return
  moved += move
  for (const [timer, { ms, isOnce, work }] of [...waiting]) {
    if (ms > move || !waiting.has(timer)) continue
    if (isOnce) globalThis.clearTimeout(timer)
    work()
  }
})
process.channel?.unref()
