import { randomUUID } from 'node:crypto'
import { copyFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { leaveDatabase, takeDatabase } from './kept-databases.ts'
import { scratchDirectory } from './scratch-directory.ts'
import { migratedFile } from './template-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'sqlite' | 'postgres'
    postgresUrl: string
    /** Path of the browser. */
    chromium: string
  }
}

export interface TestDatabase {
  readonly url: string
  /** Where the service under test may keep files. */
  readonly directory: string
  drop(): Promise<void>
}

/** A database of the project's engine, for one test alone: empty, or with every migration applied where that is faster. */
export async function emptyDatabase({ mayBeMigrated = false } = {}): Promise<TestDatabase> {
  const directory = scratchDirectory('latchkey-test-')
  const removeDirectory = () => rmSync(directory, { recursive: true, force: true })
  if (inject('engine') === 'sqlite') {
    const file = path.join(directory, 'test.db')
    if (mayBeMigrated) copyFileSync(await migratedFile(), file)
    return { url: `file:${file}`, directory, drop: async () => removeDirectory() }
  }
  const server = inject('postgresUrl')
  const admin = administrator(server)
  const kept = mayBeMigrated ? await takeDatabase(admin, server) : undefined
  const name = kept?.name ?? `test_${randomUUID().replaceAll('-', '')}`
  if (!kept) await admin.query(`CREATE DATABASE ${name}`)
  return {
    url: `${server}/${name}`,
    directory,
    drop: async () => {
      if (kept) await leaveDatabase(admin, kept)
      else await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      removeDirectory()
    },
  }
}

let opened: pg.Pool | undefined

/** One connection for all tests of a worker: to open one takes as long as to copy a database. */
function administrator(server: string): pg.Pool {
  if (opened) return opened
  opened = new pg.Pool({ connectionString: `${server}/postgres`, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  return opened.on('error', () => undefined) // the server goes before the worker does
}
