import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { outputCounters } from '../../src/platform/kernel/node-internals.ts'
import { MOST_UNANSWERED } from '../../src/platform/kernel/socket-guard.ts'
import { STALLED_LOOKS } from '../../src/platform/kernel/watched-socket.ts'
import { ORIGIN } from '../support/browser.ts'
import { emptyDatabase } from '../support/database.ts'
import { figure } from '../support/form.ts'
import { measured } from '../support/measured.ts'
import { sendRaw } from '../support/raw-socket.ts'
import { scratchDirectory } from '../support/scratch-directory.ts'
import { startServer } from '../support/server-process.ts'
import { unreadFlood, unreadSocket } from '../support/unread-socket.ts'
import { held, PASSWORD, type World, world } from '../support/world.ts'

const MB = 1_000_000
const HOST = `Host: localhost:3000\r\nOrigin: ${ORIGIN}\r\n`
const CLOSE = 'Connection: close\r\n'
const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\n${HOST}${headers}\r\n`
/** Far more than the system keeps for a connection. */
const LARGE = 40 * MB

async function listening(env: Record<string, string> = {}) {
  const here = await world({ env: { PORT: '0', ...env } })
  here.sockets.stop() // only we look
  let requests = 0
  here.app.addHook('onRequest', async () => void requests++)
  const port = Number(new URL(await here.listen()).port)
  const lookTimes = (count: number): void => {
    for (let look = 0; look < count; look++) here.sockets.look()
  }
  return { ...here, port, lookTimes, requests: () => requests, wasCut: () => wasCut(here) }
}

/** Whether somebody was, for sending too many requests ahead. A client that does not read does not notice. */
function wasCut({ sockets, logged }: Pick<World, 'sockets' | 'logged'>): boolean {
  sockets.look()
  return /"flooding":1,.*"msg":"connections were cut off"/.test(logged())
}

/** With a logo that no connection takes at once, and where it is. */
async function withLargeAsset() {
  const directory = scratchDirectory('latchkey-logo-')
  const logo = path.join(directory, 'logo.png')
  writeFileSync(logo, Buffer.alloc(LARGE, 1))
  const here = await listening({ PAGES_LOGO: logo })
  rmSync(directory, { recursive: true })
  const [, target = ''] = /src="(\/_latchkey\/logo[^"]+)"/.exec((await here.browser().get('/sign-in')).text) ?? []
  expect(target).toMatch(/^\/_latchkey\//)
  return { ...here, target }
}

const isServed = async (port: number): Promise<void> =>
  expect((await sendRaw(port, get('/auth/check', CLOSE))).statuses).toEqual([200])

const connectionsOf = ({ app }: Pick<World, 'app'>): Promise<number> =>
  new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))

/** Until the system takes no more of what is written to the next connection. */
async function untilFull(server: World['app']['server']): Promise<void> {
  const [socket] = (await once(server, 'connection')) as [Socket]
  let before = -1
  const isFull = (): boolean => {
    const now = outputCounters(socket)?.writeQueueSize ?? 0
    const isSame = now === before
    before = now
    return isSame && now > 0
  }
  await expect.poll(isFull, { interval: 50, timeout: 10_000 }).toBe(true)
}

describe('a client that sends requests and does not read', () => {
  it('is cut off at the seventeenth that is not answered, and no more of them are looked at', async () => {
    const here = await listening()
    let parsed = 0
    here.app.server.on('request', () => parsed++)
    await unreadSocket(here.port, get('/auth/check').repeat(3000))
    await expect.poll(here.wasCut).toBe(true)
    expect(here.requests()).toBe(MOST_UNANSWERED)
    // Nor does Node make anything of them: the cost of that held everybody up.
    expect(parsed).toBe(MOST_UNANSWERED + 1)
    expect(await connectionsOf(here)).toBe(0)
    await isServed(here.port)
  })

  it.each([
    ['a strange expectation', `Expect: wonders\r\n`],
    ['an expectation', `Expect: 100-continue\r\nContent-Length: 0\r\n`],
    ['an unknown page', ''],
  ])('is cut off whatever it asks for: %s', async (_what, headers) => {
    const { port, wasCut } = await listening()
    await unreadSocket(port, get('/nowhere', headers).repeat(3000))
    await expect.poll(wasCut).toBe(true)
    await isServed(port)
  })

  it('is cut off when nothing of a large answer has moved for twenty looks', async () => {
    const here = await withLargeAsset()
    const full = untilFull(here.app.server)
    await unreadSocket(here.port, get(here.target))
    await full
    here.lookTimes(STALLED_LOOKS)
    expect(await connectionsOf(here)).toBe(1)
    here.lookTimes(1)
    await expect.poll(() => connectionsOf(here)).toBe(0)
    await isServed(here.port)
  })

  it('is cut off when it was told that its bytes are no request, and stays', async () => {
    const here = await listening()
    const { socket } = await unreadSocket(here.port, 'nonsense\r\n\r\n')
    socket.resume()
    await once(socket, 'data')
    here.lookTimes(STALLED_LOOKS + 2)
    await expect.poll(() => connectionsOf(here)).toBe(0)
  })

  it('is cut off at the port of the figures as well', async () => {
    const { metricsUrl, ...here } = await measured()
    await unreadSocket(Number(new URL(metricsUrl).port), get('/metrics').repeat(3000))
    await expect.poll(() => wasCut(here)).toBe(true)
    expect((await fetch(metricsUrl)).status).toBe(200)
  })
})

describe('an honest client is not cut off', () => {
  it('that sends sixteen requests ahead', async () => {
    const { port } = await listening()
    const { statuses } = await sendRaw(port, get('/auth/check').repeat(MOST_UNANSWERED - 1) + get('/nowhere', CLOSE))
    expect(statuses).toEqual([...Array.from({ length: MOST_UNANSWERED - 1 }, () => 200), 404])
  })

  it('that sends one more for each answer it reads, a thousand times', async () => {
    const { port } = await listening()
    const { socket, isClosed } = await unreadSocket(port, get('/auth/check').repeat(MOST_UNANSWERED))
    let answered = 0
    socket.on('data', (chunk) => {
      const fresh = chunk.toString('latin1').split('HTTP/1.1 200').length - 1
      answered += fresh
      socket.write(get('/auth/check').repeat(fresh))
    })
    socket.resume()
    await expect.poll(() => answered).toBeGreaterThan(1000)
    expect(isClosed()).toBe(false)
  })

  it('that reads slowly, but reads', async () => {
    const { port, target, lookTimes } = await withLargeAsset()
    const { socket, isClosed } = await unreadSocket(port, get(target, CLOSE))
    let read = 0
    let enough: () => void = () => undefined
    socket.on('end', () => socket.end())
    socket.on('data', (chunk) => {
      read += chunk.length
      enough()
    })
    while (!isClosed()) {
      const goal = read + 5 * MB
      await new Promise<void>((resolve) => {
        enough = () => void (read >= goal && resolve())
        socket.once('close', () => resolve())
        socket.resume()
      })
      socket.pause()
      if (read < LARGE - 10 * MB) lookTimes(STALLED_LOOKS - 1)
      socket.resume()
    }
    expect(read).toBeGreaterThan(LARGE)
  })

  it('that keeps a connection, as a proxy does, and comes back later', async () => {
    const { port, lookTimes } = await listening()
    const { socket, isClosed } = await unreadSocket(port, get('/auth/check'))
    let text = ''
    socket.on('data', (chunk) => (text += chunk))
    socket.resume()
    await expect.poll(() => text).toContain('200 OK')
    lookTimes(5 * STALLED_LOOKS)
    text = ''
    socket.write(get('/nowhere'))
    await expect.poll(() => text).toContain('404 Not Found')
    expect(isClosed()).toBe(false)
  })

  it('whose answer takes long', async () => {
    const { port, lookTimes, hasher, signedUp } = await listening()
    await signedUp()
    const { released, release } = held()
    let isHashed = false
    hasher.afterNext = async () => {
      isHashed = true
      await released
    }
    const body = JSON.stringify({ email: 'ada@example.com', password: PASSWORD })
    const head = `${HOST}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
    const answer = sendRaw(port, `POST /auth/login HTTP/1.1\r\n${head}\r\n${body}${get('/auth/check', CLOSE)}`)
    await expect.poll(() => isHashed).toBe(true)
    lookTimes(5 * STALLED_LOOKS)
    release()
    expect((await answer).statuses).toEqual([200, 200])
  })
})

