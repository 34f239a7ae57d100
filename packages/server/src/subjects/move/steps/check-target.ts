import { TOO_MUCH_MS } from '../../../gate/upkeep/shared-time.ts'
import { type Finding, findingsOf, textOf } from '../../../platform/commands/finding.ts'
import { systemClock } from '../../../platform/kernel/clock.ts'
import { inspectEngine } from '../../../platform/store/inspect-database.ts'
import { migrationState } from '../../../platform/store/migration-state.ts'
import { databaseName } from '../../../platform/store/open-engine.ts'
import { openReader, type Reader } from '../../../platform/store/open-reader.ts'
import { TABLES } from '../../../platform/store/table-list.ts'
import { MADE_BY_MIGRATIONS, NOT_COPIED } from '../source/table-shape.ts'

const { ok, fail } = findingsOf('target')
const OLDEST = 140_000

const FACTS = `SELECT current_setting('server_version') AS version, CAST(current_setting('server_version_num') AS INTEGER) AS number,
  current_setting('server_encoding') AS encoding, current_setting('transaction_read_only') AS read_only,
  COALESCE(has_schema_privilege(current_schema(), 'CREATE'), FALSE) AS may_create,
  CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now`

/** Nothing is written. */
export async function* checkTarget(to: string): AsyncIterable<Finding> {
  const name = await databaseName(to)
  let reader: Reader | undefined
  try {
    const { isMultiplexed, MULTIPLEXED } = await import('../../../platform/store/engines/multiplexed.ts')
    if (await isMultiplexed(to)) return void (yield fail(`${name} ${MULTIPLEXED}`))
    reader = await openReader(to)
    yield* checkServer(reader, name)
    yield await checkContents(reader, name)
  } catch (error) {
    yield fail(`${name} cannot be opened: ${textOf(error)}`)
  } finally {
    await reader?.close()
  }
}

async function* checkServer(reader: Reader, name: string): AsyncIterable<Finding> {
  const [facts] = await reader.query(FACTS)
  const skew = Math.abs(Number(facts?.['now']) - systemClock.now())
  if (Number(facts?.['number']) < OLDEST) yield fail(`PostgreSQL ${facts?.['version']} is too old: version 14 is the least`)
  else yield ok(`${name}, PostgreSQL ${facts?.['version']}`)
  if (facts?.['encoding'] !== 'UTF8') yield fail(`its encoding is ${facts?.['encoding']}: make the database with ENCODING 'UTF8'`)
  if (facts?.['read_only'] === 'on') yield fail('it takes no writes: it is a standby, or set to be read only')
  // The driver makes a boolean of it.
  if (String(facts?.['may_create']) !== 'true')
    yield fail('its user may not create tables: GRANT CREATE ON SCHEMA, or make it the owner')
  if (skew > TOO_MUCH_MS) yield fail(`its clock and the one of this machine are ${Math.round(skew / 1000)} seconds apart`)
}

async function checkContents(reader: Reader, name: string): Promise<Finding> {
  const found = await inspectEngine(reader)
  if (found.kind === 'nothing') return ok('it is empty')
  if (found.kind !== 'ours') return fail(`${name} belongs to another program${found.kind === 'foreign' ? `: ${found.what}` : ''}`)
  if (migrationState(found.applied).unknown.length > 0) return fail(`${name} is newer than this program`)
  if (found.move === 'open' || found.move === 'handed') return fail(`a service works at ${name} already`)
  if (found.move) return ok('it has what a move that did not end has left, which is removed')
  for (const { name: table } of TABLES) {
    if (NOT_COPIED.includes(table) || MADE_BY_MIGRATIONS.includes(table) || !found.tables.includes(table)) continue
    if ((await reader.query(`SELECT 1 AS found FROM ${table} LIMIT 1`)).length > 0)
      return fail(`${name} is not empty: there are rows in ${table}`)
  }
  return ok('it has our tables, and they are empty')
}
