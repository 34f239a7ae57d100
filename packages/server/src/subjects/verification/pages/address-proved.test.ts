import { describe, expect, it } from 'vitest'
import { atAccount } from '../../../../test/support/at-account.ts'
import { claimedAndPending, claimedByPassword, claimedWith, EMAIL } from '../../../../test/support/hijacked.ts'
import { ADA } from '../../../../test/support/oauth-world.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD, type World } from '../../../../test/support/world.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CONTINUE = '/account'

/** The owner of the mailbox confirms the address in a browser of their own, and has chosen no password. */
async function proved(here: World & { readonly code: string }, path = '/verify-email') {
  const visitor = new PageVisitor(here.browser())
  await visitor.open(path)
  const asked = await visitor.submit('verify', { code: here.code })
  return { visitor, page: asked.path === '/address-proved' ? asked : await visitor.submit('disown') }
}

describe('/address-proved', () => {
  it('says when and from where the account was made, what opens it and what was removed', async () => {
    const here = await claimedByPassword({ env: { OAUTH_CORP_LABEL: 'Corp & Co' } })
    await here.sql(`UPDATE audit_events SET ip = '203.0.113.7', user_agent = ? WHERE type = 'user.registered'`, [FIREFOX])
    here.clock.advance(300_000)
    const { page } = await proved(here)
    expect([page.status, page.heading]).toEqual([200, 'Your address is confirmed'])
    expect(page.text).toContain(`${EMAIL} is confirmed, and you are signed in.`)
    expect(page.text).toContain('Account created Jan 1, 2030, 12:00 AM UTC')
    expect(page.text).toContain('Created from Firefox on Linux, 203.0.113.7')
    expect(page.text).toContain('Sign-in methods None yet.')
    expect(page.text).toMatch(/therefore removed: the password connected accounts \( ?Corp & Co ?\)/)
  })

  it('leads on, and to a password', async () => {
    const here = await claimedByPassword()
    const { visitor, page } = await proved(here)
    expect(page.links).toEqual(expect.arrayContaining([CONTINUE]))
    for (const browser of [here.mallory, here.throughCorp]) expect(await here.isIn(browser)).toBe(false)
    expect((await here.browser().post('/auth/login', { email: EMAIL, password: PASSWORD })).status).toBe(401)
    expect((await visitor.submit('choosePassword')).path).toBe('/set-password')
    expect((await here.mail.newest(EMAIL, 2)).link).toMatch(/^http:\/\/localhost:3000\/set-password#/)
  })

  it('leads on to where one wanted to go, and nowhere else', async () => {
    const there = await proved(await claimedByPassword(), '/verify-email?returnTo=%2Fdocs')
    expect(there.page.links).toContain('/docs')
    const nowhere = await there.visitor.open('/address-proved?returnTo=https%3A%2F%2Fevil.example')
    expect(nowhere.links.filter((link) => link.includes('evil'))).toEqual([])
    expect(nowhere.links).toContain(CONTINUE)
  })

  it('names the providers that remain, and removes nothing that vouches', async () => {
    const here = await claimedWith(ADA)
    await here.sql(`UPDATE accounts SET mailbox_proved_at = NULL`) // as if it had vouched for another address when it was linked
    const { page } = await proved(here)
    expect(page.text).toContain('Sign-in methods corp')
    expect(page.text).not.toContain('connected accounts')
  })

  it('says how to get in again where nothing is left', async () => {
    const { page } = await proved(await claimedAndPending())
    expect(page.text).toContain('Sign-in methods None yet. Set a password')
  })

  it('does without what is no longer in the log', async () => {
    const here = await claimedByPassword()
    await here.sql(`DELETE FROM audit_events WHERE type = 'user.registered'`)
    const { page } = await proved(here)
    expect(page.text).not.toContain('Created from')
    expect(page.text).toContain('Account created')
  })

  it('sends on whoever confirmed the address in a browser of the account', async () => {
    const here = await claimedByPassword()
    const visitor = new PageVisitor(here.mallory)
    await visitor.open('/verify-email?returnTo=%2Fdocs')
    expect((await visitor.submit('verify', { code: here.code })).address).toBe('/docs')
  })

  it('sends on any other session, also of the same account', async () => {
    const here = await claimedByPassword()
    await proved(here)
    await here.mallory.post('/auth/login', { email: EMAIL, password: PASSWORD })
    expect((await new PageVisitor(here.mallory).open('/address-proved')).path).toBe('/sign-in')
    const { visitor } = await atAccount()
    expect((await visitor.open('/address-proved?returnTo=%2Fdocs')).address).toBe('/docs')
  })

  it('is for people who are signed in', async () => {
    const { browser } = await claimedByPassword()
    expect((await new PageVisitor(browser()).open('/address-proved')).path).toBe('/sign-in')
  })

  it('is there in every language', async () => {
    const here = await claimedByPassword()
    const { visitor } = await proved(here)
    const headings = { de: 'Ihre Adresse ist bestätigt', fr: 'Votre adresse est confirmée', es: 'Su dirección está confirmada' }
    for (const [language, heading] of Object.entries(headings)) {
      expect((await visitor.open('/address-proved', { 'accept-language': language })).heading).toBe(heading)
    }
  })
})
