import { rmSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { helper } from './children.mjs'
import { chosenDatabases, NAMES, openDatabase } from './database.mjs'
import { inTurns, withCpu } from './in-turns.mjs'
import { installPeer, registerAtPeer, startPeer } from './peer-service.mjs'
import { fixed, latency, middle, ms, perSecond, printRounds, tableOf, us, used } from './report.mjs'
import { env, register, startService } from './service.mjs'
import { median } from './statistics.mjs'

/** better-auth, the nearest there is in this language, under the same load in turns with the service. */
const RELEASE = '1.7.7'
const ACCOUNTS = 8
const CHECK_CONNECTIONS = 32
const SIGN_IN_CONNECTIONS = 4 * availableParallelism()
const WHAT_DIFFERS = `
What differs: better-auth hashes with scrypt (32 MiB, one pass), the service with Argon2id (19 MiB, two passes). With its cookie
cache better-auth asks no database, and accepts an ended session for as long as the cookie says: five minutes by default. Without
it, an ended session is refused at once, as the service does in any case. A sign-in at the service also writes to an audit log,
knows the browser again, and ends the oldest session beyond a hundred; better-auth as it comes does none of these. Both run
without request limits, with ten connections to PostgreSQL, or SQLite in WAL mode with synchronous=FULL.`

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    database: { type: 'string' },
    release: { type: 'string', default: RELEASE },
    installed: { type: 'string' },
  },
})
const plan = options.quick ? { rounds: 2, durationMs: 3000, warmUpMs: 1000 } : { rounds: 7, durationMs: 3000, warmUpMs: 3000 }

console.log(`load average before the run: ${loadavg()[0].toFixed(2)}`)
const directory = options.installed ?? installPeer(options.release)
const load = helper('load.mjs')
const lines = []
try {
  for (const kind of chosenDatabases(options.database)) lines.push(...(await measure(kind)))
} finally {
  await load.stop()
  if (!options.installed) rmSync(directory, { recursive: true, force: true })
}
console.log(`\n${tableOf(['', 'throughput and latency', 'processor time', 'beside its hash'], lines)}\n${WHAT_DIFFERS}`)

async function measure(kind) {
  const [ours, theirs] = [await openDatabase(kind), await openDatabase(kind)]
  const running = []
  try {
    const begin = async (starting, registering, path) => {
      const one = await starting
      running.push(one)
      const accounts = []
      for (let n = 0; n < ACCOUNTS; n++) accounts.push(await registering(one, `user${running.length}${n}`))
      return { one, accounts, path }
    }
    const service = await begin(startService(ours), register, '/auth/me')
    const peer = await begin(startPeer(theirs, directory, false), registerAtPeer, '/api/auth/get-session')
    const keeping = await begin(startPeer(theirs, directory, true), registerAtPeer, '/api/auth/get-session')
    return linesOf(NAMES[kind], await checksOf({ service, peer, keeping }), await signInsOf(service, peer))
  } finally {
    for (const one of running) await one.stop()
    await ours.close()
    await theirs.close()
  }
}

function flood({ one }, requests, connections) {
  return (times) => withCpu(one, () => load.ask({ url: one.url, requests, connections, ...times }))
}

async function checksOf(sides) {
  const checks = ({ accounts: [{ headers }], path, one }) => flood({ one }, [{ method: 'GET', path, headers }], CHECK_CONNECTIONS)
  const rounds = await inTurns(plan, Object.fromEntries(Object.entries(sides).map(([name, side]) => [name, checks(side)])))
  printRounds('session checks', rounds, ['peer', 'service'], 'rate')
  printRounds('session checks, against its cookie cache', rounds, ['keeping', 'service'], 'rate')
  return rounds
}

async function signInsOf(service, peer) {
  const bare = helper('bare-hashing.mjs', env)
  const alone = (algorithm) => (times) =>
    withCpu(bare, () => bare.ask({ algorithm, concurrency: availableParallelism(), ...times }))
  const signIns = (side) =>
    flood(
      side,
      side.accounts.map(({ login }) => login),
      SIGN_IN_CONNECTIONS,
    )
  try {
    const rounds = await inTurns(plan, {
      argon2id: alone('argon2id'),
      service: signIns(service),
      scrypt: alone('scrypt'),
      peer: signIns(peer),
    })
    printRounds('sign-ins', rounds, ['peer', 'service'], 'rate')
    return rounds
  } finally {
    await bare.stop()
  }
}

function linesOf(database, checks, signIns) {
  const line = (name, rounds, side, unit, hash) => [
    `${database}: ${name}`,
    `${perSecond(middle(rounds, side, 'rate'))}, ${latency(rounds, side)}`,
    used(rounds, side, unit),
    hash ? `${fixed(median(rounds.map((round) => round[side].cpuMs - round[hash].cpuMs)))} ms` : '',
  ]
  return [
    line('check, Latchkey', checks, 'service', us),
    line('check, better-auth', checks, 'peer', us),
    line('check, better-auth with its cookie cache', checks, 'keeping', us),
    line('sign-in, Latchkey', signIns, 'service', ms, 'argon2id'),
    line('sign-in, better-auth', signIns, 'peer', ms, 'scrypt'),
  ]
}
