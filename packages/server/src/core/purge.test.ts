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

  it('removes events of the audit log that are older than AUDIT_RETENTION, in small batches, and leaves the rest', async () => {
    const { purge, clock, sql, statements } = await world({ env: { AUDIT_RETENTION: '90d' } })
    const age = async (days: number, count: number) => {
      for (let n = 0; n < count; n++) {
        await sql(
          `INSERT INTO audit_events (id, type, success, ip, user_agent, request_id, metadata, created_at)
           VALUES (?, 'login.failed', 0, '', '', '', '{}', ?)`,
          [`${days}-${n}`, clock.now() - days * DAY],
        )
      }
    }
    await age(91, 250)
    await age(90, 2)
    expect(await purge.run()).toBe(250)
    expect(count(await sql(`SELECT id FROM audit_events`))).toBe(2)
    expect(statements().filter((text) => text.startsWith('DELETE FROM audit_events'))).toHaveLength(3)
    clock.advance(1)
    expect(await purge.run()).toBe(2)
  })

  it('keeps the audit log for 400 days unless told otherwise, and for ever when AUDIT_RETENTION is 0s', async () => {
    for (const [env, kept] of [
      [{}, 0],
      [{ AUDIT_RETENTION: '0s' }, 2],
    ] as const) {
      const { purge, clock, signedUp, sql } = await world({ env })
      await signedUp()
      clock.advance(400 * DAY)
      await purge.run()
      expect(count(await sql(`SELECT id FROM audit_events`))).toBe(2)
      clock.advance(1)
      await purge.run()
      expect(count(await sql(`SELECT id FROM audit_events`))).toBe(kept)
    }
  })
})
