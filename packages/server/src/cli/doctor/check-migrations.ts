import { migrations } from '../../store/migrations/index.ts'
import type { Reader } from '../../store/open-reader.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warn, fail } = findingsOf('migrations')

export async function checkMigrations(reader: Reader): Promise<Finding> {
  const applied = await appliedMigrations(reader)
  if (!applied) return fail('nothing was ever migrated here: is DATABASE_URL right? `latchkey migrate` makes the tables')
  const unknown = applied.find((id) => migrations.every((known) => known.id !== id))
  if (unknown !== undefined) return fail(`the database is newer than this program: it has ${unknown}. Install the newer version.`)
  const pending = migrations.filter(({ id }) => !applied.includes(id))
  if (pending.length > 0) return warn(`${pending.length} pending: \`latchkey migrate\` or the next start applies them`)
  return ok(`up to date, ${applied.at(-1)}`)
}

async function appliedMigrations(reader: Reader): Promise<readonly string[] | undefined> {
  const there =
    reader.name === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'migrations'`
      : `SELECT 1 AS name WHERE to_regclass('migrations') IS NOT NULL`
  if ((await reader.query(there)).length === 0) return undefined
  return (await reader.query('SELECT id FROM migrations ORDER BY id')).map((row) => String(row['id']))
}
