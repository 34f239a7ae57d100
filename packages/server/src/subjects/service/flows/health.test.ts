import { describe, expect, it } from 'vitest'
import { world } from '../../../../test/support/world.ts'

describe('GET /healthz', () => {
  it('answers ok', async () => {
    const { browser } = await world()
    expect(await browser().get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  })
})

describe('GET /readyz', () => {
  it('answers ready while the database does', async () => {
    const { browser } = await world()
    expect(await browser().get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
  })

  it('asks the database once for all who want to know at once', async () => {
    const { browser, queries } = await world()
    const before = queries()
    const replies = await Promise.all(Array.from({ length: 200 }, () => browser().get('/readyz')))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(queries() - before).toBe(2) // a row is written, and removed
  })

  it('answers not_ready 503 when the database does not answer, and healthz stays ok', async () => {
    const { browser, closeDatabase } = await world()
    await closeDatabase()
    expect(await browser().get('/readyz')).toMatchObject({ status: 503, body: { error: 'not_ready' } })
    expect((await browser().get('/healthz')).status).toBe(200)
  })

  it('answers not_ready from the moment the process was asked to stop', async () => {
    const { browser, stop } = await world()
    const stopped = stop()
    expect(await browser().get('/readyz')).toMatchObject({ status: 503, body: { error: 'not_ready' } })
    await stopped
  })

  describe('with the operator’s token', () => {
    const READYZ_TOKEN = 'a token for readyz, of 32 bytes and more'.replaceAll(' ', '-')
    const asked = { headers: { authorization: `Bearer ${READYZ_TOKEN}` } }
    const ready = (part: string) => ({ part, ready: true })

    it('tells of every part', async () => {
      const { browser } = await world({ env: { READYZ_TOKEN } })
      const parts = [ready('process'), ready('clock'), ready('database')]
      expect((await browser().get('/readyz', asked)).body).toEqual({ status: 'ready', parts })
    })

    it('says why a part is not ready, also of one behind another', async () => {
      const { browser, closeDatabase, stop } = await world({ env: { READYZ_TOKEN } })
      await closeDatabase()
      const unready = { part: 'database', ready: false, reason: expect.stringMatching(/\w+ \w+/) }
      const { status, body } = await browser().get('/readyz', asked)
      expect([status, body]).toEqual([
        503,
        {
          ...{ error: 'not_ready', message: 'The database does not answer, or takes no writes.' },
          parts: [ready('process'), ready('clock'), unready],
        },
      ])
      void stop()
      const stopping = { part: 'process', ready: false, reason: 'The service is stopping.' }
      expect((await browser().get('/readyz', asked)).body.parts).toEqual([stopping, ready('clock'), unready])
    })

    it.each([
      ['no token', {}],
      ['another', { authorization: `Bearer ${READYZ_TOKEN}x` }],
      ['an empty one', { authorization: 'Bearer ' }],
      ['one that is named otherwise', { authorization: READYZ_TOKEN }],
      ['a claim to be this machine', { 'x-forwarded-for': '127.0.0.1', host: 'localhost' }],
    ])('says to %s what it has always said', async (_what, headers) => {
      const { browser, closeDatabase } = await world({ env: { READYZ_TOKEN } })
      await closeDatabase()
      const { body } = await browser().get('/readyz', { headers })
      expect(body).toEqual({ error: 'not_ready', message: 'The database does not answer, or takes no writes.' })
    })

    it('is of use only where it is set', async () => {
      const { browser } = await world()
      expect((await browser().get('/readyz', { headers: { authorization: 'Bearer undefined' } })).body).toEqual({
        status: 'ready',
      })
    })
  })
})
