import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chosenDatabases, NAMES, openDatabase } from './database.mjs'
import { latchkey } from './measured-command.mjs'

/** How many records a minute `latchkey users import` brings, on one core, and how much memory it takes for that; and to export them again. */
const { values: options } = parseArgs({
  options: {
    database: { type: 'string' },
    records: { type: 'string', default: '100000' },
    batch: { type: 'string', default: '200' },
  },
})
const RECORDS = Number(options.records)

const SALT = '9f86d081884c7d659a2feaa0c55ad015'
const KEY = '6b'.repeat(64)
const FIRST = ['Ada', 'Grace', 'Edsger', 'Barbara', 'Donald', 'Radia', 'Ken', 'Frances']
const LAST = ['Lovelace', 'Hopper', 'Dijkstra', 'Liskov', 'Knuth', 'Perlman', 'Thompson', 'Allen']

/** As better-auth has it, with the hashes that it makes: nothing is wrapped. */
const userOf = (at) => ({
  ...{ id: `user${at}`, name: `${FIRST[at % 8]} ${LAST[(at >> 3) % 8]}`, email: `user${at}@example.com`, emailVerified: true },
  createdAt: new Date(Date.UTC(2022, 0, 1) + at * 600_000).toISOString(),
  accounts: [{ providerId: 'credential', accountId: `user${at}`, password: `${SALT}:${KEY}` }],
})

async function writeFile(file) {
  const out = createWriteStream(file)
  for (let at = 0; at < RECORDS; at++) if (!out.write(`${JSON.stringify(userOf(at))}\n`)) await once(out, 'drain')
  out.end()
  await once(out, 'close')
}

for (const kind of chosenDatabases(options.database)) {
  const database = await openDatabase(kind)
  try {
    const env = { DATABASE_URL: database.url, SECRET: 'a secret for a benchmark, 32 bytes' }
    const file = path.join(database.directory, 'users.ndjson')
    await writeFile(file)
    await latchkey(['migrate'], env, database.directory)
    const begun = performance.now()
    const args = ['users', 'import', file, '--from', 'better-auth', '--yes', '--batch', options.batch]
    const { out, peakMiB, cpuSeconds } = await latchkey(args, env, database.directory)
    const seconds = (performance.now() - begun) / 1000
    const perMinute = Math.round((RECORDS / seconds) * 60)
    const took = `${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of the processor)`
    console.log(`${NAMES[kind]}: ${RECORDS} records in ${took}, ${perMinute} a minute, ${peakMiB} MiB at most`)
    console.log(out.trim())
    const exported = ['users', 'export', path.join(database.directory, 'export.ndjson'), '--with-hashes', '--with-seeds']
    const back = await latchkey(exported, env, database.directory)
    const told = `${back.seconds.toFixed(1)} s (${back.cpuSeconds.toFixed(1)} s of the processor), ${back.peakMiB} MiB at most`
    console.log(`${NAMES[kind]}: exported again in ${told}`)
  } finally {
    await database.close()
  }
}
