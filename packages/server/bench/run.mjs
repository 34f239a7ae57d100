import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { helper } from './children.mjs'
import { chosenDatabases, NAMES } from './database.mjs'
import { linesOf } from './lines.mjs'
import { measureDatabase } from './measure-database.mjs'
import { tableOf } from './report.mjs'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, database: { type: 'string' } },
})
const kinds = chosenDatabases(options.database)

const plan = options.quick
  ? { starts: 3, idleMs: 2000, rounds: 3, durationMs: 1000, warmUpMs: 1000 }
  : { starts: 7, idleMs: 5000, rounds: 7, durationMs: 3000, warmUpMs: 3000 }

// Whoever else works on this machine makes every figure worse, and not all of them equally.
console.log(`load average before the run: ${loadavg()[0].toFixed(2)}`)

const load = helper('load.mjs')
const measured = []
try {
  for (const kind of kinds) measured.push(linesOf(await measureDatabase(kind, load, plan)))
} finally {
  await load.stop()
}

const head = ['', ...kinds.flatMap((kind) => [NAMES[kind], 'processor time']), 'Aim']
const lines = measured[0].map(([name, , , aim], line) => [name, ...measured.flatMap((one) => one[line].slice(1, 3)), aim])
console.log(`\nNode ${process.versions.node}, ${availableParallelism()} cores of ${cpus()[0].model.trim()}\n`)
console.log(tableOf(head, lines))
