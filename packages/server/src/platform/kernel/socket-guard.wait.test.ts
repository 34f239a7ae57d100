import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { unreadSocket } from '../../../test/support/unread-socket.ts'
import { type Cut, MOST_WAITING, SocketGuard } from './socket-guard.ts'

const MB = 1_000_000
const SLOW = 4
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

/** A server whose answers are of this length. They are the same bytes, so that nothing but the count of them grows. */
async function guarded(length: number) {
  const cuts: Cut[] = []
  const guard = new SocketGuard((cut) => cuts.push(cut))
  const [bytes, answers, sockets] = [Buffer.alloc(length), new Set<ServerResponse>(), new Set<Socket>()]
  const server = createServer((request, response) => {
    if (guard.admits(request, response)) answers.add(response.end(bytes))
  })
  server.on('connection', (socket) => sockets.add(socket))
  guard.watch(server, 4000)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    guard.stop()
    guard.endAll()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const waiting = () => [...sockets].reduce((sum, socket) => sum + (socket.destroyed ? 0 : socket.writableLength), 0)
  /** Of each connection, in the order in which they came. */
  const ended = () => [...sockets].map(({ destroyed }) => destroyed)
  return { guard, port, cuts, answers, waiting, ended }
}

const idlers = (port: number, count: number) => Promise.all(Array.from({ length: count }, () => unreadSocket(port, REQUEST)))

describe('what waits to be read', () => {
  it('is bounded in all: the slowest go, and who reads stays', async () => {
    const { guard, port, cuts, answers, waiting, ended } = await guarded(12 * MB)
    const reader = await unreadSocket(port, REQUEST)
    await idlers(port, SLOW)
    await expect.poll(() => answers.size).toBe(1 + SLOW)
    guard.look()
    let read = 0
    reader.socket.on('data', (chunk) => (read += chunk.length))
    reader.socket.resume()
    await expect.poll(() => read).toBeGreaterThan(5 * MB)
    reader.socket.pause()
    guard.look()
    expect(cuts).toEqual([])
    await idlers(port, 4)
    await expect.poll(() => answers.size).toBe(1 + SLOW + 4)
    expect(waiting()).toBeGreaterThan(MOST_WAITING)
    guard.look()
    expect(waiting()).toBeLessThanOrEqual(MOST_WAITING)
    expect(waiting()).toBeGreaterThan(MOST_WAITING / 2)
    expect(cuts).toMatchObject([{ stalled: 0, slow: expect.any(Number) }])
    const [one, ...others] = ended()
    expect([one, others.slice(0, SLOW).includes(true), others.slice(SLOW).includes(true)]).toEqual([false, true, false])
  })

  it('is bounded for each, whatever the others do', async () => {
    const { guard, port, cuts, ended } = await guarded(12 * MB)
    await unreadSocket(port, REQUEST)
    await unreadSocket(port, REQUEST.repeat(4))
    await expect.poll(ended).toEqual([false, false])
    await expect
      .poll(() => {
        guard.look()
        return ended()
      })
      .toEqual([false, true])
    expect(cuts).toMatchObject([{ slow: 1 }])
  })

  it('is counted between two looks as well', async () => {
    const { guard, port, waiting, answers } = await guarded(4 * MB)
    guard.stop() // nobody looks
    await idlers(port, 300)
    await expect.poll(() => answers.size).toBe(300)
    expect(waiting()).toBeLessThan(MOST_WAITING + 50 * 4 * MB)
  })
})
