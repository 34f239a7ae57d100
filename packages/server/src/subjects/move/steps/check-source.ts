import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { type Finding, findingsOf } from '../../../platform/commands/finding.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { inspectDatabase } from '../../../platform/store/inspect-database.ts'
import { migrationState } from '../../../platform/store/migration-state.ts'
import { movedTo } from '../../../platform/store/moved/database-moved.ts'

const { ok, fail } = findingsOf('file')
const MIB = 1024 ** 2
/** What is written while rows are copied leaves notes, and a longer log. */
const LEAST_FREE = 64 * MIB

/** What is moved, and what would be missed at the other end. */
export async function* checkSource({ storage, security }: Config, file: string): AsyncIterable<Finding> {
  const found = await inspectDatabase(storage.url.reveal())
  if (found.kind === 'moved') yield fail(`${movedTo(file, found)}.`)
  else if (found.kind !== 'ours') yield fail(`there is no database of this service at ${file}`)
  else {
    const { unknown, pending } = migrationState(found.applied)
    if (unknown.length > 0) yield fail(`${file} is newer than this program`)
    else if (pending.length > 0) yield fail(`${file} is older than this program: run \`latchkey migrate\``)
    else yield ok(`${file}, ${Math.ceil(statSync(file).size / MIB)} MiB: takes about twice that in PostgreSQL`)
    const { bavail, bsize } = await statfs(path.dirname(file))
    if (bavail * bsize < LEAST_FREE) yield fail(`less than ${LEAST_FREE / MIB} MiB are free beside ${file}`)
  }
  // The generated one lies beside the file, so the service would make another, and all sessions would end.
  if (!security.secret)
    yield findingsOf('secret').fail(
      `set SECRET to what ${path.join(path.dirname(file), 'latchkey.secret')} holds, and start the service with it`,
    )
}
