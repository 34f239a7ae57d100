import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import { inspectEngine } from '../../platform/store/inspect-database.ts'
import { levelOf, migrationState } from '../../platform/store/migration-state.ts'
import type { Reader } from '../../platform/store/open-reader.ts'

const { ok, warn, fail } = findingsOf('migrations')

export async function checkMigrations(reader: Reader): Promise<Finding> {
  const found = await inspectEngine(reader)
  if (found.kind === 'foreign') return fail(`this belongs to another program: ${found.what}. Is DATABASE_URL right?`)
  if (found.kind === 'nothing')
    return fail('nothing was ever migrated here: is DATABASE_URL right? `latchkey migrate` makes the tables')
  if (found.kind === 'moved') return fail(`the database has moved to ${found.target}: set DATABASE_URL to it`)
  if (found.move && found.move !== 'open' && found.move !== 'handed')
    return fail('a move to this database has not ended: run `latchkey move` again')
  const { unknown, pending, isTooOld } = migrationState(found.applied)
  if (unknown.length > 0) return fail(`the database is newer than this program: it has ${unknown[0]}. Install the newer version.`)
  if (isTooOld) return fail('the database is from before the first release: start the last version of that time once')
  if (pending.length > 0) return warn(`${pending.length} pending: \`latchkey migrate\` or the next start applies them`)
  return ok(`up to date, ${levelOf(found.applied)}`)
}
