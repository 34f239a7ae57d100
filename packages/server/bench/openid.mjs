import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { createClient, signInTo } from './application.mjs'
import { cpuMs, helper } from './children.mjs'
import { chosenDatabases, NAMES, openDatabase } from './database.mjs'
import { inTurns, withCpu } from './in-turns.mjs'
import { measureIdleMemory } from './measures.mjs'
import { fixed, middle, ms, perSecond, ratioOf, tableOf, us } from './report.mjs'
import { register, startService } from './service.mjs'

/**
 * Checks of an access token beside checks of a session, in turns; what a sign-in to an application costs whose person is signed in; and a
 * service that has no application beside one that has.
 */
const CONNECTIONS = 32
const SIGN_INS = 300

const { values: options } = parseArgs({ options: { database: { type: 'string' } } })
const plan = { rounds: 5, durationMs: 2000, warmUpMs: 3000 }
const IDLE = { starts: 9, afterMs: 4000 }

console.log(`load average before the run: ${loadavg()[0].toFixed(2)}`)
const load = helper('load.mjs')
const lines = []
const idle = []
try {
  for (const kind of chosenDatabases(options.database)) {
    idle.push(await measureIdle(kind))
    lines.push(await measure(kind))
  }
} finally {
  await load.stop()
}
const head = ['', 'sessions', 'processor time', 'tokens', 'processor time', 'ratio', 'a sign-in: processor time', 'p50']
console.log(`\n${tableOf(head, lines)}`)
const idleHead = ['without an application, and with one', 'start: processor time', 'memory at rest', '`/auth/me`: processor time']
console.log(`\n${tableOf(idleHead, idle)}`)

async function measure(kind) {
  const database = await openDatabase(kind)
  const secret = createClient(database)
  const service = await startService(database)
  try {
    const { headers } = await register(service, 'ada')
    const signIn = () => signInTo(service, headers, secret)
    const { token } = await signIn()
    const checks = await inTurns(plan, {
      session: flood(service, '/auth/me', headers),
      token: flood(service, '/oidc/userinfo', { authorization: `Bearer ${token}` }),
    })
    const each = await timed(service, signIn)
    const cells = ['session', 'token'].flatMap((side) => [
      perSecond(middle(checks, side, 'rate')),
      us(middle(checks, side, 'cpuMs')),
    ])
    const ratio = fixed(ratioOf(checks, ['session', 'token'], 'cpuMs'))
    const ofDatabase = kind === 'postgres' ? `, database ${each.databaseMs.toFixed(1)} ms` : ''
    return [NAMES[kind], ...cells, ratio, `${each.cpuMs.toFixed(1)} ms${ofDatabase}`, `${each.p50.toFixed(1)} ms`]
  } finally {
    await service.stop()
    await database.close()
  }
}

/** Starts by turns, each with its memory at rest, and then checks of a session by turns. */
async function measureIdle(kind) {
  const [without, having] = [await openDatabase(kind), await openDatabase(kind)]
  createClient(having)
  const sides = { without, having }
  const running = []
  try {
    const starts = []
    for (let index = 0; index < IDLE.starts; index++) {
      const round = {}
      for (const [name, database] of Object.entries(sides)) {
        const service = await startService(database)
        round[name] = { cpuMs: service.startCpuMs, mib: await measureIdleMemory(service, IDLE.afterMs) }
        await service.stop()
      }
      starts.push(round)
    }
    const floods = {}
    for (const [name, database] of Object.entries(sides)) {
      const service = await startService(database)
      running.push(service)
      floods[name] = flood(service, '/auth/me', (await register(service, 'ada')).headers)
    }
    const checks = await inTurns(plan, floods)
    const both = (rounds, field, unit) =>
      Object.keys(sides)
        .map((side) => unit(middle(rounds, side, field)))
        .join(', ')
    return [
      NAMES[kind],
      both(starts, 'cpuMs', ms),
      both(starts, 'mib', (mib) => `${fixed(mib, 1)} MiB`),
      both(checks, 'cpuMs', us),
    ]
  } finally {
    for (const service of running) await service.stop()
    for (const database of Object.values(sides)) await database.close()
  }
}

function flood(service, path, headers) {
  return (times) => {
    const requests = [{ method: 'GET', path, headers }]
    return withCpu(service, () => load.ask({ url: service.url, connections: CONNECTIONS, requests, ...times }))
  }
}

/** One after the other, after as many that are not counted. */
async function timed({ pid, database }, act) {
  for (let index = 0; index < SIGN_INS; index++) await act()
  const [cpuBefore, databaseBefore, took] = [cpuMs(pid), database.cpuMs(), []]
  for (let index = 0; index < SIGN_INS; index++) {
    const from = performance.now()
    await act()
    took.push(performance.now() - from)
  }
  return {
    cpuMs: (cpuMs(pid) - cpuBefore) / SIGN_INS,
    databaseMs: (database.cpuMs() - databaseBefore) / SIGN_INS,
    p50: took.sort((one, other) => one - other)[SIGN_INS >> 1],
  }
}
