import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { helper } from './children.mjs'
import { chosenDatabases, NAMES, openDatabase } from './database.mjs'
import { connect } from './load-accounts.mjs'
import { loadSessions } from './load-sessions.mjs'
import { fixed, tableOf, whole } from './report.mjs'
import { register, startService } from './service.mjs'
import { median } from './statistics.mjs'

/**
 * Session checks while a million rows wait for work that nobody has asked for: sessions that expired are removed, and the words of
 * accounts are written that an older version has not made. The same database is measured before there is anything to do.
 */
const PER_ACCOUNT = 4
const PACE = { connections: 8, perSecond: 300 }
const AIM = 2
/** Looks for work at the start, and once a minute after it. */
const WORK_LIMIT_MS = 90_000

const { values: options } = parseArgs({
  options: { database: { type: 'string' }, quick: { type: 'boolean', default: false } },
})
const [sessions, rounds, durationMs] = options.quick ? [200_000, 2, 3000] : [1_000_000, 5, 8000]

const WORKS = {
  'expired sessions': {
    prepare: `UPDATE sessions SET created_at = 1, last_active_at = 1, expires_at = 2, refresh_expires_at = 3`,
    left: `SELECT COUNT(*) AS n FROM sessions WHERE expires_at = 2`,
  },
  'words of accounts': {
    prepare: `UPDATE accounts SET words_of = ''`,
    left: `SELECT COUNT(*) AS n FROM accounts WHERE words_of = ''`,
  },
}

console.log(`load average before the run: ${loadavg()[0].toFixed(2)}`)
const load = helper('load.mjs')
const lines = []
try {
  for (const kind of chosenDatabases(options.database))
    for (const [name, work] of Object.entries(WORKS)) lines.push(await measure(kind, name, work))
} finally {
  await load.stop()
}
const head = ['Work', 'rows', 'done meanwhile', 'p99 without', 'p99 with', 'ratio', 'aim']
console.log(`\n${tableOf(head, lines)}`)

async function measure(kind, name, { prepare, left }) {
  const database = await openDatabase(kind)
  let byHand
  try {
    await (await startService(database)).stop() // migrates
    await loadSessions(database, { to: sessions / PER_ACCOUNT, perAccount: PER_ACCOUNT })
    const without = await inService(database, paced)
    byHand = await connect(database)
    await byHand.query(prepare)
    if (kind === 'postgres') await byHand.query('VACUUM ANALYZE accounts, sessions')
    const count = async () => Number((await byHand.query(left))[0].n)
    const rows = await count()
    const during = await inService(database, async (service) => {
      const until = performance.now() + WORK_LIMIT_MS
      while ((await count()) === rows && performance.now() < until) await sleep(500)
      const before = await count()
      const p99 = await paced(service)
      const after = await count()
      if (after === before || after === 0) throw new Error(`${name}: nothing was done meanwhile, so nothing was measured`)
      return { p99, done: before - after }
    })
    const figures = [
      whole(rows),
      whole(during.done),
      `${fixed(without)} ms`,
      `${fixed(during.p99)} ms`,
      fixed(during.p99 / without),
    ]
    return [`${NAMES[kind]}, ${name}`, ...figures, `≤ ${AIM}`]
  } finally {
    await byHand?.close()
    await database.close()
  }
}

async function inService(database, measured) {
  const service = await startService(database)
  try {
    return await measured(service)
  } finally {
    await service.stop()
  }
}

/** The median over several stretches, so that one pause of the machine is not taken for the work's. */
async function paced(service) {
  const { headers } = await register(service, `reader${Date.now()}`)
  const p99s = []
  for (let round = 0; round <= rounds; round++) {
    const { p99 } = await load.ask({ url: `${service.url}/auth/me`, headers, ...PACE, durationMs })
    if (round > 0) p99s.push(p99) // the first one warms
  }
  return median(p99s)
}