describe('connections', () => {
  it('are so many and no more, until one of them ends', async () => {
    const { port, logged, sockets } = await listening({ MAX_CONNECTIONS: '2' })
    const [one] = [await unreadSocket(port), await unreadSocket(port)]
    expect((await sendRaw(port, get('/auth/check'))).statuses).toEqual([])
    sockets.look()
    expect(logged()).toContain('"surplus":1,"msg":"connections were cut off"')
    one.socket.destroy()
    await expect.poll(async () => (await sendRaw(port, get('/auth/check', CLOSE))).statuses).toEqual([200])
  })
})

describe('the connections of one network', () => {
  it('leave room for those of others, and are counted while they are open', async () => {
    const { port, logged, sockets } = await listening({ MAX_CONNECTIONS: '40' })
    const crowd = await Promise.all(Array.from({ length: 40 }, () => unreadSocket(port)))
    await expect.poll(async () => (await sendRaw(port, get('/auth/check', CLOSE))).statuses).toEqual([])
    expect((await sendRaw(port, get('/auth/check', CLOSE), '127.0.0.2')).statuses).toEqual([200])
    sockets.look()
    expect(logged()).toMatch(/"crowding":3\d,.*"msg":"connections were cut off"/)
    for (const { socket } of crowd) socket.destroy()
    await expect.poll(async () => (await sendRaw(port, get('/auth/check', CLOSE))).statuses).toEqual([200])
  })

  it('are as many as there may be where it is a proxy of ours', async () => {
    const here = await listening({ MAX_CONNECTIONS: '40', TRUSTED_PROXIES: '127.0.0.1' })
    await Promise.all(Array.from({ length: 40 }, () => unreadSocket(here.port)))
    await expect.poll(() => connectionsOf(here)).toBe(40)
  })
})

