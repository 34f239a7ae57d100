import { describe, expect, it } from 'vitest'
import { ada, addPasskey, EMAIL, signedInAda, withTotp } from '../../../test/support/factored.ts'
import { world } from '../../../test/support/world.ts'

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

  it('mails the code that it offers after verify-email, too, where TWO_FACTOR_EMAIL_BESIDE says so', async () => {
    const { owner, mail, browser } = await withTotp(BESIDE)
    await owner.post('/auth/resend-verification')
    const visitor = browser()
    const { code } = await mail.newest(EMAIL)
    const { body } = await visitor.post('/auth/verify-email', { code })
    expect(body).toMatchObject({ codeSent: true, methods: ['totp', 'recovery', 'email'] })
    expect(mail.mails).toHaveLength(2)
    const { challengeId } = body
    const { code: digits } = await mail.newest(EMAIL, 2)
    expect((await visitor.post('/auth/2fa/verify', { challengeId, code: digits, method: 'email' })).status).toBe(200)
  })

  it('answers email_failed 500 after verify-email where that code cannot leave; the address is verified', async () => {
    const { owner, mail, browser } = await withTotp(BESIDE)
    await owner.post('/auth/resend-verification')
    const { code } = await mail.newest(EMAIL)
    await mail.close()
    expect(await browser().post('/auth/verify-email', { code })).toMatchObject({ status: 500, body: { error: 'email_failed' } })
    expect((await owner.get('/auth/me')).body.isVerified).toBe(true)
  })
})
