'use strict'
const { readFileSync, writeFileSync } = require('node:fs')
const { setImmediate: nextTurn } = require('node:timers/promises')

/**
 * Loaded into the service: between two SIGUSR2 it notes how long the event loop was held at most, by the processor time of its
 * thread, which a busy machine does not distort.
 */
const threadMs = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6

let isWatching = false

process.on('SIGUSR2', async () => {
  isWatching = !isWatching
  let longest = 0
  for (let before = threadMs(); isWatching; ) {
    await nextTurn()
    const now = threadMs()
    longest = Math.max(longest, now - before)
    before = now
  }
  if (longest > 0) writeFileSync(process.env.HOLDS_FILE, String(longest))
})
