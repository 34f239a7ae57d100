import { existsSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ORIGIN } from '../support/browser.ts'
import { inTime } from '../support/in-time.ts'
import { processes } from '../support/processes.ts'
import { scratchDirectory } from '../support/scratch-directory.ts'
import { workers } from '../support/workers.ts'

const FAILING = path.resolve(import.meta.dirname, '../support/failing-worker.mjs')

describe('workers that do not start, or end early', () => {
  it('stop when they are asked to, also while one of them cannot start', async () => {
    const here = await processes({ WORKERS: '2', FAILED: '/nowhere' })
    const { server } = await here.start({ preload: FAILING })
    await expect.poll(() => server.output(), inTime).toContain('a worker is ready')
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  })

  it.each([50, 250, 400])('stop when one of them was killed %i ms ago, and another starts', async (ms) => {
    const { server, pids } = await workers()
    const [first = 0] = pids()
    process.kill(first, 'SIGKILL')
    await sleep(ms)
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  })

  it('are no more than were asked for where one dies while it is replaced', async () => {
    const { server, pids } = await workers()
    const [first = 0] = pids()
    server.kill('SIGHUP')
    await sleep(150)
    process.kill(first, 'SIGKILL')
    await expect.poll(() => server.output().match(/"a worker is ready"/g)?.length, inTime).toBe(4)
    await expect.poll(() => pids().length, inTime).toBe(2)
  })

  it('close connections beyond the most, and deal none of them out again', async () => {
    const { server } = await workers({ MAX_CONNECTIONS: '20', TRUSTED_PROXIES: '127.0.0.1' })
    const { port } = new URL(server.url)
    const sockets = Array.from({ length: 25 }, () => net.connect(Number(port), '127.0.0.1'))
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
    })
    for (const socket of sockets) socket.on('error', () => undefined)
    await expect.poll(() => sockets.filter(({ closed }) => closed).length, inTime).toBe(5)
  })

  it('give up on requests that come too slowly, as a single process does', async () => {
    const { server } = await workers()
    const { port } = new URL(server.url)
    const post = `POST /auth/login HTTP/1.1\r\nHost: x\r\nOrigin: ${ORIGIN}\r\nContent-Type: application/json`
    const answers = ['GET /auth/me HTTP/1.1', `${post}\r\nContent-Length: 5\r\n\r\n`].map(
      (bytes) =>
        new Promise<string>((resolve, reject) => {
          const socket = net.connect(Number(port), '127.0.0.1', () => socket.write(bytes))
          socket.on('error', reject).on('data', (answer) => resolve(String(answer)))
        }),
    )
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('end with the service where the port is taken', async () => {
    const { server } = await workers()
    const { port } = new URL(server.url)
    const other = await processes({ WORKERS: '2', PORT: port })
    await expect(other.start()).rejects.toThrow('another process listens there')
  })

  it('are as many as were asked for, also where one does not start at first', async () => {
    const file = path.join(scratchDirectory('failing-'), 'failed')
    const { pids } = await workers({ FAILED: file, FAILS: 'once' }, { preload: FAILING })
    expect(existsSync(file)).toBe(true)
    expect(pids()).toHaveLength(2)
  })
})
