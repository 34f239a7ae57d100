import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { createAdministrator, signInAdministrator } from './administrator.mjs'
import { chosenDatabases, NAMES, openDatabase } from './database.mjs'
import { loadSessions } from './load-sessions.mjs'
import { fixed, tableOf, whole } from './report.mjs'
import { PER_ACCOUNT, revokeOnce, WAYS } from './revoke-once.mjs'
import { startService } from './service.mjs'
import { quantile } from './statistics.mjs'

/**
 * Several processes on one database: how long does the end of a session take until it is answered, and is it refused everywhere
 * from then on? The first is a matter of speed, the second of right and wrong.
 */
const BATCH = 3000
const ways = Object.keys(WAYS)

const { values: options } = parseArgs({
  options: {
    database: { type: 'string' },
    processes: { type: 'string', default: '1,2,8' },
    trials: { type: 'string', default: '1500' },
    'at-once': { type: 'string', default: '1' },
  },
})
const [trials, atOnce] = [Number(options.trials), Number(options['at-once'])]
const processes = options.processes.split(',').map(Number)
/** More than two on one file only take turns. */
const counts = { sqlite: processes.filter((count) => count <= 2), postgres: processes }

console.log(`load average before the run: ${loadavg()[0].toFixed(2)}`)
const lines = []
let stale = 0
for (const kind of chosenDatabases(options.database))
  for (const count of counts[kind]) lines.push(...(await measure(kind, count)))
console.log(`\n${tableOf(['Ended by', 'processes', 'trials', 'p50', 'p99', 'longest', 'stale answers'], lines)}`)
// Said aloud: the PostgreSQL package ends the process with 0 when it is left to end by itself.
if (stale > 0) process.exit(1)

async function measure(kind, count) {
  const database = await openDatabase(kind)
  const services = []
  try {
    createAdministrator(database)
    for (let n = 0; n < count; n++) services.push(await startService(database, { DISABLE_ADMIN_TWO_FACTOR: 'true' }))
    const results = await tryAll(database, services, await signInAdministrator(services[0]))
    return ways.map((way) => line(kind, count, way, results[way]))
  } finally {
    for (const service of services) await service.stop()
    await database.close()
  }
}

/** Every trial has an account of its own; they are loaded in batches, between trials. */
async function tryAll(database, services, adminCookie) {
  const results = Object.fromEntries(ways.map((way) => [way, []]))
  for (let from = 0; from < trials; from += BATCH) {
    const to = Math.min(trials, from + BATCH)
    await loadSessions(database, { from, to, perAccount: PER_ACCOUNT })
    let next = from
    const worker = async () => {
      while (next < to) {
        const number = next++
        const way = ways[number % ways.length]
        results[way].push(await revokeOnce(services, way, number, adminCookie))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    console.log(
      `${NAMES[database.kind]}, ${services.length} processes: ${whole(to)} trials, ${staleOf(Object.values(results).flat())} stale`,
    )
  }
  return results
}

function staleOf(results) {
  return results.reduce((sum, result) => sum + result.stale, 0)
}

function line(kind, count, way, results) {
  const times = results.map(({ ms }) => ms)
  stale += staleOf(results)
  const cells = [quantile(times, 0.5), quantile(times, 0.99), quantile(times, 1)].map((value) => `${fixed(value, 1)} ms`)
  return [`\`${way}\``, `${count} on ${NAMES[kind]}`, whole(results.length), ...cells, staleOf(results)]
}
