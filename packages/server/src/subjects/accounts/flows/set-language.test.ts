import { describe, expect, it } from 'vitest'
import { languages } from '../../../../test/support/rendered-mail.ts'
import { world } from '../../../../test/support/world.ts'

describe('PUT /auth/language', () => {
  it.each(languages)('keeps %s, and answers as others do', async (language) => {
    const { signedUp, sql, clock } = await world()
    const browser = await signedUp()
    const before = (await browser.get('/auth/me')).body
    clock.advance(1000)
    expect(await browser.put('/auth/language', { language })).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    })
    expect(await sql(`SELECT language FROM accounts`)).toEqual([{ language }])
    expect((await browser.get('/auth/me')).body).toEqual({ ...before, updatedAt: '2030-01-01T00:00:01.000Z' })
  })

  it.each([{ language: '' }, { language: null }])('is taken back by %j', async (body) => {
    const { signedUp, sql } = await world()
    const browser = await signedUp()
    await browser.put('/auth/language', { language: 'de' })
    expect((await browser.put('/auth/language', body)).status).toBe(200)
    expect(await sql(`SELECT language FROM accounts`)).toEqual([{ language: null }])
  })

  it.each([{}, { lang: 'es' }, { language: 1 }, { language: ['es'] }])(
    'answers invalid_json 400 to %j, and changes nothing',
    async (body) => {
      const { signedUp, sql } = await world()
      const browser = await signedUp()
      await browser.put('/auth/language', { language: 'de' })
      expect(await browser.put('/auth/language', body)).toMatchObject({ status: 400, body: { error: 'invalid_json' } })
      expect(await sql(`SELECT language FROM accounts`)).toEqual([{ language: 'de' }])
    },
  )

  it.each(['tlh', 'DE', 'de-AT', ' de', '*', 'constructor', '../de', 'layout.html.liquid'])(
    'answers invalid_input 400 to %j',
    async (language) => {
      const { signedUp, sql } = await world()
      const browser = await signedUp()
      await browser.put('/auth/language', { language: 'fr' })
      expect(await browser.put('/auth/language', { language })).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
      expect(await sql(`SELECT language FROM accounts`)).toEqual([{ language: 'fr' }])
    },
  )

  it('changes nobody else', async () => {
    const { signedUp, sql } = await world()
    await signedUp('bob@example.com')
    await (await signedUp()).put('/auth/language', { language: 'es' })
    expect(await sql(`SELECT email, language FROM accounts ORDER BY email`)).toEqual([
      { email: 'ada@example.com', language: 'es' },
      { email: 'bob@example.com', language: null },
    ])
  })

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await world()
    const reply = await browser().put('/auth/language', { language: 'de' })
    expect(reply).toMatchObject({ status: 401, body: { error: 'session_expired' } })
  })
})
