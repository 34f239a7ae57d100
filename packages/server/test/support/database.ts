import { randomUUID } from 'node:crypto'
import { copyFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { scratchDirectory } from './scratch-directory.ts'
import { migratedFile, TEMPLATE } from './template-database.ts'

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
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(server, `CREATE DATABASE ${name}${mayBeMigrated ? ` TEMPLATE ${TEMPLATE}` : ''}`)
  return {
    url: `${server}/${name}`,
    directory,
    drop: async () => {
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`)
      removeDirectory()
    },
  }
}

async function administer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${server}/postgres` })
  await client.connect()
  await client.query(sql)
  await client.end()
}
