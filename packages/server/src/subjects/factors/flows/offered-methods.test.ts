import { describe, expect, it } from 'vitest'
import { ada, addPasskey, EMAIL, signedInAda, withTotp } from '../../../../test/support/factored.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const BESIDE = { TWO_FACTOR_EMAIL_BESIDE: 'true' }

describe('a gated sign-in', () => {
  it('is completed by a mailed code where there can be no passkeys any more and nothing else was asked for', async () => {
    const { owner, database } = await signedInAda()
    await addPasskey(owner)
    await owner.post('/auth/2fa/enable', { method: 'passkey' })
    const publicUrl = 'http://127.0.0.1:3000'
    const { browser } = await world({ databaseUrl: database.url, env: { PUBLIC_URL: publicUrl } })
    const { body } = await browser().post('/auth/login', ada, { headers: { origin: publicUrl } })
    expect(body).toMatchObject({ requiresTwoFactor: true, codeSent: true })
    expect(body.methods).toBeUndefined()
  })

  it('offers no mailed code after verify-email, where TWO_FACTOR_EMAIL_BESIDE lets it stand: one mailbox is one factor', async () => {
    const { owner, mail, browser, enter } = await withTotp(BESIDE)
    await owner.post('/auth/resend-verification')
    const { code } = await mail.newest(EMAIL)
    // A code for the same challenge is in the mailbox already, because the password was typed elsewhere.
    const elsewhere = await enter()
    expect(elsewhere.reply.body).toMatchObject({ codeSent: true, methods: ['totp', 'recovery', 'email'] })
    const { code: digits } = await mail.newest(EMAIL, 2)
    const visitor = browser()
    const { body } = await visitor.post('/auth/verify-email', { code, password: PASSWORD })
    expect(body).toMatchObject({ codeSent: false, methods: ['totp', 'recovery'] })
    const { challengeId } = body
    for (const tried of [{ code: digits }, { code: digits, method: 'email' }])
      expect(await visitor.post('/auth/2fa/verify', { challengeId, ...tried })).toMatchObject({ status: 400 })
    expect((await visitor.post('/auth/2fa/resend', { challengeId })).status).toBe(410)
    expect(mail.mails).toHaveLength(2)
  })

  it('lets a mailed code beside an authenticator app open no administrators’ route', async () => {
    const { mail, enter, sql } = await withTotp(BESIDE)
    await sql(`UPDATE accounts SET role = 'admin'`)
    const { visitor, verify } = await enter()
    expect((await verify({ code: (await mail.newest(EMAIL)).code, method: 'email' })).status).toBe(200)
    expect(await visitor.get('/admin/users')).toMatchObject({ status: 403, body: { error: 'two_factor_required' } })
    expect(await sql(`SELECT second_factor_at FROM sessions WHERE second_factor_at IS NOT NULL`)).toEqual([])
  })
})
