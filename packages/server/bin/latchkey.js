#!/usr/bin/env node
'use strict'
const { executionAsyncResource } = require('node:async_hooks')
const { readdirSync, stat } = require('node:fs')
const { availableParallelism, getPriority, setPriority } = require('node:os')
const path = require('node:path')
const { isatty } = require('node:tty')
const { pathToFileURL } = require('node:url')
const { setFlagsFromString } = require('node:v8')

// Password hashes run on libuv's pool. One thread per core for them, and the usual four for everything else. The pool reads this once,
// at its first use: Node 20 would read an ES module with it, so this file is none.
process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism() + 4)

// Node makes an object for whatever it puts off. A garbage collection that finds none of them lets V8 forget their shape, and
// from then on (Node 20) each takes ten times as long to make: a tenth of a session check. One that is kept keeps the shape.
process.nextTick(() => {
  globalThis[Symbol('tick')] = executionAsyncResource()
})

if (['start', 'dev'].includes(process.argv[2])) {
  // Most of what a start makes stays. V8 would take it for traffic and give new objects 16 MB, which a service at rest keeps resident
  // for half a minute or more. `cli/start.ts` lets them have more room again once it serves.
  setFlagsFromString('--semi-space-growth-factor=1')
  // A service manager may send it to a service that it has just started, of which the modules are still read: the signal's default would
  // end it. The settings are read later. From a terminal the signal means that its window was closed.
  if (!isatty(0)) process.on('SIGHUP', () => undefined)
}

const program = path.join(__dirname, '../dist/latchkey.js')
const threads = threadsNow()
stat(program, (missing) => {
  if (!missing) return import(pathToFileURL(program))
  console.error('latchkey is not built yet: run `npm ci` (or `npm run build`) in the repository first.')
  process.exit(1)
})
giveWay(threadsNow().filter((id) => !threads.includes(id)))

/** Linux shows threads as files. Elsewhere none is found. */
function threadsNow() {
  try {
    return readdirSync('/proc/self/task')
  } catch {
    return []
  }
}

/**
 * The pool was made for the question above. Where hashes take every core, whoever answers requests soon has one; yet other programs
 * that want the cores leave some to hashes.
 */
function giveWay(pool) {
  try {
    const lower = Math.min(getPriority() + 5, 19)
    for (const id of pool) setPriority(Number(id), lower)
  } catch {
    // A sandbox may forbid it, and then they share the cores.
  }
}
