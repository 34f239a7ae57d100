import { describe, expect, it } from 'vitest'
import { world } from '../../../../test/support/world.ts'

describe('PUT /auth/name', () => {
  it('changes the name, trimmed, and moves updatedAt', async () => {
    const { signedUp, clock } = await world()
    const browser = await signedUp()
    clock.advance(1000)
    expect(await browser.put('/auth/name', { name: '  Ada Lovelace ' })).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    })
    expect((await browser.get('/auth/me')).body).toMatchObject({ name: 'Ada Lovelace', updatedAt: '2030-01-01T00:00:01.000Z' })
  })

  it.each([
    { name: '' },
    { name: ' \t' },
    { name: '\u200b' },
    { name: 'a\u0000b' },
    { name: '\ud800' },
    { name: 'x'.repeat(201) },
    { name: null },
    {},
  ])('answers validation_error 400 to %j', async (body) => {
    const { signedUp } = await world()
    const browser = await signedUp()
    expect(await browser.put('/auth/name', body)).toMatchObject({ status: 400, body: { error: 'validation_error' } })
    expect((await browser.get('/auth/me')).body.name).toBe('Ada')
  })

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await world()
    expect(await browser().put('/auth/name', { name: 'Eve' })).toMatchObject({ status: 401, body: { error: 'session_expired' } })
  })

  it('takes 200 characters, counted as people count them', async () => {
    const { signedUp } = await world()
    expect((await (await signedUp()).put('/auth/name', { name: '😀'.repeat(200) })).status).toBe(200)
  })
})
