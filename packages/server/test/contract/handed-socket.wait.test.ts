import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { emptyDatabase } from '../support/database.ts'
import { isFull } from '../support/form.ts'
import { withCheapHash } from '../support/server-process.ts'
import { PASSWORD } from '../support/world.ts'

const holder = path.resolve(import.meta.dirname, '../support/socket-holder.pl')
const bin = path.resolve(import.meta.dirname, '../../bin/latchkey.js')

/** The program on a socket that outlives it, as a systemd socket unit has it. */
async function held(env: Record<string, string> = {}) {
  const { url, directory, drop } = await emptyDatabase()
  onTestFinished(drop)
  const child = spawn('perl', [holder, process.execPath, ...withCheapHash()], {
    cwd: directory,
    env: {
      ...{ PATH: process.env['PATH'], DATABASE_URL: url, SECRET: 'a secret for tests, 32 bytes and more' },
      ...{ PUBLIC_URL: 'http://localhost:3000', STOP_DELAY: '0s', PORT: '1', ...env },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exited
  })
  let output = ''
  const read = (chunk: Buffer): void => {
    output += chunk
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const all = (pattern: RegExp) => [...output.matchAll(pattern)].map(([, found]) => Number(found))
  await vi.waitUntil(() => output.includes('"listening"') && all(/^program (\d+)$/gm).length > 0, { timeout: 60_000 })
  return {
    output: () => output,
    port: all(/^socket (\d+)$/gm)[0] ?? 0,
    programs: () => all(/^program (\d+)$/gm),
    starts: () => output.split('"listening"').length - 1,
  }
}

const signedUp = (port: number, email: string) =>
  fetch(`http://127.0.0.1:${port}/auth/register`, {
    method: 'POST',
    headers: { origin: 'http://localhost:3000', 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, name: 'Ada' }),
  })

describe.each(isFull ? [{}, { WORKERS: '2' }] : [{}])('a socket that systemd hands over, with %o', (env) => {
  it('is listened on, and refuses nobody while one process takes the place of another', async () => {
    const { output, port, programs, starts } = await held(env)
    expect(output()).toMatch(new RegExp(`"host":"127.0.0.1","port":${port}[,}]`))
    let stop = false
    const statuses = new Map<number, number>()
    let asked = 0
    const visitor = async (): Promise<void> => {
      while (!stop) {
        const { status } = await signedUp(port, `visitor-${asked++}@example.com`)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    const visitors = Array.from({ length: 4 }, visitor)
    for (const begun of [1, 2]) {
      process.kill(programs().at(-1) ?? 0, 'SIGTERM')
      await vi.waitUntil(() => starts() > begun, { timeout: 60_000 })
    }
    stop = true
    await Promise.all(visitors)
    expect([...statuses.keys()]).toEqual([201])
  })
})

describe('sockets that are handed over', () => {
  it('are one, or the start fails in one line', async () => {
    const { url, directory, drop } = await emptyDatabase()
    onTestFinished(drop)
    const program = [process.execPath, bin, 'start']
    const child = spawn('sh', ['-c', 'LISTEN_PID=$$ LISTEN_FDS=2 exec "$@"', 'sh', ...program], {
      cwd: directory,
      env: { PATH: process.env['PATH'], DATABASE_URL: url, SECRET: 'a secret for tests, 32 bytes and more' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [errors, [code]] = await Promise.all([child.stderr.toArray(), once(child, 'exit')])
    expect([code, Buffer.concat(errors).toString()]).toEqual([
      1,
      'systemd hands 2 sockets over (LISTEN_FDS), and the service listens on one.\n',
    ])
  })
})
