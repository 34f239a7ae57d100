import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { childrenCpuMs, cpuMs, helper } from './children.mjs'
import { chosenDatabases, NAMES, openDatabase } from './database.mjs'
import { inTurns } from './in-turns.mjs'
import { fixed, middle, perSecond, ratioOf, tableOf, us } from './report.mjs'
import { register, startService } from './service.mjs'

/** Session checks with one process and with several, in turns. The load has its share of the cores, so processor time says more. */
const CONNECTIONS = 64
const { values: options } = parseArgs({ options: { database: { type: 'string' } } })
const counts = [1, 2, 4].filter((count) => count <= availableParallelism())
const plan = { rounds: 7, durationMs: 3000, warmUpMs: 4000 }

console.log(`load average before the run: ${loadavg()[0].toFixed(2)}`)
const load = helper('load.mjs')
const lines = []
try {
  for (const kind of chosenDatabases(options.database))
    for (const count of counts.slice(1)) lines.push(await compare(kind, count))
} finally {
  await load.stop()
}
console.log(`\n${tableOf(['', 'one process', 'processor time', 'several', 'processor time', 'ratio of processor time'], lines)}`)

async function compare(kind, count) {
  const database = await openDatabase(kind)
  const [one, several] = [await startService(database), await startService(database, { WORKERS: String(count) })]
  try {
    const { headers } = await register(one, `reader${count}`)
    const rounds = await inTurns(plan, { one: flood(one, headers), several: flood(several, headers) })
    const cells = ['one', 'several'].flatMap((side) => [
      perSecond(middle(rounds, side, 'rate')),
      us(middle(rounds, side, 'cpuMs')),
    ])
    return [`${NAMES[kind]}, ${count} workers`, ...cells, fixed(ratioOf(rounds, ['one', 'several'], 'cpuMs'))]
  } finally {
    await one.stop()
    await several.stop()
    await database.close()
  }
}

function flood({ url, pid }, headers) {
  const used = () => cpuMs(pid) + childrenCpuMs(pid)
  const requests = [{ method: 'GET', path: '/auth/me', headers }]
  return async (times) => {
    const before = used()
    const result = await load.ask({ url, connections: CONNECTIONS, requests, ...times })
    return { ...result, cpuMs: (used() - before) / result.sent }
  }
}
