import { statSync } from 'node:fs'
import { type Finding, findingsOf, textOf } from '../../platform/commands/finding.ts'
import type { Reader } from '../../platform/store/open-reader.ts'
import { writeFinding } from './check-replication.ts'

const { ok, warn, fail } = findingsOf('database')

const OLDEST_POSTGRES = 14

export const checkDatabase = (reader: Reader, file: string | undefined): AsyncIterable<Finding> =>
  file === undefined ? checkPostgres(reader) : checkSqlite(reader, file)

export async function* checkWriting(reader: Reader): AsyncIterable<Finding> {
  try {
    const ms = await reader.tryToWrite()
    yield ok('can be written to')
    yield writeFinding(ms)
  } catch (error) {
    yield fail(`cannot be written to: ${textOf(error)}`)
  }
}

async function* checkPostgres(reader: Reader): AsyncIterable<Finding> {
  const [row] = await reader.query('SHOW server_version')
  const version = String(row?.['server_version'])
  const isOld = Number.parseInt(version, 10) < OLDEST_POSTGRES
  yield isOld ? fail(`PostgreSQL ${version} is too old: version ${OLDEST_POSTGRES} is the least`) : ok(`PostgreSQL ${version}`)
}

async function* checkSqlite(reader: Reader, file: string): AsyncIterable<Finding> {
  const [damage] = (await reader.query('PRAGMA quick_check(1)')).flatMap(Object.values)
  yield damage === 'ok' ? ok(`SQLite, intact: ${file}`) : fail(`${file} is damaged: ${damage}. Restore a backup.`)
  const [mode] = (await reader.query('PRAGMA journal_mode')).flatMap(Object.values)
  if (mode !== 'wal') yield warn(`the journal mode is ${mode}: the next start switches to WAL`)
  yield* checkMode(file, statSync(file).mode)
}

/** The file holds password hashes. */
function* checkMode(file: string, mode: number): Iterable<Finding> {
  const shown = (mode & 0o777).toString(8)
  if (mode & 0o007) yield fail(`everybody on this machine may open ${file} (mode ${shown}): chmod 600 it`)
  else if (mode & 0o070) yield warn(`a whole group may open ${file} (mode ${shown}): chmod 600 it unless you meant that`)
}
