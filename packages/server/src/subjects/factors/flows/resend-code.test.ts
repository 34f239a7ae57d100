import { describe, expect, it } from 'vitest'
import { ada, EMAIL, gated, wrongFor } from '../../../../test/support/gated.ts'

const EXPIRED = { status: 410, body: { error: 'two_factor_code_expired' } }

describe('POST /auth/2fa/resend', () => {
  it('mails a fresh code on the same challenge; the old code no longer works', async () => {
    const { resend, challengeId, code, mail, verify, visitor, clock, auditTypes } = await gated()
    clock.advance(60_000)
    const reply = await resend()
    expect(reply).toMatchObject({ status: 200, setCookies: [] })
    expect(reply.body).toEqual({
      codeSent: true,
      challengeId,
      expiresAt: new Date(clock.now() + 300_000).toISOString(),
      message: expect.any(String),
    })
    const fresh = await mail.newest(EMAIL, 2)
    if (fresh.code !== code) expect((await verify()).status).toBe(400)
    expect((await verify(visitor, { code: fresh.code })).status).toBe(200)
    expect((await auditTypes()).filter((type) => type === '2fa.code.sent')).toHaveLength(2)
  })

  it('gives the fresh code a life of its own', async () => {
    const { resend, mail, verify, visitor, clock } = await gated()
    clock.advance(299_000)
    await resend()
    clock.advance(299_000)
    const { code } = await mail.newest(EMAIL, 2)
    expect((await verify(visitor, { code })).status).toBe(200)
  })

  it('does not reset the guesses', async () => {
    const { resend, visitor, mail, verify, wrong } = await gated()
    for (let n = 0; n < 4; n++) await verify(visitor, { code: wrong })
    await resend()
    const { code } = await mail.newest(EMAIL, 2)
    await verify(visitor, { code: wrongFor(code) })
    expect((await verify(visitor, { code })).status).toBe(400)
  })

  it.each([
    ['used', `used_at = 1`],
    ['expired', `expires_at = 1`],
    ['out of guesses', `guesses = 5`],
    ['out of resends', `resends = 3`],
  ])('answers two_factor_code_expired 410 on a challenge that is %s', async (_what, change) => {
    const { resend, sql, mail } = await gated()
    await sql(`UPDATE challenges SET ${change}`)
    expect(await resend()).toMatchObject(EXPIRED)
    expect(mail.mails).toHaveLength(1)
  })

  it.each([
    ['banned', `banned_at = 1`],
    ['under other credentials', `credential_version = credential_version + 1`],
  ])('answers two_factor_code_expired 410 to an account that is %s by now, and mails nothing', async (_what, change) => {
    const { resend, sql, mail } = await gated()
    await sql(`UPDATE accounts SET ${change}`)
    expect(await resend()).toMatchObject(EXPIRED)
    expect(mail.mails).toHaveLength(1)
  })

  it('answers 410 to the fourth resend, and the third code stays good', async () => {
    const { resend, mail, verify, visitor } = await gated()
    for (let n = 0; n < 3; n++) expect((await resend()).body.codeSent).toBe(true)
    expect(await resend()).toMatchObject(EXPIRED)
    expect(mail.mails).toHaveLength(4)
    const { code } = await mail.newest(EMAIL, 4)
    expect((await verify(visitor, { code })).status).toBe(200)
  })

  it('answers 200 challenge_not_found alike to unknown and unbound challenges, and mails nothing', async () => {
    const { browser, visitor, resend, mail, sql } = await gated()
    const replies = [
      await resend(browser()),
      await resend(visitor, '00000000-0000-4000-8000-000000000000'),
      await resend(visitor, 'nonsense'),
      await visitor.post('/auth/2fa/resend', {}),
    ]
    for (const change of ['guesses = 5', 'resends = 3', 'expires_at = 1', 'used_at = 1']) {
      await sql(`UPDATE challenges SET ${change}`)
      replies.push(await resend(browser()))
    }
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(replies[0]).toMatchObject({
      status: 200,
      body: { error: 'challenge_not_found', message: 'If the challenge is valid, a new code has been sent.' },
      setCookies: [],
    })
    expect(mail.mails).toHaveLength(1)
  })

  it('needs no binding cookie when DisableChallengeBinding is set', async () => {
    const { resend, browser } = await gated({ DISABLE_CHALLENGE_BINDING: 'true' })
    expect((await resend(browser())).body.codeSent).toBe(true)
  })

  it.each([
    ['200 and mails no other when it has left', 200, { codeSent: false }, `mail_accepted_at = 1, mail_pending_until = 0`],
    ['email_failed 500 when it has not', 500, { error: 'email_failed' }, `mail_pending_until = 0`],
  ])('waits for a code that is on its way, and answers %s', async (_what, status, body, outcome) => {
    const { resend, sql, mail, clock } = await gated()
    clock.advance(1000)
    await sql(`UPDATE challenges SET mail_accepted_at = NULL, mail_pending_until = ?`, [clock.now() + 1])
    const waiting = resend()
    const seenAt = async () => (await sql(`SELECT last_seen_at FROM accounts`))[0]?.['last_seen_at']
    await expect.poll(seenAt).toBe(clock.now())
    await sql(`UPDATE challenges SET ${outcome}`)
    expect(await waiting).toMatchObject({ status, body })
    expect(await sql(`SELECT resends FROM challenges`)).toMatchObject([{ resends: 0 }])
    expect(mail.mails).toHaveLength(1)
  })

  it('answers two_factor_code_expired 410 when the challenge is ended while it waits for a code on its way', async () => {
    const { resend, sql, clock } = await gated()
    clock.advance(1000)
    await sql(`UPDATE challenges SET mail_accepted_at = NULL, mail_pending_until = ?`, [clock.now() + 1])
    const waiting = resend()
    const seenAt = async () => (await sql(`SELECT last_seen_at FROM accounts`))[0]?.['last_seen_at']
    await expect.poll(seenAt).toBe(clock.now())
    await sql(`DELETE FROM challenges`)
    expect(await waiting).toMatchObject(EXPIRED)
  })

  it('answers email_failed 500, keeps the row and its counts when the mail does not leave; a retry mints again', async () => {
    const { visitor, resend, mail, sql, verify, wrong } = await gated()
    await verify(visitor, { code: wrong })
    mail.treat('rejects the recipient')
    expect(await resend()).toMatchObject({ status: 500, body: { error: 'email_failed' } })
    expect(await sql(`SELECT guesses, resends, mail_accepted_at FROM challenges`)).toMatchObject([
      { guesses: 1, resends: 1, mail_accepted_at: null },
    ])
    mail.treat('accepts')
    expect((await resend()).body.codeSent).toBe(true)
    const { code } = await mail.newest(EMAIL, 2)
    expect((await verify(visitor, { code })).status).toBe(200)
  })

  it('counts failed sends too: after three there is no further one', async () => {
    const { resend, mail } = await gated()
    mail.treat('rejects the recipient')
    for (let n = 0; n < 3; n++) expect((await resend()).body.error).toBe('email_failed')
    mail.treat('accepts')
    expect(await resend()).toMatchObject(EXPIRED)
  })

  it('lets a login mail again when a failed resend left no code that anybody has', async () => {
    const { resend, browser, challengeId, mail, sql } = await gated()
    mail.treat('rejects the recipient')
    await resend()
    mail.treat('accepts')
    const again = browser()
    expect((await again.post('/auth/login', ada)).body).toMatchObject({ challengeId, codeSent: true })
    const { code } = await mail.newest(EMAIL, 2)
    expect((await again.post('/auth/2fa/verify', { challengeId, code })).status).toBe(200)
    expect(await sql(`SELECT id FROM challenges`)).toHaveLength(1)
  })
})
