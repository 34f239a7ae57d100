import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { helper, pathOf } from './children.mjs'
import { openDatabase } from './database.mjs'
import { fixed } from './report.mjs'
import { env, register, startService } from './service.mjs'
import { quantile } from './statistics.mjs'

/** Session checks on SQLite while accounts are registered 32 at a time, on a disk that takes 5 ms for a sync. */
const AT_ONCE = 32
const BURSTS = 10
const PACE = { connections: 4, perSecond: 200 }
const AIM_MS = 15

console.log(`load average before the run: ${loadavg()[0].toFixed(2)}`)
const database = await openDatabase('sqlite')
const load = helper('load.mjs')
const holdsFile = path.join(database.directory, 'holds')
const service = await startService(database, {
  // Not as ES modules: those are read with the pool, which the service sets up itself.
  NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} --require ${pathOf('slow-sync.cjs')} --require ${pathOf('watch-holds.cjs')}`,
  HOLDS_FILE: holdsFile,
  HASH_QUEUE: '1000',
})
/** Begins or ends to watch for how long the event loop is held. */
const watch = async () => {
  process.kill(service.pid, 'SIGUSR2')
  await sleep(100)
}
try {
  const { headers } = await register(service, 'reader')
  const burst = (round) => Promise.all(Array.from({ length: AT_ONCE }, (_, n) => register(service, `user${round}-${n}`)))
  await burst('warm')
  const [latencies, holds] = [[], []]
  for (let round = 0; round < BURSTS; round++) {
    await watch()
    const registered = burst(round)
    const reading = load.ask({ url: `${service.url}/auth/me`, headers, ...PACE, durationMs: 500 })
    latencies.push(...(await reading).latencies)
    await registered
    await watch()
    holds.push(Number(readFileSync(holdsFile, 'utf8')))
  }
  const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)]
  console.log(`GET /auth/me during ${BURSTS} bursts: p50 ${fixed(p50)} ms, p99 ${fixed(p99)} ms (aim: under ${AIM_MS} ms)`)
  console.log(`The event loop was held for at most ${fixed(Math.max(...holds))} ms of its own processor time`)
} finally {
  await service.stop()
  await load.stop()
  await database.close()
}
