import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { outputCounters, stopParsing } from './node-internals.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
/** Far more than the system keeps for a connection. */
const LARGE = 40_000_000

const gone = (field: string): string => `Node ${process.version} has removed or changed ${field}: see node-internals.ts`

/** A server, and a client that has sent this to it in one piece and reads nothing. */
async function asked(requests: string, answer: RequestListener): Promise<{ socket: Socket; client: Socket }> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  onTestFinished(() => {
    client.destroy()
    server.close()
    server.closeAllConnections()
  })
  const [socket] = (await once(server, 'connection')) as [Socket]
  client.write(requests)
  return { socket, client }
}

it('tells what the system has taken of the output, and what waits', async () => {
  const { socket, client } = await asked(REQUEST, (_request, response) => response.end(Buffer.alloc(LARGE)))
  const counted = () => outputCounters(socket)
  expect(counted()?.bytesWritten, gone('socket._handle.bytesWritten')).toBeTypeOf('number')
  expect(counted()?.writeQueueSize, gone('socket._handle.writeQueueSize')).toBeTypeOf('number')
  await expect
    .poll(() => counted()?.writeQueueSize, { message: gone('socket._handle.writeQueueSize'), timeout: 10_000 })
    .toBeGreaterThan(LARGE / 10)
  const taken = () => (counted()?.bytesWritten ?? 0) - (counted()?.writeQueueSize ?? 0)
  const before = taken()
  expect(before, gone('socket._handle.bytesWritten')).toBeLessThan(LARGE)
  client.resume()
  await expect.poll(taken, { message: gone('socket._handle.bytesWritten'), timeout: 10_000 }).toBeGreaterThan(LARGE)
  client.destroy()
  await expect.poll(counted).toBeUndefined()
})

it('parses nothing more of what was read in one piece', async () => {
  let parsed = 0
  const { socket } = await asked(REQUEST.repeat(1000), ({ socket }) => {
    parsed++
    stopParsing(socket)
    socket.destroy()
  })
  await once(socket, 'close')
  expect(parsed, gone('socket.parser.onIncoming')).toBe(1)
})
