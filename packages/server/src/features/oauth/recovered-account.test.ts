import { describe, expect, it } from 'vitest'
import { ADA, landing, oauthWorld } from '../../../test/oauth-world.ts'
import { PASSWORD } from '../../../test/world.ts'

const MALLORY = { sub: 'mallory-at-corp', email: 'mallory@example.com', email_verified: true, name: 'Mallory' }

describe('an account that its rightful owner recovers by a password reset', () => {
  it('no longer opens to an identity that was linked before anybody had proved the address', async () => {
    const { browser, signIn, link, corp, mail, signedUp } = await oauthWorld({ withMail: true })
    corp.person(MALLORY)
    await link(await signedUp('ada@example.com'), MALLORY)
    await browser().post('/auth/forgot-password', { email: 'ada@example.com' })
    const { code } = await mail.newest('ada@example.com')
    expect((await browser().post('/auth/reset-password', { code, newPassword: PASSWORD })).status).toBe(200)

    const mallory = browser()
    await signIn(mallory, MALLORY)
    expect((await mallory.get('/auth/me')).body.email).toBe('mallory@example.com')
  })

  it('keeps its providers when the address was proved', async () => {
    const { browser, signIn, newcomer, mail } = await oauthWorld({ withMail: true })
    const ada = await newcomer()
    const { id } = (await ada.get('/auth/me')).body
    await browser().post('/auth/forgot-password', { email: 'ada@example.com' })
    const { code } = await mail.newest('ada@example.com')
    expect((await browser().post('/auth/reset-password', { code, newPassword: PASSWORD })).status).toBe(200)
    const again = browser()
    expect(landing(await signIn(again, ADA)).path).toBe('/account')
    expect((await again.get('/auth/me')).body.id).toBe(id)
  })
})

describe('a provider that fails', () => {
  it('is in the log with its reason, and without a secret', async () => {
    const { browser, corp, logged } = await oauthWorld()
    await corp.goAway()
    await browser().get('/auth/oauth/corp')
    expect(logged()).toContain('a sign-in provider failed')
    expect(logged()).toContain('ECONNREFUSED')
    expect(logged()).not.toContain('between the provider and the service')
  })
})
