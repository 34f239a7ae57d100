import { describe, expect, it } from 'vitest'
import { PASSWORD, world } from '../../test/world.ts'

const DAY = 86_400_000
const count = (rows: readonly unknown[]) => rows.length

/** Three accounts with sessions, a rotated token, codes and mails. */
async function lived() {
  const here = await world({ withMail: true })
  for (const name of ['ada', 'eve', 'bob']) {
    const browser = await here.signedUp(`${name}@example.com`)
    await browser.post('/auth/refresh')
    await browser.post('/auth/resend-verification')
  }
  await here.browser().post('/auth/forgot-password', { email: 'nobody@example.com' })
  await here.outbox.idle()
  const sizes = async () => ({
    sessions: count(await here.sql(`SELECT id FROM sessions`)),
    tokens: count(await here.sql(`SELECT hash FROM refresh_tokens`)),
    codes: count(await here.sql(`SELECT id FROM codes`)),
    outbox: count(await here.sql(`SELECT id FROM outbox`)),
  })
  return { ...here, sizes }
}

describe('purge', () => {
  it('leaves alone what is live, and what has expired within the last day', async () => {
    const { purge, clock, sizes } = await lived()
    const before = await sizes()
    expect(before).toEqual({ sessions: 3, tokens: 6, codes: 4, outbox: 4 })
    clock.advance(DAY / 2)
    expect(await purge.run()).toBe(0)
    expect(await sizes()).toEqual(before)
  })

  it('removes codes and mails a day after they are done, and keeps sessions', async () => {
    const { purge, clock, sizes } = await lived()
    clock.advance(DAY + 3_600_001)
    expect(await purge.run()).toBe(8)
    expect(await sizes()).toEqual({ sessions: 3, tokens: 6, codes: 0, outbox: 0 })
  })

  it('removes sessions and refresh tokens a day after nobody can renew them', async () => {
    const { purge, clock, sizes } = await lived()
    clock.advance(31 * DAY + 1)
    await purge.run()
    expect(await sizes()).toEqual({ sessions: 0, tokens: 0, codes: 0, outbox: 0 })
  })

  it('never removes the token that a busy session needs next', async () => {
    const { purge, clock, signedUp, sql } = await lived()
    const browser = await signedUp('busy@example.com')
    for (let week = 0; week < 10; week++) {
      clock.advance(7 * DAY)
      expect((await browser.post('/auth/refresh')).status).toBe(200)
      await purge.run()
    }
    expect((await browser.get('/auth/me')).status).toBe(200)
    expect(count(await sql(`SELECT hash FROM refresh_tokens`))).toBeLessThan(8)
    expect((await browser.post('/auth/login', { email: 'ada@example.com', password: PASSWORD })).status).toBe(200)
  })

  it('works through more than one batch', async () => {
    const { purge, clock, sql } = await world()
    for (let n = 0; n < 250; n++) {
      await sql(
        `INSERT INTO codes (id, purpose, account_id, hash, guesses, created_at, expires_at) VALUES (?, 'x', 'x', ?, 0, 0, 0)`,
        [`${n}`, `${n}`],
      )
    }
    clock.advance(2 * DAY)
    expect(await purge.run()).toBe(250)
  })
})
