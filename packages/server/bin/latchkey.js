#!/usr/bin/env node
import { executionAsyncResource } from 'node:async_hooks'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'

// Password hashes run on libuv's pool. One thread per core for them, and the usual four for everything else;
// the pool reads this once, at its first use.
process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism() + 4)

// Node makes an object for whatever it puts off. A garbage collection that finds none of them lets V8 forget their shape, and
// from then on (Node 20) each takes ten times as long to make: a tenth of a session check. One that is kept keeps the shape.
process.nextTick(() => {
  globalThis[Symbol('tick')] = executionAsyncResource()
})

const program = new URL('../dist/latchkey.js', import.meta.url)
if (!existsSync(program)) {
  console.error('latchkey is not built yet: run `npm ci` (or `npm run build`) in the repository first.')
  process.exit(1)
}
await import(program.href)
