import { describe, expect, it } from 'vitest'
import { ada, EMAIL, owing } from '../../../../test/support/gated.ts'
import { world } from '../../../../test/support/world.ts'

const DAY = 86_400_000

describe('refresh tokens of a session', () => {
  it('are remembered for a thousand generations; an older one is refused, and the session goes on', async () => {
    const { signedUp, sql, clock } = await world()
    const browser = await signedUp()
    const [old, second] = [browser.clone(), browser.clone()]
    await browser.post('/auth/refresh')
    await sql(`UPDATE refresh_tokens SET generation = 1000 WHERE generation = 2`)
    clock.advance(60_000)
    expect((await browser.post('/auth/refresh')).status).toBe(200)
    expect(await sql(`SELECT generation FROM refresh_tokens ORDER BY generation`)).toEqual([
      { generation: 1000 },
      { generation: 1001 },
    ])
    expect((await old.post('/auth/refresh')).body.error).toBe('invalid_refresh_token')
    expect((await second.get('/auth/me')).status).toBe(401)
    expect((await browser.get('/auth/me')).status).toBe(200)
  })

  it('are forgotten a few at a time where there are many more', async () => {
    const { signedUp, sql, clock } = await world()
    const browser = await signedUp()
    const [session] = await sql(`SELECT id FROM sessions`)
    await sql(`UPDATE refresh_tokens SET generation = 1500`)
    await sql(
      `INSERT INTO refresh_tokens (hash, session_id, generation, rotated_at, expires_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1499)
       SELECT 'old-' || CAST(i AS TEXT), ?, i, 1, ${clock.now() + DAY} FROM n`,
      [session?.['id'] ?? ''],
    )
    await browser.post('/auth/refresh')
    const [kept] = await sql(`SELECT COUNT(*) AS total, MIN(generation) AS oldest FROM refresh_tokens`)
    expect(kept).toEqual({ total: 1491, oldest: 11 })
  })
})

describe('sessions that were ended', () => {
  it('say so for a day, and are gone after it, with their tokens', async () => {
    const { signedUp, browser, sql, clock, purge } = await world()
    const first = await signedUp()
    const second = browser()
    await second.post('/auth/login', ada)
    await first.delete('/auth/sessions')
    clock.advance(DAY - 1)
    await purge.run()
    expect((await second.clone().post('/auth/refresh')).body.error).toBe('session_revoked')
    clock.advance(2)
    await purge.run()
    expect((await second.post('/auth/refresh')).body.error).toBe('invalid_refresh_token')
    expect(await sql(`SELECT id FROM sessions`)).toHaveLength(1)
    expect(await sql(`SELECT hash FROM refresh_tokens`)).toHaveLength(1)
    expect((await first.post('/auth/refresh')).status).toBe(200)
  })
})

describe('a session with many refresh tokens', () => {
  it('is removed after them, 25 at a time', async () => {
    const { signedUp, sql, clock, purge, statements } = await world()
    const browser = await signedUp()
    const [session] = await sql(`SELECT id FROM sessions`)
    await sql(
      `INSERT INTO refresh_tokens (hash, session_id, generation, rotated_at, expires_at)
       WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 62)
       SELECT 'old-' || CAST(i AS TEXT), ?, i, 1, ${clock.now() + 9 * DAY} FROM n`,
      [session?.['id'] ?? ''],
    )
    await browser.post('/auth/logout')
    clock.advance(DAY + 1)
    const before = statements().length
    await purge.run()
    expect(await sql(`SELECT hash FROM refresh_tokens`)).toEqual([])
    expect(await sql(`SELECT id FROM sessions`)).toEqual([])
    const sent = statements().slice(before)
    expect(sent.filter((text) => text.startsWith('DELETE FROM refresh_tokens') && text.includes('revoked_at')).length).toBe(3)
  })
})

describe('sign-ins that wait for a second factor', () => {
  it('are a hundred to a challenge at most: the first makes way', async () => {
    const here = await owing()
    const visitors = Array.from({ length: 101 }, here.browser)
    let challengeId = ''
    for (const visitor of visitors) challengeId = (await visitor.post('/auth/login', ada)).body.challengeId
    expect(await here.sql(`SELECT hash FROM challenge_bindings`)).toHaveLength(100)
    const { code } = await here.mail.newest(EMAIL)
    const verify = (n: number) => visitors[n]?.post('/auth/2fa/verify', { challengeId, code })
    expect((await verify(0))?.body.error).toBe('two_factor_code_invalid')
    expect((await verify(1))?.status).toBe(200)
  })

  it('are twenty challenges to an account at most, most of them over', async () => {
    const here = await owing()
    for (let n = 1; n <= 22; n++) {
      const visitor = here.browser()
      const { challengeId } = (await visitor.post('/auth/login', ada)).body
      const { code } = await here.mail.newest(EMAIL, n)
      expect((await visitor.post('/auth/2fa/verify', { challengeId, code })).status).toBe(200)
      here.clock.advance(1)
    }
    expect(await here.sql(`SELECT id FROM challenges`)).toHaveLength(20)
  })
})

describe('mailed codes', () => {
  it('are a hundred to an account and purpose at most, and the newest works', async () => {
    const here = await world({ withMail: true })
    await here.signedUp()
    for (let n = 0; n < 102; n++) {
      await here.browser().post('/auth/forgot-password', { email: EMAIL })
      here.clock.advance(1)
    }
    expect(await here.sql(`SELECT id FROM codes`)).toHaveLength(100)
    await here.outbox.idle()
    const { code } = await here.mail.newest(EMAIL, 102)
    expect((await here.browser().post('/auth/reset-password', { code, newPassword: 'battery staple 2' })).status).toBe(200)
  })
})
