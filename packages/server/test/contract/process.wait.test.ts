import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, getPriority } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startCommand } from '../support/command-process.ts'
import { emptyDatabase } from '../support/database.ts'
import { startServer } from '../support/server-process.ts'
import { PASSWORD } from '../support/world.ts'

const ada = { email: 'ada@example.com', password: PASSWORD, name: 'Ada' }

async function database() {
  const one = await emptyDatabase()
  onTestFinished(one.drop)
  return one
}

describe('latchkey --version', () => {
  it('finds its version beside the built program', async () => {
    const { directory } = await database()
    const { exited, lines } = startCommand(['--version'], {}, directory)
    expect(await exited).toEqual({ code: 0, signal: null })
    expect(lines()).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/)])
  })
})

describe('latchkey start', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('finishes what is in flight on %s, then exits with 0', async (signal) => {
    const { url, directory } = await database()
    const server = await startServer({ DATABASE_URL: url }, directory)
    const inFlight = server.post('/auth/register', ada)
    await expect.poll(async () => (await fetch(`${server.url}/healthz`)).status).toBe(200)
    server.kill(signal)
    expect((await inFlight).status).toBe(201)
    expect(await server.exited).toBe(0)
  })

  it('leaves a proxy time to look elsewhere: not ready, still answering, on connections that end with the answer', async () => {
    const { url, directory } = await database()
    const server = await startServer({ DATABASE_URL: url, STOP_DELAY: '3s', LATCHKEY_PROT: '1' }, directory)
    // Whatever it says is for programs, where no terminal is.
    const lines = server.output().trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).msg)).toContain('LATCHKEY_PROT: no such setting. Did you mean LATCHKEY_PORT?')
    const ready = () => fetch(`${server.url}/readyz`)
    expect((await ready()).headers.get('connection')).toBe('keep-alive')
    server.kill('SIGTERM')
    await expect.poll(async () => (await ready()).status, { interval: 20 }).toBe(503)
    const reply = await server.post('/auth/register', ada)
    expect([reply.status, reply.headers.get('connection')]).toEqual([201, 'close'])
    expect(await server.exited).toBe(0)
  })

  it.runIf(process.platform === 'linux')('hashes on a thread for each core, which give way to requests', async () => {
    const { url, directory } = await database()
    const { child } = await startServer({ DATABASE_URL: url }, directory)
    const threads = `/proc/${child.pid}/task`
    const niceness = readdirSync(threads).map((id) => {
      const [, afterName = ''] = readFileSync(`${threads}/${id}/stat`, 'utf8').split(') ')
      return Number(afterName.split(' ')[16])
    })
    const lower = Math.min(getPriority() + 5, 19)
    expect(niceness.filter((one) => one === lower)).toHaveLength(availableParallelism() + 4)
    expect(niceness[0]).toBe(getPriority())
  })

  it('also finishes what a client started and then hung up on', async () => {
    const { url, directory } = await database()
    const server = await startServer({ DATABASE_URL: url }, directory)
    const impatient = new AbortController()
    const attempts = Array.from({ length: 6 }, (_, n) =>
      server.post('/auth/register', { ...ada, email: `ada${n}@example.com` }, {}, impatient.signal).catch(() => undefined),
    )
    await expect.poll(async () => (await fetch(`${server.url}/healthz`)).status).toBe(200)
    impatient.abort()
    server.kill('SIGTERM')
    await Promise.all(attempts)
    expect(await server.exited).toBe(0)
    expect(server.output()).not.toContain('request failed')
  })

  it('lets two processes start at once on one empty database, and share it', async () => {
    const { url, directory } = await database()
    const [one, two] = await Promise.all([
      startServer({ DATABASE_URL: url }, directory),
      startServer({ DATABASE_URL: url }, directory),
    ])
    const reply = await one.post('/auth/register', ada)
    expect(reply.status).toBe(201)
    const cookie = reply.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    expect((await fetch(`${two.url}/auth/me`, { headers: { cookie } })).status).toBe(200)
    expect((await two.post('/auth/logout', {}, { cookie })).status).toBe(200)
    expect((await fetch(`${one.url}/auth/me`, { headers: { cookie } })).status).toBe(401)
  })

  it('has its list of common passwords with it', async () => {
    const { url, directory } = await database()
    const { post } = await startServer({ DATABASE_URL: url, PASSWORD_REJECT_COMMON: 'true' }, directory)
    expect((await post('/auth/register', { ...ada, password: 'Password1' })).status).toBe(400)
    expect((await post('/auth/register', ada)).status).toBe(201)
  })

  it('reports every problem of the configuration at once and exits with 1', async () => {
    const { directory } = await database()
    const bin = path.resolve(import.meta.dirname, '../../bin/latchkey.js')
    const env = {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://id.example.com',
      PORT: 'x',
      ENABLE_INVITE: 'true',
    }
    const result = await new Promise<{ code: unknown; stderr: string }>((resolve) =>
      execFile(process.execPath, [bin, 'start'], { cwd: directory, env }, (error, _stdout, stderr) =>
        resolve({ code: error?.code, stderr }),
      ),
    )
    expect(result.code).toBe(1)
    for (const name of ['PUBLIC_URL: ', 'PORT: ', 'SECRET: ', 'ENABLE_INVITE: ']) expect(result.stderr).toContain(name)
    expect(result.stderr).not.toContain('    at ')
  })
})
