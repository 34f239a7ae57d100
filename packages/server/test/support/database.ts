import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Callers } from './callers.ts'
import { leaveDatabase, takeDatabase } from './kept-databases.ts'
import { leaveFile, takeFile } from './kept-files.ts'
import { scratchDirectory } from './scratch-directory.ts'

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

/** A database that goes from test to test, with those who call it. */
export interface MigratedDatabase extends TestDatabase {
  readonly callers: Callers
}

/** A database of the project's engine, for one test alone, without a table. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const directory = scratchDirectory('latchkey-test-')
  const removeDirectory = () => rmSync(directory, { recursive: true, force: true })
  if (inject('engine') === 'sqlite') {
    return { url: `file:${path.join(directory, 'test.db')}`, directory, drop: async () => removeDirectory() }
  }
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administrator(server).query(`CREATE DATABASE ${name}`)
  return {
    url: `${server}/${name}`,
    directory,
    drop: async () => {
      await administrator(server).query(`DROP DATABASE ${name} WITH (FORCE)`)
      removeDirectory()
    },
  }
}

/** The same with every migration applied, and no row but theirs. */
export async function migratedDatabase(): Promise<MigratedDatabase> {
  if (inject('engine') === 'sqlite') {
    const kept = await takeFile()
    return { url: `file:${kept.file}`, directory: kept.directory, callers: kept.callers, drop: () => leaveFile(kept) }
  }
  const server = inject('postgresUrl')
  const directory = scratchDirectory('latchkey-test-')
  const kept = await takeDatabase(administrator(server), server)
  return {
    url: `${server}/${kept.name}`,
    directory,
    callers: kept.callers,
    drop: async () => {
      await leaveDatabase(administrator(server), kept)
      rmSync(directory, { recursive: true, force: true })
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
