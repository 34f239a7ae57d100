import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { scratchDirectory } from '../support/scratch-directory.ts'
import { startServer } from '../support/server-process.ts'
import { shell } from '../support/shell.ts'

function isInstalled(): boolean {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })

/** PgBouncer with nothing set but where it is, who may use it, and its mode. */
async function bounced(mode: 'session' | 'transaction'): Promise<string> {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  const url = new URL(database.url)
  const directory = scratchDirectory('latchkey-pgbouncer-')
  chmodSync(directory, 0o755)
  const port = await freePort()
  const file = (name: string, text: string): string => {
    writeFileSync(path.join(directory, name), text)
    return path.join(directory, name)
  }
  const users = file('users.txt', `"${url.username}" "${url.password}"\n`)
  const settings = file(
    'pgbouncer.ini',
    `[databases]\n* = host=${url.hostname} port=${url.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\n` +
      `unix_socket_dir =\nauth_type = plain\nauth_file = ${users}\npool_mode = ${mode}\n`,
  )
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', [...asUser, settings], { stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  await expect.poll(() => answers(port), { timeout: 10_000 }).toBe(true)
  url.port = String(port)
  return url.href
}

describe.skipIf(!isInstalled())('PgBouncer, as it is installed', () => {
  it('in transaction mode stops the start with one line that says why, and what to set', async () => {
    const here = shell({ DATABASE_URL: await bounced('transaction') })
    for (const command of ['migrate', 'start'])
      expect(await here.latchkey(command)).toEqual({
        code: 1,
        out: '',
        err: expect.stringMatching(/^The database at .* transaction mode.* Set pool_mode = session .* DATABASE_URL .*[.]$/),
      })
    expect((await here.latchkey('doctor')).out).toMatch(/^fail {2}database +is reached through a pooler in transaction mode/m)
  })

  it('in session mode is as good as the server itself', async () => {
    const url = await bounced('session')
    const server = await startServer({ DATABASE_URL: url }, scratchDirectory('latchkey-bounced-'))
    const ada = { email: 'ada@example.com', password: 'correct horse 1', name: 'Ada' }
    expect((await server.post('/auth/register', ada)).status).toBe(201)
    expect((await server.post('/auth/login', ada)).status).toBe(200)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect((await shell({ DATABASE_URL: url }).latchkey('sessions', 'flush')).code).toBe(0)
    expect((await shell({ DATABASE_URL: url }).latchkey('doctor')).out).toContain('is reached through a pooler in session mode')
  })
})
