import { newestOf } from '../kernel/version.ts'
import { inspectDatabase } from './inspect-database.ts'
import { NewerDatabaseError, TooOldDatabaseError } from './migrate.ts'
import { migrationState } from './migration-state.ts'
import { migrations } from './migrations.ts'
import { movedTo } from './moved/database-moved.ts'
import type { MoveState } from './moved/move-record.ts'
import { openHandedAt } from './moved/open-next.ts'
import { databaseName } from './open-engine.ts'
import { reasonOf } from './reason-of.ts'

/** Only for what the operator can mend. */
export class DatabaseRefused extends Error {}

/** Comes before any write: a database of another program must stay as it is. */
export async function refuseForeign(url: string): Promise<void> {
  await look(url)
}

/** For commands that neither create nor migrate: the database has to be there, and as new as this program. */
export async function requireDatabase(url: string): Promise<void> {
  const found = await look(url)
  const name = await databaseName(url)
  if (found.kind === 'nothing')
    throw new DatabaseRefused(
      `There is no database at ${name}: is DATABASE_URL right? \`latchkey start\` or \`latchkey migrate\` makes one.`,
    )
  const { unknown, pending } = migrationState(found.applied)
  if (unknown.length > 0) throw new NewerDatabaseError(unknown, newestOf(found.versions))
  if (pending.length > 0)
    throw new DatabaseRefused(`The database at ${name} is older than this program: run \`latchkey migrate\`.`)
}

/** What a start would apply, of a database that need not be there. */
export async function pendingAt(url: string) {
  const found = await look(url)
  if (found.kind === 'nothing') return { isNew: true, pending: migrations }
  const { unknown, pending, isTooOld } = migrationState(found.applied)
  if (isTooOld) throw new TooOldDatabaseError()
  if (unknown.length > 0) throw new NewerDatabaseError(unknown, newestOf(found.versions))
  return { isNew: false, pending }
}

async function look(url: string) {
  const found = await inspectDatabase(url).catch(async (cause: unknown) => {
    const problem = `The database at ${await databaseName(url)} cannot be opened: ${reasonOf(cause)}.`
    throw new DatabaseRefused(`${problem} Is DATABASE_URL right?`, { cause })
  })
  if (found.kind === 'foreign')
    throw new DatabaseRefused(
      `${await databaseName(url)} belongs to another program: ${found.what}. Set DATABASE_URL to one that is for this service alone.`,
    )
  if (found.kind === 'moved') throw new DatabaseRefused(`${movedTo(await databaseName(url), found)}.`)
  if (found.kind === 'ours' && found.move) await refuseUnfinished(url, found.move)
  if (found.kind !== 'multiplexed') return found
  const { MULTIPLEXED } = await import('./engines/multiplexed.ts')
  throw new DatabaseRefused(`The database at ${await databaseName(url)} ${MULTIPLEXED}`)
}

/** Until the file is fenced its rows are the right ones; and what was handed over can be taken back only while nothing works there. */
async function refuseUnfinished(url: string, state: MoveState): Promise<void> {
  if (state === 'handed') await openHandedAt(url)
  if (state === 'handed' || state === 'open') return
  const why = state === 'undone' ? 'was taken back' : 'has not ended: run `latchkey move` again'
  throw new DatabaseRefused(`The move to the database at ${await databaseName(url)} ${why}.`)
}

/** An error with a code is the database's own: it is read-only, or its owner does not let us create tables. */
export async function notMigrated(url: string, cause: unknown): Promise<unknown> {
  if (!(cause instanceof Error && 'code' in cause)) return cause
  const problem = `The database at ${await databaseName(url)} cannot be brought up to date: ${reasonOf(cause)}.`
  return new DatabaseRefused(problem, { cause })
}
