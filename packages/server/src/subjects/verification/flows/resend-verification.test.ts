import { describe, expect, it } from 'vitest'
import { ada, waiting } from '../../../../test/support/awaiting-verification.ts'
import { world } from '../../../../test/support/world.ts'

describe('POST /auth/resend-verification', () => {
  it('mails a code and says until when it is good', async () => {
    const { signedUp, mail } = await world({ withMail: true })
    const browser = await signedUp()
    const reply = await browser.post('/auth/resend-verification')
    expect(reply).toMatchObject({
      status: 200,
      body: { codeSent: true, expiresAt: '2030-01-01T00:15:00.000Z', message: expect.any(String) },
    })
    const { code } = await mail.newest(ada.email)
    expect((await browser.post('/auth/verify-email', { code })).status).toBe(200)
  })

  it('leaves a live code in place: codeSent false, its expiry, no mail', async () => {
    const { signedUp, mail, clock } = await world({ withMail: true })
    const browser = await signedUp()
    await browser.post('/auth/resend-verification')
    clock.advance(60_000)
    const reply = await browser.post('/auth/resend-verification')
    expect(reply.body).toMatchObject({ codeSent: false, expiresAt: '2030-01-01T00:15:00.000Z' })
    expect(mail.mails).toHaveLength(1)
    clock.advance(14 * 60_000)
    expect((await browser.post('/auth/resend-verification')).body.codeSent).toBe(true)
  })

  it('mails once when ten ask at once', async () => {
    const { signedUp, mail } = await world({ withMail: true })
    const browser = await signedUp()
    const replies = await Promise.all(Array.from({ length: 10 }, () => browser.clone().post('/auth/resend-verification')))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(replies.filter(({ body }) => body.codeSent)).toHaveLength(1)
    expect(mail.mails).toHaveLength(1)
  })

  it('answers already_verified 400', async () => {
    const { signedUp, sql } = await world()
    const browser = await signedUp()
    await sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1`)
    expect(await browser.post('/auth/resend-verification')).toMatchObject({ status: 400, body: { error: 'already_verified' } })
  })

  it('answers email_failed 500 when the mail is not accepted, and a retry works', async () => {
    const { signedUp, mail } = await world({ withMail: true })
    const browser = await signedUp()
    mail.treat('rejects the recipient')
    expect(await browser.post('/auth/resend-verification')).toMatchObject({ status: 500, body: { error: 'email_failed' } })
    mail.treat('accepts')
    expect((await browser.post('/auth/resend-verification')).body.codeSent).toBe(true)
  })

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await world()
    expect(await browser().post('/auth/resend-verification')).toMatchObject({ status: 401, body: { error: 'session_expired' } })
  })
})

describe('POST /auth/verify-email/resend', () => {
  it('mails a new code to an address that waits, once the old one is stale', async () => {
    const { browser, mail, clock } = await waiting()
    clock.advance(15 * 60_000)
    expect(await browser.post('/auth/verify-email/resend', { email: ' ADA@example.com' })).toMatchObject({ status: 200 })
    const { code } = await mail.newest(ada.email, 2)
    expect((await browser.post('/auth/verify-email', { code })).status).toBe(200)
  })

  it('mails nothing while a code is live', async () => {
    const { browser, mail, outbox } = await waiting()
    await browser.post('/auth/verify-email/resend', { email: ada.email })
    await outbox.idle()
    expect(mail.mails).toHaveLength(1)
  })
})
