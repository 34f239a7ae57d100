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
})
