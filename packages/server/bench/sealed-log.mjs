import { loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chosenDatabases, NAMES, openDatabase } from './database.mjs'
import { connect } from './load-accounts.mjs'
import { loadEvents } from './load-events.mjs'
import { latchkey } from './measured-command.mjs'
import { startService } from './service.mjs'

/** How long the sealed log takes: until what an older version has left is sealed, and to verify, export and prove it. */
const { values: options } = parseArgs({
  options: { database: { type: 'string' }, events: { type: 'string', default: '1000000' } },
})
const EVENTS = Number(options.events)
/** A million rows were written just now, and the service reads them while their file is still on its way to the disk. */
const START_LIMIT_MS = 60_000

/** Until all have a number. The service does nothing else meanwhile. */
async function seal(database, env) {
  const begun = performance.now()
  const service = await startService(database, env, START_LIMIT_MS)
  const { query, close } = await connect(database)
  const isSealed = async () => Number((await query('SELECT size FROM audit_head'))[0]?.size ?? 0) > EVENTS
  while (!(await isSealed())) await sleep(500)
  await close()
  await service.stop()
  return (performance.now() - begun) / 1000
}

console.log(`load average before the run: ${loadavg()[0].toFixed(2)}`)
for (const kind of chosenDatabases(options.database)) {
  const database = await openDatabase(kind)
  try {
    const env = { DATABASE_URL: database.url, SECRET: 'a secret for a benchmark, 32 bytes' }
    await latchkey(['migrate'], env, database.directory)
    await loadEvents(database, EVENTS)
    console.log(`${NAMES[kind]}: ${EVENTS} events sealed in ${(await seal(database, env)).toFixed(0)} s`)
    const file = path.join(database.directory, 'log.ndjson')
    for (const args of [
      ['audit', 'verify'],
      ['audit', 'export', file],
      ['audit', 'verify-export', file],
    ]) {
      const { out, seconds, cpuSeconds, peakMiB } = await latchkey(args, env, database.directory)
      const took = `${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of the processor), ${peakMiB} MiB at most`
      console.log(`${args.slice(0, 2).join(' ')}: ${took}: ${out.trim().split('\n').at(-1)}`)
    }
  } finally {
    await database.close()
  }
}
