import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLineClient } from '../../../gate/assembly/command-line-client.ts'
import { keysOf } from '../../../gate/assembly/open-deps.ts'
import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { record } from '../../../gate/audit/audit.ts'
import type { Handout, Loss } from '../../../gate/data-key/under-data-key.ts'
import { HOOKS } from '../../../gate/hooks.ts'
import { CommandError, command, type Terminal } from '../../../platform/commands/command.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { systemClock } from '../../../platform/kernel/clock.ts'
import { Effects } from '../../../platform/store/effects.ts'
import { LockHeld, type Queries } from '../../../platform/store/engine.ts'
import { MIGRATION_LOCK } from '../../../platform/store/migrate.ts'
import { sqliteFile } from '../../../platform/store/open-engine.ts'
import { isSqliteInUse } from '../../../platform/store/sqlite-file.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { connectionTo } from '../../../platform/store/table-list.ts'
import { lostKey, replaceLostKey } from '../data-keys.ts'

/** More names are for a program: --json has all of them. */
const MOST_NAMES = 20
const TRIES = 10
const TRY_AGAIN_MS = 100

export const secretLost = command({
  name: 'secret lost',
  summary: 'When SECRET is lost for good: say what is lost with it, and with --yes go on under the SECRET that is set now.',
  options: {
    yes: { type: 'boolean', help: 'Do it. The service must not run. Without it, nothing is changed.' },
    json: { type: 'boolean', help: 'Print JSON, with every name.' },
  },

  async run({ values, terminal, config: load }) {
    const config = load()
    const isDone = values.yes === true
    if (isDone) await refuseOpenFile(config)
    await withEngine(config, async (engine) => {
      const sealed = await sealedByAnother(connectionTo(engine), config)
      const losses = await lossesOf(connectionTo(engine), config)
      if (!values.json) tellLosses(terminal, losses)
      if (isDone && engine.name === 'postgres') await refuseOthers(engine)
      const handouts = isDone
        ? await engine.migration(MIGRATION_LOCK, (sql) => goOn(connectionTo(sql, new Effects()), config, sealed)).catch(explain)
        : []
      if (values.json) terminal.out(JSON.stringify({ done: isDone, losses, handouts }))
      else tellEnd(terminal, isDone, handouts)
    })
  },
})

async function sealedByAnother(tables: Connection, config: Config): Promise<string> {
  const sealed = await lostKey(tables, keysOf(config).dataKeys)
  if (sealed === undefined)
    throw new CommandError('Nothing is lost: there is no key yet, or SECRET or PREVIOUS_SECRET opens it. There is nothing to do.')
  return sealed
}

async function lossesOf(tables: Connection, config: Config): Promise<readonly Loss[]> {
  const losses: Loss[] = []
  for (const { underDataKey } of HOOKS) losses.push(...((await underDataKey?.losses(tables, config)) ?? []))
  return losses.filter(({ count }) => count > 0)
}

/** All of it or nothing: a process that is killed leaves the database as it was. */
async function goOn(tx: Connection, config: Config, sealed: string): Promise<readonly Handout[]> {
  const now = systemClock.now()
  // What was said may be older than this moment.
  const losses = await lossesOf(tx, config)
  const key = await replaceLostKey(tx, sealed, keysOf(config).dataKeys, now)
  if (!key) throw new CommandError('Another command has replaced the key meanwhile. There is nothing to do.')
  const handouts: Handout[] = []
  for (const { underDataKey } of HOOKS) handouts.push(...((await underDataKey?.renew(tx, key, now)) ?? []))
  const metadata = Object.fromEntries(losses.map(({ part, count }) => [part, String(count)]))
  await record(tx, { deps: { clock: systemClock }, client: commandLineClient }, 'service.secret_lost', { metadata })
  return handouts
}

const STOP = 'stop the service first, because a process that knows the lost secret would go on with its key'

async function refuseOpenFile({ storage }: Config): Promise<void> {
  const file = sqliteFile(storage.url.reveal())
  if (file !== undefined && existsSync(file) && (await isSqliteInUse(file))) throw new CommandError(`${file} is in use: ${STOP}.`)
}

/** Of this user of the database: of others the server tells a user nothing. One that has just ended is listed for a moment. */
async function refuseOthers(sql: Queries): Promise<void> {
  for (let tries = 0; ; tries++) {
    const [row] = await sql.query(
      `SELECT COUNT(*) AS total FROM pg_stat_activity
       WHERE datname = current_database() AND usename = current_user AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    )
    const total = Number(row?.['total'])
    if (total === 0) return
    if (tries === TRIES) throw new CommandError(`${total} other connections have the database open: ${STOP}.`)
    await sleep(TRY_AGAIN_MS)
  }
}

function tellLosses({ out }: Terminal, losses: readonly Loss[]): void {
  out('SECRET does not open the key of this database. Lost with it:')
  for (const { count, says, names } of losses) {
    out(`  ${count} ${says}`)
    for (const name of names.slice(0, MOST_NAMES)) out(`    ${name}`)
    if (names.length > MOST_NAMES) out(`    and ${names.length - MOST_NAMES} more: --json names them`)
  }
  out('Kept: accounts, passwords, passkeys, sessions, API keys, secrets of applications.')
}

function tellEnd({ out }: Terminal, isDone: boolean, handouts: readonly Handout[]): void {
  if (!isDone) {
    out('Nothing was changed. Where the secret cannot be found again, `latchkey secret lost --yes` goes on without it.')
    return
  }
  for (const { name, secret } of handouts) out(`${name}  ${secret}`)
  out('Done: start the service with this SECRET, and keep it where a backup of the database is not.')
}

function explain(error: unknown): never {
  throw error instanceof LockHeld ? new CommandError('Another process migrates the database: try again when it is done.') : error
}
