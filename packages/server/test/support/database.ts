import { randomUUID } from 'node:crypto'
import { copyFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { Callers } from './callers.ts'
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

/** With callers that go from test to test where the database does. */
export interface MigratedDatabase extends TestDatabase {
  readonly callers: Callers
}

const FILE = 'test.db'

/** A database of the project's engine, for one test alone, without a table. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const directory = scratchDirectory('latchkey-test-')
  const removeDirectory = () => rmSync(directory, { recursive: true, force: true })
  if (inject('engine') === 'sqlite') {
    return { url: `file:${path.join(directory, FILE)}`, directory, drop: async () => removeDirectory() }
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
  if (inject('engine') === 'sqlite') return copiedFile()
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

async function copiedFile(): Promise<MigratedDatabase> {
  const { url, directory, drop } = await emptyDatabase()
  copyFileSync(await migratedFile(), path.join(directory, FILE))
  const callers = new Callers(url)
  return {
    url,
    directory,
    callers,
    drop: async () => {
      await callers.close()
      await drop()
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
