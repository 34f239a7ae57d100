import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { inTime } from '../support/in-time.ts'
import { shared } from '../support/shared.ts'
import { ada, ask, asking, isAlive, signedUp, workers } from '../support/workers.ts'

describe('several workers', () => {
  const many = shared(() => workers())

  it('refuse a session as soon as it has ended, whichever ended it', async () => {
    const { server, browser } = many()
    const visitor = browser()
    await signedUp(visitor)
    for (let round = 0; round < 20; round++) {
      const next = browser()
      await next.post('/auth/login', ada)
      const cookie = `app_session=${next.jar.get('app_session')}`
      expect(await Promise.all(Array.from({ length: 4 }, () => ask(server.url, cookie)))).toEqual([200, 200, 200, 200])
      await next.post('/auth/logout')
      expect(await Promise.all(Array.from({ length: 4 }, () => ask(server.url, cookie)))).toEqual([401, 401, 401, 401])
    }
  })

  it('go on when one is killed, which is replaced', async () => {
    const { server, browser, pids } = many()
    const cookie = await signedUp(browser(), { ...ada, email: 'grace@example.com' })
    const [first = 0, second = 0] = pids()
    process.kill(second, 'SIGKILL')
    await expect.poll(() => server.output(), inTime).toContain('a worker has ended')
    for (let at = 0; at < 20; at++) expect(await ask(server.url, cookie)).toBe(200)
    await expect.poll(() => pids().length, inTime).toBe(2)
    expect(pids()).toContain(first)
    for (let at = 0; at < 20; at++) expect(await ask(server.url, cookie)).toBe(200)
  })

  it('are replaced one by one at SIGHUP, and no request fails', async () => {
    const { server, browser, pids } = many()
    const cookie = await signedUp(browser(), { ...ada, email: 'hedy@example.com' })
    const before = pids()
    const clients = asking(server.url, cookie)
    server.kill('SIGHUP')
    await expect.poll(() => pids().filter((pid) => before.includes(pid)), inTime).toEqual([])
    await sleep(100)
    const statuses = await clients.stop()
    expect(statuses.length).toBeGreaterThan(20)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(pids()).toHaveLength(2)
  })

  it('stop with their parent, and none is left', async () => {
    const { server, pids } = many()
    const before = pids()
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    expect(before.filter(isAlive)).toEqual([])
  })

  it('end when their parent is killed', async () => {
    const { server, pids } = await workers()
    const before = pids()
    server.kill('SIGKILL')
    await server.exited
    for (const pid of before) await expect.poll(() => isAlive(pid), inTime).toBe(false)
  })
})

describe('several workers that count', () => {
  const counting = shared(async () => {
    const here = await workers({ LIMIT_ENTRY_PER_MINUTE: '20', RATE_LIMITS: 'true' })
    return { ...here, cookie: await signedUp(here.browser()) }
  })

  it('share their limits', async () => {
    const { browser, pids } = counting()
    expect(pids()).toHaveLength(2)
    const statuses = []
    for (let at = 0; at < 25; at++) {
      const nobody = { email: `nobody${at}@example.com`, password: 'wrong' }
      statuses.push((await browser().post('/auth/login', nobody)).status)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(25 - 19)
  })

  it('never have a sum of figures that falls, although one dies and the others are replaced', async () => {
    const { server, cookie, pids, figure } = counting()
    for (let at = 0; at < 20; at++) expect(await ask(server.url, cookie)).toBe(200)
    const counted = 'latchkey_http_requests_total{route="/auth/me",method="GET",status="200"}'
    await expect.poll(() => figure(counted), inTime).toBe(20)
    const [first = 0] = pids()
    process.kill(first, 'SIGKILL')
    await expect.poll(() => pids().length, inTime).toBe(2)
    expect(await figure(counted)).toBe(20)
    const before = pids()
    server.kill('SIGHUP')
    await expect.poll(() => pids().filter((pid) => before.includes(pid)), inTime).toEqual([])
    expect(await figure(counted)).toBe(20)
  })
})
