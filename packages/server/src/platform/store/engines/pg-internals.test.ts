import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { backendKeyOf, PreparedQuery, streamOf } from './pg-internals.ts'

const gone = (field: string): string => `This release of pg has removed or changed ${field}: see pg-internals.ts`

const KEY = { processID: 4711, secretKey: -123_456_789 }
const message = (type: string, ...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(5 + 4 * numbers.length, type)
  for (const [at, value] of [bytes.length - 1, ...numbers].entries()) bytes.writeInt32BE(value, 1 + 4 * at)
  return bytes
}
const SIGNED_IN = message('R', 0)
const READY = Buffer.from('Z\0\0\0\x05I')

/**
 * A client of a server that lets it in and answers nothing more, and what it has sent since. PostgreSQL itself would be filled through
 * these very fields before any test begins, so that without them no test would be there to say why.
 */
async function connected() {
  const received: Buffer[] = []
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([SIGNED_IN, message('K', KEY.processID, KEY.secretKey), READY]))
      socket.on('data', (bytes) => received.push(bytes))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = new Socket()
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'x', database: 'x', ssl: false, stream: () => socket })
  client.on('error', () => undefined)
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  const before = backendKeyOf(client)
  await client.connect()
  return { client, socket, port, before, received: () => Buffer.concat(received).toString('latin1') }
}

it('knows by which numbers the server lets a client be cancelled, once it has told them', async () => {
  const { client, port, before } = await connected()
  expect(before).toBeUndefined()
  const key = { host: '127.0.0.1', port, ...KEY }
  expect(backendKeyOf(client), gone('client.host, port, processID or secretKey')).toEqual(key)
})

it('knows what a client writes to', async () => {
  const { client, socket } = await connected()
  expect(streamOf(client), gone('client.connection.stream')).toBe(socket)
})

it('has a statement prepared under its name, with its values, and waits for it as long as it was told', async () => {
  const { client, received } = await connected()
  const statement = { name: 'its name', text: 'SELECT $1, $2' }
  const answer = new Promise<Error | undefined>((resolve) => {
    client.query(new PreparedQuery(statement, ['one value', 'another'], 50, resolve))
  })
  const failure = await Promise.race([answer, sleep(5000, undefined, { ref: false })])
  expect(failure?.message, gone('query.query_timeout')).toBe('Query read timeout')
  await expect.poll(received, { message: gone('query.name') }).toContain('its name\0SELECT $1, $2\0')
  await expect.poll(received, { message: gone('query.values') }).toMatch(/one value.*another/s)
})
