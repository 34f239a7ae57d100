import { describe, expect, it } from 'vitest'
import { ORIGIN } from '../../../test/support/browser.ts'
import { sendRaw } from '../../../test/support/raw-socket.ts'
import { unreadSocket } from '../../../test/support/unread-socket.ts'
import { held, world } from '../../../test/support/world.ts'
import { stopTimes } from '../kernel/stop-times.ts'
import { stopService } from './stop-service.ts'

const TIMES = { ...stopTimes, cutMs: 20, endMs: 60 }
const ends = async (): Promise<void> => undefined
const hangs = (): Promise<void> => new Promise<void>(() => undefined)

async function stoppable(env: Record<string, string> = {}) {
  const here = await world({ env: { PORT: '0', ...env } })
  const port = Number(new URL(await here.listen()).port)
  const parts = { ...here, delayMs: 0, stopBackground: ends, engine: { close: ends } }
  return { ...here, port, parts }
}

describe('stopService', () => {
  it.each([
    ['a database that does not close', { engine: { close: hangs } }],
    ['work in the background that does not end', { stopBackground: hangs }],
  ])('waits no longer than it may for %s, and says so', async (_what, stuck) => {
    const { parts, logged } = await stoppable()
    await stopService({ ...parts, ...stuck }, TIMES)
    expect(logged()).toContain('not everything has ended in time')
  })

  it('cuts off who has not ended before, and then ends in good order', async () => {
    const { parts, port, logged } = await stoppable()
    await unreadSocket(port, 'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n')
    const { released, release } = held()
    const told: string[] = []
    await stopService(
      {
        ...parts,
        outbox: {
          cutOff() {
            told.push('cut off')
            release()
          },
        },
        async stopBackground() {
          await released
          told.push('background')
        },
        engine: {
          async close() {
            told.push('database')
          },
        },
      },
      { ...stopTimes, cutMs: 20, endMs: 5000 },
    )
    expect(told).toEqual(['cut off', 'background', 'database'])
    expect(logged()).not.toContain('in time')
  })
})

const HOST = `Host: localhost:3000\r\nOrigin: ${ORIGIN}\r\n`
const GET = `GET /auth/check HTTP/1.1\r\n${HOST}\r\n`
const POST = `POST /auth/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`
/** Longer than any of these tests takes: what ends in it has not been waited for. */
const FOR_EVER = 50_000
const PATIENT = { proxyMs: FOR_EVER, idleMs: FOR_EVER, cutMs: FOR_EVER, endMs: FOR_EVER }

/** A connection that was used once and kept, as proxies do. */
async function kept(port: number) {
  const { socket, isClosed } = await unreadSocket(port, GET)
  let text = ''
  socket.on('end', () => socket.end())
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (text.includes('"user":null')) resolve()
    })
    socket.resume()
  })
  expect(text).toMatch(/^connection: keep-alive\r\nkeep-alive: timeout=72\r$/im)
  text = ''
  return { socket, isClosed, heard: () => text }
}

const isLast = ({ heard }: Awaited<ReturnType<typeof kept>>): boolean =>
  /^HTTP\/1\.1 401 .*^connection: close\r$.*"invalid_credentials"/ims.test(heard())

describe('a connection that is kept', () => {
  it.each(['', '127.0.0.1'])('is answered once more, is told so, and only then ends: proxies %j', async (proxies) => {
    const { parts, port } = await stoppable({ TRUSTED_PROXIES: proxies })
    const connections = await Promise.all(Array.from({ length: 60 }, () => kept(port)))
    const stopped = stopService(parts, PATIENT)
    for (const { socket } of connections) {
      // One after the other: each finds the service further on its way out.
      await new Promise((resolve) => setImmediate(resolve))
      socket.write(POST)
    }
    await stopped
    await expect.poll(() => connections.every(({ isClosed }) => isClosed())).toBe(true)
    expect(connections.filter(isLast)).toHaveLength(connections.length)
  })

  it('ends by itself when nothing comes', async () => {
    const { parts, port } = await stoppable()
    const connections = [await kept(port), await unreadSocket(port)]
    connections[1]?.socket.resume().on('end', () => connections[1]?.socket.end())
    await stopService(parts, { ...PATIENT, idleMs: 20 })
    await expect.poll(() => connections.every(({ isClosed }) => isClosed())).toBe(true)
  })

  it('is told with the answer that is being worked on', async () => {
    const { parts, port, hasher } = await stoppable()
    const { released, release } = held()
    const connection = await kept(port)
    let isHashed = false
    hasher.afterNext = async () => {
      isHashed = true
      await released
    }
    connection.socket.write(POST)
    await expect.poll(() => isHashed).toBe(true)
    const stopped = stopService(parts, PATIENT)
    release()
    await stopped
    await expect.poll(() => isLast(connection)).toBe(true)
  })
})

describe('a connection that nobody has accepted yet', () => {
  it('is answered as well', async () => {
    const { parts, port } = await stoppable()
    const answers = Array.from({ length: 40 }, () => sendRaw(port, POST))
    // The system has let them in by now, and the loop takes one in a turn.
    await new Promise((resolve) => setImmediate(resolve))
    await stopService(parts, PATIENT)
    const statuses = (await Promise.all(answers)).flatMap((answer) => answer.statuses)
    expect(statuses).toEqual(Array(40).fill(401))
  })
})

describe('while a proxy keeps connections', () => {
  it('new ones are accepted, and none is once the kept ones are gone', async () => {
    const { parts, port, logged } = await stoppable({ TRUSTED_PROXIES: '127.0.0.1' })
    const connection = await kept(port)
    const stopped = stopService(parts, PATIENT)
    for (let round = 0; round < 3; round++) {
      const { statuses, text } = await sendRaw(port, POST)
      expect([statuses, /^connection: close\r$/im.test(text)]).toEqual([[401], true])
    }
    connection.socket.write(POST)
    await stopped
    expect((await sendRaw(port, POST)).statuses).toEqual([])
    expect(logged()).not.toContain('in time')
  })

  it('nobody is waited for who keeps none', async () => {
    const { parts } = await stoppable({ TRUSTED_PROXIES: '127.0.0.1' })
    await stopService(parts, PATIENT)
  })
})
