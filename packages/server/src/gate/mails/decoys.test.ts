import { describe, expect, it } from 'vitest'
import { world } from '../../../test/support/world.ts'

const TEXTS = `SELECT kind, outcome, payload IS NULL AS empty FROM outbox ORDER BY created_at, id`

describe('what is written for an address without an account', () => {
  it.each([
    ['/auth/forgot-password', 'password-reset'],
    ['/auth/verify-email/resend', 'verification'],
  ])('takes no room after the next round of the outbox: %s', async (url, kind) => {
    const { browser, outbox, sql } = await world()
    for (let at = 0; at < 5; at++) expect((await browser().post(url, { email: `nobody${at}@example.com` })).status).toBe(200)
    await outbox.idle()
    const rows = await sql(TEXTS)
    expect(rows.map((row) => [row['kind'], row['outcome'], Boolean(row['empty'])])).toEqual(Array(5).fill([kind, 'decoy', true]))
  })

  it('is emptied by the next process where the one that wrote it has died, however much that is', async () => {
    const { browser, outbox, sql } = await world()
    await browser().post('/auth/forgot-password', { email: 'nobody@example.com' })
    await outbox.idle()
    await sql(`UPDATE outbox SET payload = 'as it was'`)
    for (let at = 0; at < 8; at++)
      await sql(
        `INSERT INTO outbox (id, kind, payload, attempts, next_attempt_at, leased_until, expires_at, created_at, done_at, outcome)
         SELECT id || ${at}, kind, payload, attempts, next_attempt_at, leased_until, expires_at, created_at, done_at, outcome FROM outbox`,
      )
    outbox.wake()
    await outbox.idle()
    expect(await sql(`SELECT id FROM outbox`)).toHaveLength(256)
    expect(await sql(`SELECT id FROM outbox WHERE payload IS NOT NULL`)).toEqual([])
  })

  it('does not keep mail to others waiting, nor is it kept by them', async () => {
    const { browser, outbox, signedUp, mail, sql } = await world({ withMail: true })
    await signedUp()
    await browser().post('/auth/forgot-password', { email: 'nobody@example.com' })
    await browser().post('/auth/forgot-password', { email: 'ada@example.com' })
    await outbox.idle()
    expect(mail.mails.map(({ recipients }) => recipients)).toEqual([['ada@example.com']])
    expect(await sql(`SELECT id FROM outbox WHERE payload IS NOT NULL`)).toEqual([])
  })
})
