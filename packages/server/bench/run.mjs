import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { helper } from './children.mjs'
import { openDatabase } from './database.mjs'
import { measureIdleMemory, measureLogins, measureReads, measureReadsUnderLogins, measureStarts } from './measures.mjs'
import { markdown, printRounds } from './report.mjs'
import { register, startService } from './service.mjs'
import { median } from './statistics.mjs'

const ACCOUNTS = 8

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    database: { type: 'string', default: 'sqlite' },
  },
})
if (!['sqlite', 'postgres'].includes(options.database)) throw new Error('--database is sqlite or postgres')

const plan = options.quick
  ? { starts: 3, idleMs: 2000, rounds: 3, durationMs: 1000, warmUpMs: 1000 }
  : { starts: 7, idleMs: 5000, rounds: 7, durationMs: 3000, warmUpMs: 3000 }

// Whoever else works on this machine makes every figure worse, and not all of them equally.
console.log(`load average before the run: ${loadavg()[0].toFixed(2)}`)

const database = await openDatabase(options.database)
const load = helper('load.mjs')
let service
try {
  const starts = await measureStarts(database, plan.starts)
  console.log(`start: ${starts.starts.map(Math.round).join(', ')} ms, median ${Math.round(median(starts.starts))} ms`)

  service = await startService(database)
  const memory = await measureIdleMemory(service, plan.idleMs)
  console.log(`idle memory: ${Math.round(memory)} MiB`)

  const accounts = []
  for (let index = 0; index < ACCOUNTS; index++) accounts.push(await register(service, `user${index}`))

  const reads = await measureReads(service, accounts[0], load, plan)
  printRounds('GET /auth/me against a bare Fastify route', reads, ['bare', 'service'], 'rate')

  const logins = await measureLogins(service, accounts, load, plan)
  printRounds('sign-ins against Argon2id alone', logins, ['bare', 'service'], 'rate')

  const underLogins = await measureReadsUnderLogins(service, accounts, load, plan)
  printRounds('GET /auth/me at 100/s, idle and while sign-ins saturate the hasher', underLogins.rounds, ['idle', 'busy'], 'p99')
  console.log(`  p99 of all rounds together: ${underLogins.pooled.idle.toFixed(2)} | ${underLogins.pooled.busy.toFixed(2)}`)

  const name = { sqlite: 'SQLite', postgres: 'PostgreSQL' }[options.database]
  console.log(`\n${markdown({ database: name, starts, memory, reads, logins, underLogins })}`)
} finally {
  await service?.stop()
  await load.stop()
  await database.close()
}
