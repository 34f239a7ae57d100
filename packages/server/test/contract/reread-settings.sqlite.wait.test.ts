import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isFull } from '../support/form.ts'
import { inTime } from '../support/in-time.ts'
import { bin, startServer } from '../support/server-process.ts'

const hangupAtOnce = path.resolve(import.meta.dirname, '../support/hangup-at-once.cjs')
const nobody = { email: 'nobody@example.com', password: 'wrong horse 1' }

/** A service that has its settings from a file beside it. */
async function started(first: string, env: Record<string, string> = {}, program?: readonly string[]) {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'latchkey-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const write = (text: string) => writeFileSync(path.join(cwd, '.env'), text)
  write(first)
  const server = await startServer(env, cwd, program)
  const lines = () =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('settings'))
  const hangup = async (text: string) => {
    const before = lines().length
    write(text)
    server.kill('SIGHUP')
    await expect.poll(() => lines().length, inTime).toBe(before + 1)
    return JSON.parse(lines().at(-1) ?? '{}')
  }
  const attempts = async (count: number) => {
    const statuses = []
    for (let at = 0; at < count; at++) statuses.push((await server.post('/auth/login', nobody)).status)
    return statuses
  }
  return { ...server, hangup, attempts }
}

describe('SIGHUP to a process that serves alone', () => {
  it('takes over what a running process can, and names it', async () => {
    const { hangup, attempts, url } = await started('RATE_LIMITS=false\n')
    expect(await attempts(3)).toEqual([401, 401, 401])
    const told = await hangup('RATE_LIMITS=true\nLIMIT_PASSWORD_FAILURES=1\nLOG_LEVEL=debug\n')
    expect(told).toMatchObject({ msg: 'the settings were read again' })
    expect([...told.settings].sort()).toEqual(['LIMIT_PASSWORD_FAILURES', 'LOG_LEVEL', 'RATE_LIMITS'])
    expect(await attempts(2)).toEqual([401, 429])
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect((await hangup('RATE_LIMITS=true\nLIMIT_PASSWORD_FAILURES=1\nLOG_LEVEL=warn\n')).settings).toEqual(['LOG_LEVEL'])
    expect((await hangup('RATE_LIMITS=true\nLIMIT_PASSWORD_FAILURES=1\nLOG_LEVEL=info\n')).settings).toEqual(['LOG_LEVEL'])
  })

  it('refuses by name what needs a restart, with all that came along, and what cannot be read', async () => {
    const { hangup, attempts } = await started('RATE_LIMITS=false\n')
    expect(await hangup('RATE_LIMITS=true\nLIMIT_PASSWORD_FAILURES=1\nAPP_NAME=Other\n')).toMatchObject({
      settings: expect.arrayContaining(['APP_NAME']),
      msg: 'these settings need a restart, and nothing was changed',
    })
    expect(await hangup('RATE_LIMITS=perhaps\n')).toMatchObject({ problem: expect.stringContaining('RATE_LIMITS: must be') })
    expect(await attempts(3)).toEqual([401, 401, 401])
    expect(await hangup('RATE_LIMITS=false\n')).toMatchObject({ settings: [] })
  })
})

describe('SIGHUP to a process that is just starting', () => {
  it.each(['1', '2'])('does not end it, with WORKERS=%s', async (WORKERS) => {
    const { hangup } = await started('APP_NAME=First\n', { WORKERS }, ['--require', hangupAtOnce, bin, 'start'])
    expect(await hangup('APP_NAME=First\n')).toMatchObject({ settings: [] })
  })
})

describe.runIf(isFull)('SIGHUP to a process with workers', () => {
  it('rolls once more for all the signals that come during a roll, and warns of none when it stops', async () => {
    const { kill, output, exited, hangup } = await started('APP_NAME=First\n', { WORKERS: '2' })
    const rolls = () => output().split('the settings were read again').length - 1
    await hangup('APP_NAME=Second\n')
    const ready = () => output().split('a worker is ready').length - 1
    const before = ready()
    kill('SIGHUP')
    await expect.poll(ready, inTime).toBe(before + 1) // it is at the second one
    for (let sent = 0; sent < 5; sent++) {
      kill('SIGHUP')
      await sleep(5) // the system makes one of several that wait
    }
    await expect.poll(rolls, inTime).toBe(3)
    await expect.poll(ready, inTime).toBe(before + 4)
    kill('SIGHUP')
    kill('SIGTERM')
    expect(await exited).toBe(0)
    expect([rolls(), output()]).toEqual([3, expect.not.stringContaining('did not start')])
  })

  it('names what the new ones have read, and refuses what the one that deals has for itself', async () => {
    const { hangup, url } = await started('APP_NAME=First\n', { WORKERS: '2' })
    const title = async () => /<title>[^<]*<\/title>/.exec(await (await fetch(`${url}/sign-in`)).text())?.[0]
    expect(await hangup('APP_NAME=Second\n')).toMatchObject({
      settings: expect.arrayContaining(['APP_NAME']),
      msg: 'the settings were read again',
    })
    expect(await title()).toContain('Second')
    expect(await hangup('APP_NAME=Third\nMAX_CONNECTIONS=77\n')).toMatchObject({
      settings: ['MAX_CONNECTIONS'],
      msg: expect.stringContaining('restart'),
    })
    expect(await title()).toContain('Second')
  })
})
