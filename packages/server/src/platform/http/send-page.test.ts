import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { world } from '../../../test/support/world.ts'

describe('a page', () => {
  const ask = async (url: string, accepted?: string) => {
    const { app } = await world()
    const headers = { accept: 'text/html', ...(accepted !== undefined && { 'accept-encoding': accepted }) }
    return app.inject({ url, headers })
  }

  it.each(['/sign-in', '/nothing-here', '/docs'])('is packed for those who can unpack it: %s', async (url) => {
    const reply = await ask(url, 'br, gzip, deflate')
    expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringContaining('Accept-Encoding') })
    expect(gunzipSync(reply.rawPayload).toString()).toMatch(/^<!doctype html><html/)
    expect(reply.rawPayload.length).toBeLessThan(40_000)
  })

  it.each([undefined, '', 'br', 'gzip;q=0', 'identity, gzip; q=0.0'])('is sent as it is to others: %s', async (accepted) => {
    const reply = await ask('/sign-in', accepted)
    expect([reply.headers['content-encoding'], reply.body.slice(0, 15)]).toEqual([undefined, '<!doctype html>'])
  })

  it('does not tell by its length how well it was packed', async () => {
    const { app } = await world()
    const lengths = new Set<number>()
    for (let round = 0; round < 20; round++) {
      const { rawPayload } = await app.inject({ url: '/sign-in', headers: { 'accept-encoding': 'gzip' } })
      lengths.add(rawPayload.length)
    }
    expect(lengths.size).toBeGreaterThan(5)
  })
})
