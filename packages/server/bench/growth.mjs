import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { helper, residentMib } from './children.mjs'
import { chosenDatabases, NAMES, openDatabase } from './database.mjs'
import { inTurns, withCpu } from './in-turns.mjs'
import { loadSessions } from './load-sessions.mjs'
import { fixed, tableOf, us, whole } from './report.mjs'
import { startService } from './service.mjs'
import { median } from './statistics.mjs'

/**
 * A session check that finds nothing kept, of any session at random: what does it cost when there are many? One database for
 * each size, all open at once, so that they take turns.
 */
const PER_ACCOUNT = 4
const CONNECTIONS = 32
const AIM = '≤ 1.1'

const { values: options } = parseArgs({
  options: { database: { type: 'string' }, quick: { type: 'boolean', default: false } },
})
const [sizes, plan] = options.quick
  ? [[1000, 100_000], { rounds: 3, durationMs: 1000, warmUpMs: 1000 }]
  : [[1000, 100_000, 3_000_000], { rounds: 9, durationMs: 3000, warmUpMs: 10_000 }]

console.log(`load average before the run: ${loadavg()[0].toFixed(2)}`)
const load = helper('load.mjs')
const lines = []
try {
  for (const kind of chosenDatabases(options.database)) lines.push(...(await measure(kind)))
} finally {
  await load.stop()
}
const head = ['Sessions', 'throughput', 'processor time', 'of the database', 'memory', 'against the fewest', 'aim']
console.log(`\n${tableOf(head, lines)}`)

async function measure(kind) {
  const places = []
  try {
    for (const size of sizes) places.push(await open(kind, size))
    const rounds = await inTurns(plan, Object.fromEntries(places.map((place) => [place.size, (times) => check(place, times)])))
    return places.map((place) => line(place, rounds))
  } finally {
    for (const { service, database } of places) {
      await service.stop()
      await database.close()
    }
  }
}

async function open(kind, size) {
  const database = await openDatabase(kind)
  await (await startService(database)).stop() // migrates
  await loadSessions(database, { to: size / PER_ACCOUNT, perAccount: PER_ACCOUNT })
  console.log(`${NAMES[kind]}: ${whole(size)} sessions are loaded`)
  return { size, database, service: await startService(database, { SESSION_CACHE_SIZE: '0' }) }
}

function check({ size, service }, times) {
  const task = { url: service.url, connections: CONNECTIONS, loadedSessions: size, ...times }
  return withCpu(service, () => load.ask(task))
}

function line({ size, service, database }, rounds) {
  const of = (field) => median(rounds.map((round) => round[size][field]))
  const both = ({ cpuMs, databaseCpuMs }) => cpuMs + databaseCpuMs
  const growth = median(rounds.map((round) => both(round[size]) / both(round[sizes[0]])))
  return [
    `${NAMES[database.kind]}, ${whole(size)}`,
    `${whole(of('rate'))}/s`,
    us(of('cpuMs')),
    database.kind === 'postgres' ? us(of('databaseCpuMs')) : '',
    `${whole(residentMib(service.pid))} MiB`,
    size === sizes[0] ? '' : fixed(growth),
    size === sizes[0] ? '' : AIM,
  ]
}
