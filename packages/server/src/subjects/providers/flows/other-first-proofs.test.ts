import { describe, expect, it } from 'vitest'
import { claimedByPassword, claimedByProvider, EMAIL, MALLORY } from '../../../../test/support/hijacked.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const notices = { env: { SECURITY_NOTICES: 'true' } }

describe('a first proof by a provider that vouches for the address', () => {
  /** Both are linked, and nobody has proved the address yet. */
  async function linkedTwice() {
    const here = await claimedByPassword(notices)
    const ada = { sub: 'member-7', email: EMAIL, email_verified: true, name: 'Ada' }
    await here.linkClub(here.mallory, here.club.person({ ...ada, email_verified: false }))
    return { ...here, ada: here.club.person(ada) }
  }

  it('removes the identities that do not, with the sessions that came in through them', async () => {
    const { ada, browser, signInAtClub, linked, isIn, throughCorp, mallory, mail, outbox } = await linkedTwice()
    const owner = browser()
    await signInAtClub(owner, ada)
    await outbox.idle()
    expect((await owner.get('/auth/me')).body).toMatchObject({ email: EMAIL, isVerified: true })
    expect([await linked(), await isIn(throughCorp), await isIn(mallory)]).toEqual([['club'], false, false])
    expect(mail.mails.filter(({ subject }) => /confirmed/.test(subject ?? ''))).toHaveLength(1)
  })

  it('leaves them in a browser that the account knows', async () => {
    const { ada, mallory, signInAtClub, linked } = await linkedTwice()
    await signInAtClub(mallory, ada)
    expect(await linked()).toEqual(['club', 'corp'])
  })

  it('happens once: what is linked afterwards stays', async () => {
    const { ada, browser, signInAtClub, link, linked } = await linkedTwice()
    const owner = browser()
    await signInAtClub(owner, ada)
    await link(owner, MALLORY)
    await signInAtClub(browser(), ada)
    expect(await linked()).toEqual(['club', 'corp'])
  })
})

describe('POST /auth/set-password/confirm before anybody has proved the address', () => {
  async function withCode(options?: Parameters<typeof claimedByProvider>[0]) {
    const here = await claimedByProvider(options)
    await here.mallory.post('/auth/set-password/request')
    const code = await here.codeOf(2)
    const { id: userId } = (await here.mallory.get('/auth/me')).body
    return { ...here, form: { userId, code, newPassword: PASSWORD } }
  }

  it('removes an identity that does not vouch for it, in a browser that the account does not know', async () => {
    const { browser, form, linked, isIn, mallory, mail, outbox } = await withCode(notices)
    expect((await browser().post('/auth/set-password/confirm', form)).status).toBe(200)
    await outbox.idle()
    expect([await linked(), await isIn(mallory)]).toEqual([[], false])
    expect(mail.mails.filter(({ subject }) => /confirmed/.test(subject ?? ''))).toHaveLength(1)
    expect((await browser().post('/auth/login', { email: EMAIL, password: PASSWORD })).status).toBe(200)
  })

  it('leaves it in one that the account knows', async () => {
    const { form, linked, isIn, mallory } = await withCode()
    expect((await mallory.post('/auth/set-password/confirm', form)).status).toBe(200)
    expect([await linked(), await isIn(mallory)]).toEqual([['corp'], true])
  })

  it('leaves it where the address was proved before', async () => {
    const { browser, form, linked, isIn, mallory, sql } = await withCode()
    await sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1`)
    await browser().post('/auth/set-password/confirm', form)
    expect([await linked(), await isIn(mallory)]).toEqual([['corp'], true])
  })
})
