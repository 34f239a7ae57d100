import { lookAtDatabase, type Sight } from './look-at-database.ts'
import { NewerDatabaseError } from './migrate.ts'
import { migrationState } from './migration-state.ts'
import { databaseName } from './open-engine.ts'

/** The database is not the one that was meant, and an operator can do something about it. */
export class DatabaseRefused extends Error {}

/** Before a database is made or migrated: in what belongs to another program, nothing is written. */
export async function refuseForeign(url: string): Promise<void> {
  const found = await look(url)
  if (found.kind === 'foreign') throw await foreign(url, found.what)
}

/** For whatever makes no database and migrates none: ours is there, and as new as this program. */
export async function requireDatabase(url: string): Promise<void> {
  const found = await look(url)
  if (found.kind === 'foreign') throw await foreign(url, found.what)
  const name = await databaseName(url)
  if (found.kind === 'nothing')
    throw new DatabaseRefused(
      `There is no database at ${name}: is DATABASE_URL right? \`latchkey start\` or \`latchkey migrate\` makes one.`,
    )
  const { unknown, pending } = migrationState(found.applied)
  if (unknown.length > 0) throw new NewerDatabaseError(unknown)
  if (pending.length > 0)
    throw new DatabaseRefused(`The database at ${name} is older than this program: run \`latchkey migrate\`.`)
}

/** What cannot be opened is for the operator, too: the server is down or no PostgreSQL, the password wrong, the path a folder. */
async function look(url: string): Promise<Sight> {
  const found = await lookAtDatabase(url).catch(async (error: unknown) => {
    throw new DatabaseRefused(
      `The database at ${await databaseName(url)} cannot be opened: ${reasonOf(error)}. Is DATABASE_URL right?`,
      { cause: error },
    )
  })
  if (found.kind !== 'multiplexed') return found
  const { MULTIPLEXED } = await import('./engines/multiplexed.ts')
  throw new DatabaseRefused(`The database at ${await databaseName(url)} ${MULTIPLEXED}`)
}

/** What the database does not let us do: it takes no writes, or its owner has not allowed us to make tables. */
export async function notMigrated(url: string, error: unknown): Promise<unknown> {
  if (!(error instanceof Error && 'code' in error)) return error
  return new DatabaseRefused(`The database at ${await databaseName(url)} cannot be brought up to date: ${reasonOf(error)}.`, {
    cause: error,
  })
}

/** Of several addresses that were tried, Node has only the code to tell. */
function reasonOf(error: unknown): string {
  const { message, code } = error as { readonly message?: string; readonly code?: unknown }
  return message || String(code ?? error)
}

const foreign = async (url: string, what: string): Promise<DatabaseRefused> =>
  new DatabaseRefused(
    `${await databaseName(url)} belongs to another program: ${what}. Set DATABASE_URL to one that is for this service alone.`,
  )
