import { rmSync } from 'node:fs'
import path from 'node:path'
import { migrate } from '../../src/store/migrate.ts'
import { openEngine } from '../../src/store/open-engine.ts'
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
  await migrateAt(`file:${made}`)
  return made
}

export async function migrateAt(url: string): Promise<void> {
  const engine = await openEngine({ url, poolSize: 1, onError: () => undefined })
  await migrate(engine)
  await engine.close()
}
