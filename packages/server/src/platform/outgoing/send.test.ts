import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { NotSent } from './outcome.ts'
import { type Sending, send } from './send.ts'

const NEVER = new AbortController().signal

/** A server of raw bytes: what it says when a request has come, and all that it has read. */
async function hostile(answer: (socket: Socket) => unknown) {
  const read: string[] = []
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    socket.on('data', (data) => {
      if (read.push(data.toString('latin1')) === 1) answer(socket)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { port, sockets, read: () => read.join('') }
}

const sending = (port: number, more: Partial<Sending> = {}): Sending => ({
  url: new URL(`http://hooks.example.net:${port}/in?a=1`),
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
  timeoutMs: 10_000,
  cut: NEVER,
  addresses: async () => ['127.0.0.1'],
  ...more,
})

const says = (text: string) => (socket: Socket) => socket.end(text)
const flood = (text: string) => (socket: Socket) => {
  const more = (): void => {
    while (!socket.destroyed && socket.write(text));
  }
  socket.on('drain', more)
  more()
}

describe('a request to an address that others chose', () => {
  it('goes to the address that was checked, under the name that was typed, and keeps nothing open', async () => {
    const { port, read, sockets } = await hostile(says('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'))
    expect(await send(sending(port))).toMatchObject({ outcome: 'delivered', status: 200, body: 'ok', ms: expect.any(Number) })
    expect(read()).toMatch(/^POST \/in\?a=1 HTTP\/1\.1\r\n/)
    expect(read()).toContain(`host: hooks.example.net:${port}\r\n`)
    expect(read()).toContain('connection: close\r\n')
    expect(read().endsWith('\r\n\r\n{"a":1}')).toBe(true)
    await expect.poll(() => sockets.size).toBe(0)
  })

  it('asks for the name once', async () => {
    const { port } = await hostile(says('HTTP/1.1 204 No Content\r\n\r\n'))
    let asked = 0
    const addresses = async () => (++asked === 1 ? ['127.0.0.1'] : ['127.0.0.2'])
    expect(await send(sending(port, { addresses }))).toMatchObject({ outcome: 'delivered', status: 204 })
    expect(asked).toBe(1)
  })

  it('goes to no proxy that the environment names', async () => {
    const proxy = await hostile(says('HTTP/1.1 200 OK\r\n\r\n'))
    const { port } = await hostile(says('HTTP/1.1 204 No Content\r\n\r\n'))
    const names = ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'NODE_USE_ENV_PROXY']
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`
    onTestFinished(() => {
      for (const name of names) delete process.env[name]
    })
    expect(await send(sending(port))).toMatchObject({ status: 204 })
    expect(proxy.read()).toBe('')
  })

  it.each([301, 302, 303, 307, 308])('follows no %s', async (status) => {
    const elsewhere = await hostile(says('HTTP/1.1 200 OK\r\n\r\n'))
    const location = `location: http://127.0.0.1:${elsewhere.port}/\r\n`
    const { port } = await hostile(says(`HTTP/1.1 ${status} Elsewhere\r\n${location}content-length: 0\r\n\r\n`))
    expect(await send(sending(port))).toMatchObject({ outcome: 'redirected', status })
    expect(elsewhere.read()).toBe('')
  })

  it.each([400, 404, 410, 500, 503])('tells a %s by its number', async (status) => {
    const { port } = await hostile(says(`HTTP/1.1 ${status} No\r\nretry-after: 120\r\ncontent-length: 0\r\n\r\n`))
    expect(await send(sending(port))).toMatchObject({ outcome: `status_${status}`, status, retryAfter: '120' })
  })

  it.each([
    ['switches protocols', says('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'), 'status_101'],
    ['switches and goes on', flood('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'), 'status_101'],
    ['says without end that it continues', flood('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'), 'connect_failed'],
    ['has headers without end', flood('HTTP/1.1 200 OK\r\nx: '.concat('a'.repeat(65_536))), 'connect_failed'],
    ['speaks something else', says('220 mail.example.com ESMTP\r\n'), 'connect_failed'],
    ['hangs up', (socket: Socket) => socket.destroy(), 'connect_failed'],
    ['hangs up in the headers', says('HTTP/1.1 200 OK\r\nx: '), 'connect_failed'],
    ['says nothing', () => {}, 'timeout'],
    ['says half a line', (socket: Socket) => socket.write('HTTP/1.1 2'), 'timeout'],
    ['continues, and says nothing more', (socket: Socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 'timeout'],
  ])('ends where the other side %s', async (_, answer, outcome) => {
    const { port, sockets } = await hostile(answer)
    const timeoutMs = outcome === 'timeout' ? 50 : 10_000
    expect((await send(sending(port, { timeoutMs }))).outcome).toBe(outcome)
    await expect.poll(() => sockets.size).toBe(0)
  })

  it.each([
    ['is without end', flood(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(65_536)}`), 10_000],
    [
      'comes in chunks without end',
      flood(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n10000\r\n${'x'.repeat(65_536)}\r\n`),
      10_000,
    ],
    ['stops in its middle', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'), 50],
    ['breaks off', says('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'), 10_000],
  ])('has arrived where the answer to it %s, of which nothing is told', async (_, answer, timeoutMs) => {
    const { port, sockets } = await hostile(answer)
    const sent = await send(sending(port, { timeoutMs }))
    expect(sent).toMatchObject({ outcome: 'delivered', status: 200 })
    expect(sent).not.toHaveProperty('body')
    await expect.poll(() => sockets.size).toBe(0)
  })

  it('waits for a name no longer than for an answer', async () => {
    const addresses = () => new Promise<never>(() => {})
    expect((await send(sending(1, { addresses, timeoutMs: 20 }))).outcome).toBe('timeout')
  })

  it('says what kept it from being sent', async () => {
    const refused = async () => {
      throw new NotSent('address_not_allowed')
    }
    expect((await send(sending(1, { addresses: refused }))).outcome).toBe('address_not_allowed')
    expect(await send(sending(1))).toEqual({ outcome: 'connect_failed', ms: expect.any(Number) })
  })

  it('says whether the connection was there', async () => {
    const [plain, other] = [await hostile((socket) => socket.resetAndDestroy()), await hostile((socket) => socket.destroy())]
    expect(await send(sending(plain.port))).toEqual({ outcome: 'connect_failed', brokeOff: true, ms: expect.any(Number) })
    const url = new URL(`https://hooks.example.net:${other.port}/`)
    expect(await send(sending(other.port, { url }))).toEqual({ outcome: 'tls_failed', ms: expect.any(Number) })
  })

  it('goes to another address of the name where one does not answer', async () => {
    const { port } = await hostile(says('HTTP/1.1 204 No Content\r\n\r\n'))
    const addresses = async () => ['127.0.0.2', '127.0.0.1']
    expect(await send(sending(port, { addresses }))).toMatchObject({ status: 204 })
  })

  it('wants a certificate of the name that was typed, whatever the environment says', async () => {
    const names: string[] = []
    const server = createTlsServer({
      SNICallback(name, done) {
        names.push(name)
        done(null)
      },
    })
    server.on('tlsClientError', () => {})
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const url = new URL(`https://hooks.example.net:${port}/`)
    expect((await send(sending(port, { url }))).outcome).toBe('tls_failed')
    expect(names).toEqual(['hooks.example.net'])
    const plain = await hostile(says('HTTP/1.1 200 OK\r\n\r\n'))
    const wrong = new URL(`https://hooks.example.net:${plain.port}/`)
    expect((await send(sending(plain.port, { url: wrong }))).outcome).toBe('tls_failed')
  })

  it('is given up where the service stops', async () => {
    const cut = new AbortController()
    const { port } = await hostile(() => cut.abort(new Error('the service stops')))
    await expect(send(sending(port, { cut: cut.signal }))).rejects.toThrow('the service stops')
  })
})
