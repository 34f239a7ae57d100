import { existsSync, readdirSync, watch } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { inspectSqlite } from '../../src/cli/inspect-sqlite.ts'
import { openEngine } from '../../src/platform/store/open-engine.ts'
import { startCommand } from '../support/command-process.ts'
import { emptyDatabase } from '../support/database.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { PASSWORD } from '../support/world.ts'

const isSqlite = inject('engine') === 'sqlite'

async function site() {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  const env = { DATABASE_URL: database.url, HASH_QUEUE: '1000' }
  const run = async (...args: string[]) => {
    const command = startCommand(args, env, database.directory)
    const { code } = await command.exited
    return { code, out: command.lines().join('\n'), err: command.errors() }
  }
  const file = (name: string) => path.join(database.directory, name)
  return { ...database, env, run, file, start: () => startServer(env, database.directory) }
}

/** Registers as fast as it can until it is told to stop, and notes who was answered 201. */
function storm(server: ServerProcess) {
  const acknowledged: string[] = []
  const state = { isOver: false }
  const caller = async (n: number): Promise<void> => {
    for (let i = 0; !state.isOver; i++) {
      const email = `${n}-${i}@example.com`
      const reply = await server.post('/auth/register', { email, password: PASSWORD, name: 'Ada' })
      if (reply.status === 201) acknowledged.push(email)
    }
  }
  const callers = Promise.all(Array.from({ length: 4 }, (_, n) => caller(n)))
  const stop = async () => {
    state.isOver = true
    await callers
  }
  return { acknowledged, stop }
}

const cookieOf = (reply: Response): string =>
  reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

describe.runIf(isSqlite)('backup and restore of a service', () => {
  it('a backup under load has everybody who was answered before it, and comes back in their place', async () => {
    const { run, start, file, directory } = await site()
    const server = await start()
    const eve = { email: 'eve@example.com', password: PASSWORD, name: 'Eve' }
    const cookie = cookieOf(await server.post('/auth/register', eve))
    const { acknowledged, stop } = storm(server)
    await expect.poll(() => acknowledged.length).toBeGreaterThan(5)
    const early = [...acknowledged]
    expect(await run('backup', 'copy.db')).toMatchObject({ code: 0, out: expect.stringContaining('Backed up to ') })
    await stop()
    const late = { ...eve, email: 'late@example.com' }
    expect((await server.post('/auth/register', late)).status).toBe(201)

    expect(await run('restore', 'copy.db', '--yes')).toMatchObject({ code: 1, err: expect.stringContaining('is in use') })
    expect((await fetch(`${server.url}/auth/me`, { headers: { cookie } })).status).toBe(200)
    server.kill('SIGKILL') // and so leaves a WAL behind
    await server.exited
    expect(await run('restore', 'copy.db', '--yes')).toMatchObject({ code: 0, err: '' })
    expect(readdirSync(directory).filter((name) => /-wal|-shm|restoring|partial/.test(name))).toEqual([])

    const restored = await start()
    expect((await fetch(`${restored.url}/auth/me`, { headers: { cookie } })).status).toBe(401)
    expect((await restored.post('/auth/refresh', {}, { cookie })).status).toBe(401)
    const login = async (email: string) => (await restored.post('/auth/login', { email, password: PASSWORD })).status
    expect(await Promise.all(early.map(login))).toEqual(early.map(() => 200))
    expect(await login(late.email)).toBe(401)

    const aside = readdirSync(directory).find((name) => name.startsWith('test.db.before-restore-')) ?? ''
    const kept = await inspectSqlite(file(aside), 0)
    expect(kept).toMatchObject({ accounts: acknowledged.length + 2 })
  })

  it('a backup that is killed leaves nothing half-done under its name', async () => {
    const { url, env, directory, run, file } = await site()
    await run('migrate')
    await fill(url)
    const begun = new Promise<void>((resolve) => {
      const watcher = watch(directory, (_, name) => name?.startsWith('copy.db') && resolve())
      onTestFinished(() => watcher.close())
    })
    const doomed = startCommand(['backup', 'copy.db'], env, directory)
    await begun
    doomed.kill('SIGKILL')
    await doomed.exited
    // On a fast day it was whole before the signal came.
    if (existsSync(file('copy.db'))) expect(await inspectSqlite(file('copy.db'), 0)).not.toHaveProperty('problem')
    expect((await run('backup', 'copy.db', '--force')).code).toBe(0)
  })
})

/** So many rows that a copy takes a while. */
async function fill(url: string): Promise<void> {
  const engine = await openEngine({ url, poolSize: 1, onError: () => undefined })
  await engine.query(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
     INSERT INTO audit_events (id, type, success, actor_id, target_user_id, session_id, ip, user_agent, request_id, metadata, created_at, count, org_id)
     SELECT 'id' || i, 'login.failed', 0, NULL, NULL, NULL, '', '${'x'.repeat(400)}', '', '{}', i, 1, NULL FROM n`,
  )
  await engine.close()
}
