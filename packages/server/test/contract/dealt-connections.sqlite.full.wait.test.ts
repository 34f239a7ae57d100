import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { inTime } from '../support/in-time.ts'
import { shared } from '../support/shared.ts'
import { ask, asking, signedUp, workers } from '../support/workers.ts'

const SIX = Array.from({ length: 6 })

describe('connections that are dealt to workers', () => {
  const many = shared(async () => {
    const here = await workers()
    const two = async (): Promise<readonly [number, number]> => {
      await expect.poll(() => here.pids().length, inTime).toBe(2)
      const [first = 0, second = 0] = here.pids()
      return [first, second]
    }
    return { ...here, url: here.server.url, two, cookie: await signedUp(here.browser()) }
  })

  it('go to another worker where the one that should have them is killed', async () => {
    const { url, cookie, two } = many()
    const [first, second] = await two()
    for (const pid of [first, second]) process.kill(pid, 'SIGSTOP')
    const asked = Promise.all(SIX.map(() => ask(url, cookie)))
    await sleep(50)
    process.kill(first, 'SIGKILL')
    process.kill(second, 'SIGCONT')
    expect(await asked).toEqual(SIX.map(() => 200))
  })

  it('wait for the next workers where all are killed', async () => {
    const { url, cookie, two } = many()
    const both = await two()
    for (const pid of both) process.kill(pid, 'SIGSTOP')
    const before = SIX.map(() => ask(url, cookie))
    await sleep(50)
    for (const pid of both) process.kill(pid, 'SIGKILL')
    const after = SIX.map(() => ask(url, cookie))
    expect(await Promise.all([...before, ...after])).toEqual([...SIX, ...SIX].map(() => 200))
  })

  it('are neither refused nor kept waiting under load, and only what a killed worker was answering fails', async () => {
    const { url, cookie, two } = many()
    const clients = asking(url, cookie)
    for (const at of [0, 1, 0] as const) process.kill((await two())[at], 'SIGKILL')
    await two()
    const statuses = await clients.stop()
    const failed = statuses.filter((status) => status !== 200)
    expect(failed.filter((failure) => failure !== 'socket hang up' && failure !== 'read ECONNRESET')).toEqual([])
    expect(failed.length).toBeLessThanOrEqual(3 * 4)
    expect(statuses.length).toBeGreaterThan(failed.length)
  })
})

describe('workers that stop', () => {
  it('answer whatever came before the port was closed', async () => {
    const { server } = await workers()
    const clients = asking(server.url, '', 32)
    await expect.poll(() => clients.statuses.length, inTime).toBeGreaterThan(20)
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    const others = (await clients.stop()).filter((status) => status !== 401)
    // Whoever was still shaking hands when the port was closed is reset by the kernel and not refused.
    expect(others.filter((status) => !/^connect ECONN(?:REFUSED|RESET)/.test(String(status)))).toEqual([])
  })

  it('are followed at SIGHUP by those that have as many threads as their settings say', async () => {
    const preload = "data:text/javascript,console.log('threads:', process.env.UV_THREADPOOL_SIZE)"
    const { server, directory } = await workers({}, { preload })
    expect(server.output()).not.toContain('threads: 12')
    writeFileSync(path.join(directory, '.env'), 'HASH_CONCURRENCY=16')
    server.kill('SIGHUP')
    await expect.poll(() => server.output().match(/^threads: 12$/gm)?.length, inTime).toBe(2)
  })
})