describe('many clients that pipeline and never read', () => {
  const FLOOD_MS = figure('FLOOD_MS', { short: 4000, full: 85_000 })

  it('cost little memory, hold nobody up, and do not keep the process from ending', { timeout: FLOOD_MS + 60_000 }, async () => {
    const { url, directory, drop } = await emptyDatabase()
    onTestFinished(drop)
    const server = await startServer({ DATABASE_URL: url, METRICS_PORT: '0' }, directory)
    const metrics = /"metrics":"(http[^"]+)"/.exec(server.output())?.[1] ?? ''
    const memory = async () => Number(/^process_resident_memory_bytes (.+)$/m.exec(await (await fetch(metrics)).text())?.[1])
    const page = await (await fetch(`${server.url}/sign-in`)).text()
    const [, asset = ''] = /href="(\/_latchkey\/page[^"]+)"/.exec(page) ?? []
    const port = Number(new URL(server.url).port)
    const before = await memory()
    const floods = ['/auth/check', '/openapi.json', asset].map((target) => unreadFlood(port, 10, get(target).repeat(200)))
    let most = 0
    for (const end = performance.now() + FLOOD_MS; performance.now() < end; ) {
      expect((await fetch(`${server.url}/auth/me`)).status).toBe(401)
      most = Math.max(most, (await memory()) - before)
      await sleep(100)
    }
    const askedAt = performance.now()
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    expect(performance.now() - askedAt).toBeLessThan(12_000)
    await Promise.all(floods.map((flood) => flood.end()))
    expect(floods.every((flood) => flood.opened() > 10)).toBe(true)
    expect(most).toBeLessThan(200 * MB)
  })
})
