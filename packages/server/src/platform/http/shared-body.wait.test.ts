import type { ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { longestHold } from '../../../test/support/longest-hold.ts'
import { unreadSocket } from '../../../test/support/unread-socket.ts'
import { world } from '../../../test/support/world.ts'

const SAME_FOR_ALL = ['/docs', '/openapi.json']
const CLIENTS = 20
const AHEAD = 16
/** Of one answer, a piece and the next one; in all a small part of the forty million bytes that were asked for by each. */
const LITTLE = 100_000

describe.each(SAME_FOR_ALL)('%s, which is the same for all', (url) => {
  it('is packed once, and comes in the same bytes to whoever can unpack it', async () => {
    const { app } = await world()
    const ask = (accepted: string) => app.inject({ url, headers: { 'accept-encoding': accepted } })
    const packed = await Promise.all(Array.from({ length: 5 }, () => ask('br, gzip')))
    expect(new Set(packed.map(({ rawPayload }) => rawPayload.toString('hex'))).size).toBe(1)
    const plain = await ask('br')
    expect(packed[0]?.headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringContaining('Accept-Encoding') })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(gunzipSync(packed[0]?.rawPayload ?? '').toString()).toBe(plain.body)
    expect(Number(plain.headers['content-length'])).toBe(plain.rawPayload.length)
  })

  it('says how long it is to who only asks for that', async () => {
    const { app } = await world()
    const [whole, head] = [await app.inject({ url }), await app.inject({ url, method: 'HEAD' })]
    expect(head.headers['content-length']).toBe(String(whole.rawPayload.length))
  })

  it('holds nobody up when it is first asked for', async () => {
    const worlds = await Promise.all(Array.from({ length: 4 }, () => world()))
    expect(await longestHold(30, async () => worlds.pop()?.app.inject(url))).toBeLessThan(30)
  })
})

it('a long document is not there once more for everybody who does not read it', async () => {
  const url = '/openapi.json'
  const { app, listen } = await world({ env: { PORT: '0' } })
  const port = Number(new URL(await listen()).port)
  const answers = new Set<ServerResponse>()
  app.server.on('request', (_request, response) => answers.add(response))
  const bytes = `GET ${url} HTTP/1.1\r\nHost: localhost:3000\r\n\r\n`.repeat(AHEAD)
  await Promise.all(Array.from({ length: CLIENTS }, () => unreadSocket(port, bytes)))
  const waiting = (): number => [...answers].reduce((sum, { writableLength }) => sum + writableLength, 0)
  await expect.poll(() => [answers.size, waiting() > 0]).toEqual([CLIENTS * AHEAD, true])
  await app.inject(url)
  expect(waiting()).toBeLessThan(CLIENTS * AHEAD * LITTLE)
})
