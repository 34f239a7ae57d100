import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { scratchDirectory } from '../support/scratch-directory.ts'

const repository = path.resolve(import.meta.dirname, '../../../..')

/** A copy of the repository that a test may change. */
function copyOfRepository(): string {
  const copy = path.join(repository, 'packages/server/data', `npm-${process.pid}-${Date.now()}`)
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  const parts = ['src', 'assets', 'templates', 'bin', 'scripts', 'rolldown.config.ts', 'package.json']
  for (const part of ['package.json', 'tsconfig.json', ...parts.map((one) => `packages/server/${one}`)])
    cpSync(path.join(repository, part), path.join(copy, part), { recursive: true })
  symlinkSync(path.join(repository, 'node_modules'), path.join(copy, 'node_modules'))
  return copy
}

/** A script of npm in a group of its own, as at a terminal. */
async function npm(args: readonly string[], cwd: string, env: Record<string, string> = {}) {
  const port = await freePort()
  const home = scratchDirectory('latchkey-npm-')
  const child = spawn('npm', [...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: home, DATABASE_URL: `file:${home}/test.db`, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const group = -(child.pid ?? 0)
  const exited = once(child, 'exit')
  /** Whether it, or anything that it has started, still runs. */
  const isAlive = () => {
    try {
      return process.kill(group, 0)
    } catch {
      return false
    }
  }
  onTestFinished(() => {
    if (isAlive()) process.kill(group, 'SIGKILL')
    rmSync(home, { recursive: true, force: true })
  })
  let output = ''
  const read = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const ask = (at: string) => fetch(`http://127.0.0.1:${port}${at}`).catch(() => undefined)
  return {
    output: () => output,
    starts: () => output.split('"listening"').length - 1,
    answers: async () => (await ask('/healthz'))?.ok ?? false,
    /** What it says of an address that it does not know; nothing while it is being replaced. */
    says: async () => (await (await ask('/nowhere'))?.json())?.message,
    /** To npm alone, as a supervisor does it, or to all of them, as Ctrl-C does. Resolves once they are gone. */
    async end(signal: NodeJS.Signals, everybody = false) {
      if (everybody) process.kill(group, signal)
      else child.kill(signal)
      await exited
      await expect.poll(isAlive, patiently).toBe(false)
    },
  }
}

async function developing(env: Record<string, string> = {}) {
  const copy = copyOfRepository()
  const inPackage = (file: string) => path.join(copy, 'packages/server', file)
  return {
    ...(await npm(['run', 'dev'], copy, env)),
    edit(file: string, from: string, to: string) {
      const text = readFileSync(inPackage(file), 'utf8')
      if (!text.includes(from)) throw new Error(`${file} does not have ${from}`)
      // Into its place at once, as editors do it: half a file would be a change too.
      writeFileSync(inPackage('edited'), text.replace(from, to))
      renameSync(inPackage('edited'), inPackage(file))
    },
  }
}

const patiently = { timeout: 50_000, interval: 50 }

describe('npm start', () => {
  it('takes the service with it when it is told to end', async () => {
    const { starts, answers, end, output } = await npm(['start'], repository)
    await expect.poll(starts, patiently).toBe(1)
    await end('SIGTERM')
    expect([await answers(), output()]).toEqual([false, expect.not.stringContaining('failed')])
  })
})

describe('npm run dev', { timeout: 180_000 }, () => {
  it('serves, starts again with what has changed, keeps serving what still builds, and leaves nothing behind', async () => {
    const { edit, starts, output, answers, says, end } = await developing()
    await expect.poll(starts, patiently).toBeGreaterThan(0)
    expect(await answers()).toBe(true)

    edit('src/platform/kernel/errors.ts', 'There is nothing at this address.', 'There is something new.')
    await expect.poll(says, patiently).toBe('There is something new.')

    edit('src/platform/kernel/errors.ts', 'export const errors', 'export const const errors')
    await expect.poll(output, patiently).toContain('errors.ts')
    expect(await says()).toBe('There is something new.')
    edit('src/platform/kernel/errors.ts', 'export const const errors', 'export const errors')
    edit('src/platform/kernel/errors.ts', 'There is something new.', 'There is something newer.')
    await expect.poll(says, patiently).toBe('There is something newer.')

    const before = starts()
    edit('assets/css/base.css', '{', ' {')
    await expect.poll(starts, patiently).toBeGreaterThan(before)
    await end('SIGTERM')
    expect(await answers()).toBe(false)
  })

  it('ends with Ctrl-C, which the service hears as well', async () => {
    const { starts, answers, end } = await developing()
    await expect.poll(starts, patiently).toBeGreaterThan(0)
    await end('SIGINT', true)
    expect(await answers()).toBe(false)
  })

  it('waits for a change when the service cannot start', async () => {
    const { edit, output, end } = await developing({ PORT: 'broken' })
    const complaints = () => output().split('PORT: must be').length - 1
    await expect.poll(complaints, patiently).toBeGreaterThan(0)
    const before = complaints()
    edit('assets/css/base.css', '{', ' {')
    await expect.poll(complaints, patiently).toBeGreaterThan(before)
    await end('SIGTERM')
  })
})
