import { CommandError, type Terminal } from '../platform/commands/command.ts'
import type { Config } from '../platform/config/schema.ts'
import { formatDuration } from '../platform/kernel/duration.ts'
import { type Outlook, outlookOn } from '../platform/store/migration-outlook.ts'
import { openReader } from '../platform/store/open-reader.ts'
import { pendingAt } from '../platform/store/require-database.ts'

/** The older version can go on, or has to be stopped first. */
const [BESIDE, STOPPED] = [3, 4]

/** Nothing is written. The exit codes are for a script that rolls a release out. */
export async function checkMigrations({ out }: Terminal, { storage }: Config): Promise<void> {
  const url = storage.url.reveal()
  const { isNew, pending } = await pendingAt(url)
  if (pending.length === 0) return out('The database is up to date.')
  if (isNew) throw new CommandError(`There is no database yet: ${pending.length} migrations make it.`, BESIDE)
  const reader = await openReader(url)
  try {
    const found = await outlookOn(reader, pending)
    for (const one of found) out(lineOf(one))
    const obstacle = found.find((one) => one.obstacle !== undefined)
    const seconds = found.reduce((sum, one) => sum + one.seconds, 0)
    const much = `${found.length} pending, about ${spanOf(seconds)}.`
    if (obstacle)
      throw new CommandError(`${much} Stop every process of the older version first, because of ${obstacle.id}.`, STOPPED)
    const waits = reader.name === 'sqlite' && seconds >= 1 ? ', and its writers wait for that long' : ''
    throw new CommandError(`${much} The older version can go on meanwhile${waits}.`, BESIDE)
  } finally {
    await reader.close()
  }
}

function lineOf({ id, reads, seconds, obstacle }: Outlook): string {
  const tables = reads.map(({ table, rows }) => `${table} (about ${rows} rows)`)
  const work = tables.length > 0 ? `reads ${tables.join(', ')}, about ${spanOf(seconds)}` : 'at once'
  return `${id}: ${work}${obstacle === undefined ? '' : `; the older version cannot go on beside: ${obstacle}`}`
}

const spanOf = (seconds: number): string => formatDuration(Math.max(1, Math.ceil(seconds)) * 1000)
