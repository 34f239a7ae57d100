import { describe, expect, it } from 'vitest'
import { ADA, DAY, forgotten } from '../../../../test/support/inactive.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

describe('INACTIVE_ACCOUNT_TTL, by turns', () => {
  it('is audited: both mails once they have left, and the removal with its reason, as acts of nobody', async () => {
    const { after, sql } = await forgotten()
    for (const days of [335, 23, 7]) await after(days * DAY)
    const events = await sql(
      `SELECT type, actor_id, metadata FROM audit_events WHERE type IN ('account.inactive', 'account.deleted') ORDER BY created_at, id`,
    )
    const mailed = { type: 'account.inactive', actor_id: null, metadata: '{"removedFrom":"2031-01-01T00:00:00.000Z"}' }
    expect(events).toEqual([mailed, mailed, { type: 'account.deleted', actor_id: null, metadata: '{"reason":"inactive"}' }])
  })

  it.each([
    ['after the first mail', [335]],
    ['after the second', [335, 23]],
    ['in the last moment', [335, 23, 6.99]],
  ])('ends with a sign-in %s, and begins again from there', async (_when, days) => {
    const { after, signIn, sql } = await forgotten()
    for (const one of days) await after(one * DAY)
    const mails = days.length > 1 ? 2 : 1
    expect((await signIn()).status).toBe(200)
    expect(await after(40 * DAY)).toEqual([mails, 1])
    expect(await sql(`SELECT account_id FROM inactivity_notices`)).toEqual([])
    expect(await after(295 * DAY - 1)).toEqual([mails, 1])
    expect(await after(1)).toEqual([mails + 1, 1])
  })

  it('ends with a sign-in also where the first mail is due again at once', async () => {
    const { after, signIn, told } = await forgotten({ INACTIVE_ACCOUNT_TTL: '31d' })
    expect(await after(DAY)).toEqual([1, 1])
    await after(9 * DAY)
    expect((await signIn()).status).toBe(200)
    expect(await after(14 * DAY)).toEqual([1, 1])
    expect(await after(60_000)).toEqual([2, 1])
    expect(told().at(-1)?.text?.replace(/\s+/g, ' ')).toContain('removed in 30 days')
    expect(await after(23 * DAY - 1)).toEqual([2, 1])
    expect(await after(1)).toEqual([3, 1])
    expect(await after(7 * DAY)).toEqual([3, 0])
  })

  it('does not begin where a session is used, refreshed or only asked about', async () => {
    const here = await forgotten({ SESSION_TTL: '3000d', REFRESH_TTL: '3000d', SESSION_MAX_LIFETIME: '3000d' })
    const browser = here.browser()
    await browser.post('/auth/login', { email: ADA, password: PASSWORD })
    for (const use of [() => browser.get('/auth/check'), () => browser.post('/auth/refresh'), () => browser.get('/auth/me')]) {
      expect(await here.after(334 * DAY)).toEqual([0, 1])
      expect((await use()).status).toBe(200)
    }
    expect(await here.after(334 * DAY)).toEqual([0, 1])
    expect(await here.after(1 * DAY)).toEqual([1, 1])
  })

  it('counts from when an account was made that was never used', async () => {
    const { after, sql } = await forgotten()
    await sql(`DELETE FROM sessions`)
    await sql(`UPDATE accounts SET last_active_at = 0, last_sign_in_at = 0`)
    expect(await after(335 * DAY - 1)).toEqual([0, 1])
    expect(await after(1)).toEqual([1, 1])
  })

  it('removes nobody after a downtime who has not had both mails at their distance', async () => {
    const { after } = await forgotten()
    expect(await after(1000 * DAY)).toEqual([1, 1])
    expect(await after(23 * DAY - 1)).toEqual([1, 1])
    expect(await after(1)).toEqual([2, 1])
    expect(await after(7 * DAY - 1)).toEqual([2, 1])
    expect(await after(1)).toEqual([2, 0])
  })

  it('gives the second mail its seven days where the service was down when it was due', async () => {
    const { after } = await forgotten()
    await after(335 * DAY)
    expect(await after(40 * DAY)).toEqual([2, 1])
    expect(await after(7 * DAY - 1)).toEqual([2, 1])
    expect(await after(1)).toEqual([2, 0])
  })

  it('tells once more where the service was down for long when the account was due', async () => {
    const { after } = await forgotten()
    await after(335 * DAY)
    await after(23 * DAY)
    await after(60_000)
    expect(await after(60 * DAY)).toEqual([3, 1])
    expect(await after(7 * DAY - 1)).toEqual([3, 1])
    expect(await after(1)).toEqual([3, 0])
  })

  it('removes nobody whose mail was refused, and tries again after a week', async () => {
    const { after, mail, sql } = await forgotten()
    mail.treat('rejects the mail')
    expect(await after(335 * DAY)).toEqual([0, 1])
    for (let tries = 0; tries < 6; tries++) {
      expect(await after(60_000)).toEqual([0, 1])
      expect(await after(7 * DAY)).toEqual([0, 1])
    }
    expect(await sql(`SELECT id FROM audit_events WHERE type = 'account.inactive'`)).toEqual([])
    mail.treat('accepts')
    await after(60_000)
    expect(await after(7 * DAY - 1)).toEqual([0, 1])
    expect(await after(1)).toEqual([1, 1])
    expect(await after(23 * DAY)).toEqual([2, 1])
    expect(await after(7 * DAY - 1)).toEqual([2, 1])
    expect(await after(1)).toEqual([2, 0])
  })

  it('counts from when a mail has left, not from when it was written', async () => {
    const { after, mail } = await forgotten()
    await mail.goAway()
    expect(await after(335 * DAY)).toEqual([0, 1])
    await after(10 * 3_600_000)
    await mail.comeBack()
    expect(await after(10 * 3_600_000)).toEqual([1, 1])
    expect(await after(23 * DAY - 1)).toEqual([1, 1])
    expect((await after(1))[0]).toBe(2)
  })

  it('leaves alone administrators, the banned and only owners, also once they have been told', async () => {
    for (const change of [`role = 'admin'`, 'banned_at = 1']) {
      const { after, sql } = await forgotten()
      await sql(`UPDATE accounts SET ${change}`)
      expect(await after(335 * DAY)).toEqual([0, 1])
      expect(await after(500 * DAY)).toEqual([0, 1])
      const told = await forgotten()
      await told.after(335 * DAY)
      await told.after(23 * DAY)
      await told.sql(`UPDATE accounts SET ${change}`)
      expect(await told.after(7 * DAY)).toEqual([2, 1])
      expect(await told.sql(`SELECT account_id FROM inactivity_notices`)).toEqual([])
    }
    const { after, browser, signIn } = await forgotten({ ORGANISATIONS: 'true' })
    const owner = browser()
    await owner.post('/auth/login', { email: ADA, password: PASSWORD })
    expect((await owner.post('/auth/orgs', { name: 'Acme' })).status).toBe(201)
    expect(await after(500 * DAY)).toEqual([0, 1])
    expect((await signIn()).status).toBe(200)
  })

  it('waits where many mails wait already', async () => {
    const { after, sql, clock } = await forgotten()
    for (let n = 0; n < 200; n++)
      await sql(
        `INSERT INTO outbox (id, kind, payload, attempts, next_attempt_at, leased_until, expires_at, created_at)
         VALUES (?, 'test', 'x', 0, ?, 0, ?, 1)`,
        [`${n}`, clock.now() + 4000 * DAY, clock.now() + 4000 * DAY],
      )
    expect(await after(335 * DAY)).toEqual([0, 1])
    await sql(`DELETE FROM outbox`)
    expect(await after(DAY)).toEqual([1, 1])
  })
})
