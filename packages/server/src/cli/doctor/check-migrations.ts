import { sightOf } from '../../store/look-at-database.ts'
import { migrations } from '../../store/migrations/index.ts'
import type { Reader } from '../../store/open-reader.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warn, fail } = findingsOf('migrations')

export async function checkMigrations(reader: Reader): Promise<Finding> {
  const found = await sightOf(reader)
  if (found.kind === 'foreign') return fail(`this belongs to another program: ${found.what}. Is DATABASE_URL right?`)
  if (found.kind === 'nothing')
    return fail('nothing was ever migrated here: is DATABASE_URL right? `latchkey migrate` makes the tables')
  const { applied } = found
  const unknown = applied.find((id) => migrations.every((known) => known.id !== id))
  if (unknown !== undefined) return fail(`the database is newer than this program: it has ${unknown}. Install the newer version.`)
  const pending = migrations.filter(({ id }) => !applied.includes(id))
  if (pending.length > 0) return warn(`${pending.length} pending: \`latchkey migrate\` or the next start applies them`)
  return ok(`up to date, ${applied.at(-1)}`)
}
