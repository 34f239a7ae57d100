import '../../src/subjects/index.ts'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { migrate } from '../../src/platform/store/migrate.ts'
import { openEngine } from '../../src/platform/store/open-engine.ts'
import { scratchDirectory } from './scratch-directory.ts'

/** A PostgreSQL database that is migrated once and copied for every test. */
export const TEMPLATE = 'migrated'

let file: Promise<string> | undefined

/** The same as a SQLite file, once for each process. */
export const migratedFile = (): Promise<string> => (file ??= makeFile())

async function makeFile(): Promise<string> {
  const directory = scratchDirectory('latchkey-template-')
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  const made = path.join(directory, 'migrated.db')
  const engine = await openEngine({ url: `file:${made}`, poolSize: 1, onError: () => undefined })
  await migrate(engine)
  // Only this file is copied, and what closing leaves in the log beside it would be missing from every copy.
  await engine.query(`PRAGMA wal_checkpoint(TRUNCATE)`)
  await engine.close()
  return made
}

export async function migrateAt(url: string): Promise<void> {
  const engine = await openEngine({ url, poolSize: 1, onError: () => undefined })
  await migrate(engine)
  await engine.close()
}
