import { NAMES, openDatabase } from './database.mjs'
import { measureIdleMemory, measureLogins, measureReads, measureReadsUnderLogins, measureStarts } from './measures.mjs'
import { printRounds } from './report.mjs'
import { register, startService } from './service.mjs'

/** So many that none of them gets to the most sessions that an account may have. */
const ACCOUNTS = 64

/** All figures of one database, and on the way every round of them. */
export async function measureDatabase(kind, load, plan) {
  const database = await openDatabase(kind)
  let service
  try {
    console.log(`\n## ${NAMES[kind]}`)
    const starts = await measureStarts(database, plan.starts)
    console.log(`start: ${starts.starts.map(({ startMs }) => Math.round(startMs)).join(', ')} ms`)

    service = await startService(database)
    const memory = await measureIdleMemory(service, plan.idleMs)
    console.log(`idle memory: ${Math.round(memory)} MiB`)

    const accounts = []
    for (let index = 0; index < ACCOUNTS; index++) accounts.push(await register(service, `user${index}`))

    // One that signs in no more: it would reach the most sessions of an account, and the session that is read would be ended.
    const reader = await register(service, 'reader')
    const reads = await measureReads(service, reader, load, plan)
    printRounds('GET /auth/me against a bare Fastify route', reads, ['bare', 'service'], 'rate')
    printRounds('the same without a session cache', reads, ['bare', 'uncached'], 'rate')

    const logins = await measureLogins(service, accounts, load, plan)
    printRounds('sign-ins against Argon2id alone', logins, ['bare', 'service'], 'rate')

    const underLogins = await measureReadsUnderLogins(service, { reader, accounts }, load, plan)
    printRounds('GET /auth/me at 100/s, idle and while sign-ins saturate the hasher', underLogins.rounds, ['idle', 'busy'], 'p99')
    console.log(`  p99 of all rounds together: ${underLogins.pooled.idle.toFixed(2)} | ${underLogins.pooled.busy.toFixed(2)}`)
    return { starts, memory, reads, logins, underLogins }
  } finally {
    await service?.stop()
    await database.close()
  }
}
