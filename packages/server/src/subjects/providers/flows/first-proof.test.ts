import { describe, expect, it } from 'vitest'
import {
  claimedAndPending,
  claimedByPassword,
  claimedByProvider,
  claimedWith,
  IMPOSTOR,
  MALLORY,
} from '../../../../test/support/hijacked.ts'
import { ADA, landing } from '../../../../test/support/oauth-world.ts'

const DAY = 86_400_000
const notices = { env: { SECURITY_NOTICES: 'true' } }

describe('POST /auth/verify-email in a browser that the account does not know', () => {
  it('removes an identity that does not vouch for the address, with the sessions that came in through it', async () => {
    const { browser, code, throughCorp, linked, isIn, signIn, auditTypes } = await claimedByPassword()
    const owner = browser()
    expect((await owner.post('/auth/verify-email', { code })).status).toBe(200)
    expect(await linked()).toEqual([])
    expect([await isIn(owner), await isIn(throughCorp)]).toEqual([true, false])
    expect((await throughCorp.post('/auth/refresh')).body.error).toBe('session_revoked')
    expect((await auditTypes()).slice(-5)).toEqual([
      'oauth.unlinked',
      'session.revoked',
      'account.claimed',
      'session.created',
      'email.verified',
    ])
    const later = browser()
    await signIn(later, MALLORY)
    expect((await later.get('/auth/me')).body.email).toBe(MALLORY.email)
  })

  it('ends a session that came in through a provider which the stranger has unlinked since', async () => {
    const { browser, code, mallory, linkClub, linked, isIn } = await claimedByProvider()
    await linkClub(mallory)
    await mallory.post('/auth/oauth/corp/unlink')
    expect(await linked()).toEqual(['club'])
    await browser().post('/auth/verify-email', { code })
    expect([await linked(), await isIn(mallory)]).toEqual([[], false])
  })

  it('ends all other sessions', async () => {
    const { browser, code, mallory, isIn } = await claimedByPassword()
    await browser().post('/auth/verify-email', { code })
    expect(await isIn(mallory)).toBe(false)
  })

  it('says in the log which provider it was and why', async () => {
    const { browser, code, sql } = await claimedByPassword()
    await browser().post('/auth/verify-email', { code })
    const [unlinked] = await sql(`SELECT metadata FROM audit_events WHERE type = 'oauth.unlinked'`)
    expect(JSON.parse(String(unlinked?.['metadata']))).toEqual({ provider: 'corp', reason: 'mailbox_proved' })
  })

  it('removes the identity that made the account, where its provider passes addresses on unasked', async () => {
    const { browser, code, mallory, linked, isIn, signIn } = await claimedByProvider()
    await browser().post('/auth/verify-email', { code })
    expect([await linked(), await isIn(mallory)]).toEqual([[], false])
    expect(landing(await signIn(browser(), IMPOSTOR))).toMatchObject({ path: '/sign-in', error: 'email_already_exists' })
  })

  it('does so as well where nobody had a session before', async () => {
    const { browser, code, linked } = await claimedAndPending()
    await browser().post('/auth/verify-email', { code })
    expect(await linked()).toEqual([])
  })

  it.each([
    ['keeps an identity that vouches for exactly this address', ADA, ['corp']],
    ['removes one whose provider names this address without having verified it', IMPOSTOR, []],
    ['removes one whose provider has verified another address', MALLORY, []],
  ])('%s', async (_what, as, kept) => {
    const { browser, code, linked } = await claimedWith(as)
    await browser().post('/auth/verify-email', { code })
    expect(await linked()).toEqual(kept)
  })

  it('compares addresses as they are stored', async () => {
    const { browser, signedUp, link, corp, mail, linked } = await claimedWith(MALLORY)
    const eve = await signedUp('eve@example.com')
    await link(eve, corp.person({ sub: 'eve-at-corp', email: ' Eve@EXAMPLE.com', email_verified: true }))
    await eve.post('/auth/resend-verification')
    await browser().post('/auth/verify-email', { code: (await mail.newest('eve@example.com')).code })
    expect(await linked()).toEqual(['corp', 'corp'])
  })

  it('goes by what the provider said last', async () => {
    const { signedUp, link, signIn, corp, browser, linked, mail, sql } = await claimedByProvider()
    const bob = { sub: 'bob-at-corp', email: 'bob@example.com', email_verified: true, name: 'Bob' }
    const owner = await signedUp(bob.email)
    await link(owner, corp.person(bob))
    const vouched = async () => (await sql(`SELECT vouched_email FROM identities WHERE subject = ?`, [bob.sub]))[0]
    expect(await vouched()).toEqual({ vouched_email: bob.email })
    await signIn(browser(), corp.person({ ...bob, email: 'bob@elsewhere.example' }))
    expect(await vouched()).toEqual({ vouched_email: 'bob@elsewhere.example' })
    await signIn(browser(), corp.person({ ...bob, email_verified: false }))
    expect(await vouched()).toEqual({ vouched_email: null })
    await sql(`UPDATE accounts SET mailbox_proved_at = NULL`) // as if it had vouched for another address when it was linked
    await owner.post('/auth/resend-verification')
    await browser().post('/auth/verify-email', { code: (await mail.newest(bob.email)).code })
    expect(await linked()).toEqual(['corp']) // the one of the other account
  })

  it('is not deceived by a session of somebody else', async () => {
    const { signedUp, code, linked } = await claimedByPassword()
    const eve = await signedUp('eve@example.com')
    await eve.post('/auth/verify-email', { code })
    expect(await linked()).toEqual([])
  })

  it('ends a sign-in through it that waits for its second factor', async () => {
    const here = await claimedByPassword()
    await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
    const waiting = here.browser()
    const { challengeId } = landing(await here.signIn(waiting, MALLORY))
    const digits = await here.codeOf(2)
    await here.browser().post('/auth/verify-email', { code: here.code })
    expect((await waiting.post('/auth/2fa/verify', { challengeId, code: digits })).status).toBe(400)
  })

  it('changes nothing when the address was proved before', async () => {
    const { browser, code, linked, isIn, throughCorp, sql, mail, outbox } = await claimedByPassword(notices)
    await sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1`)
    await browser().post('/auth/verify-email', { code })
    await outbox.idle()
    expect([await linked(), await isIn(throughCorp)]).toEqual([['corp'], true])
    expect(mail.mails.filter(({ subject }) => /confirmed/.test(subject ?? ''))).toEqual([])
  })

  it('undoes nothing for a banned account', async () => {
    const { browser, code, linked, sql } = await claimedByPassword()
    await sql(`UPDATE accounts SET banned_at = 1`)
    expect((await browser().post('/auth/verify-email', { code })).body.error).toBe('user_banned')
    expect(await linked()).toEqual(['corp'])
  })
})

describe('POST /auth/verify-email in a browser that the account knows', () => {
  it('leaves everything as it is with a session, also with one that came in through the identity', async () => {
    for (const who of ['mallory', 'throughCorp'] as const) {
      const { code, linked, isIn, mail, outbox, ...here } = await claimedByPassword(notices)
      expect((await here[who].post('/auth/verify-email', { code })).status).toBe(200)
      await outbox.idle()
      expect([await linked(), await isIn(here.mallory), await isIn(here.throughCorp)]).toEqual([['corp'], true, true])
      expect(mail.mails.filter(({ subject }) => /confirmed/.test(subject ?? ''))).toEqual([])
    }
  })

  it('takes a refresh cookie for one, and does not spend it', async () => {
    const { code, linked, mallory, auditTypes } = await claimedByPassword()
    mallory.jar.delete('app_session')
    const twin = mallory.clone()
    await mallory.post('/auth/verify-email', { code })
    expect(await linked()).toEqual(['corp'])
    expect(await auditTypes()).not.toContain('session.refreshed')
    // The new session has taken the place of the one that the cookie was for.
    expect((await twin.post('/auth/refresh')).body.error).toBe('session_revoked')
  })

  it.each([
    ['has run out', async ({ clock }: Awaited<ReturnType<typeof claimedByPassword>>) => clock.advance(31 * DAY)],
    [
      'was ended',
      async ({ mallory }: Awaited<ReturnType<typeof claimedByPassword>>) => void (await mallory.clone().post('/auth/logout')),
    ],
    [
      'was traded long ago',
      async ({ mallory, clock }: Awaited<ReturnType<typeof claimedByPassword>>) => {
        await mallory.clone().post('/auth/refresh')
        clock.advance(60_000)
      },
    ],
  ])('does not count a refresh cookie that %s', async (_what, spoil) => {
    const here = await claimedByPassword({ env: { VERIFICATION_CODE_TTL: '60d' } })
    await spoil(here)
    here.mallory.jar.delete('app_session')
    await here.mallory.post('/auth/verify-email', { code: here.code })
    expect(await here.linked()).toEqual([])
  })

  it('knows the browser in which the provider made the account by a cookie, and clears it', async () => {
    const { mallory, code, linked, clock } = await claimedAndPending({ env: { VERIFICATION_CODE_TTL: '2d' } })
    expect(mallory.jar.get('_newcomer')).toMatch(/^[\w-]+$/)
    clock.advance(DAY - 1)
    const reply = await mallory.post('/auth/verify-email', { code })
    expect(reply.setCookies).toContainEqual(expect.stringMatching(/^_newcomer=; Max-Age=0; Path=\/; SameSite=Lax; HttpOnly$/))
    expect([reply.status, await linked(), mallory.jar.has('_newcomer')]).toEqual([200, ['corp'], false])
  })

  it('has that cookie for a day and no longer', async () => {
    const { mallory, code, linked, clock } = await claimedAndPending({ env: { VERIFICATION_CODE_TTL: '2d' } })
    clock.advance(DAY)
    await mallory.post('/auth/verify-email', { code })
    expect(await linked()).toEqual([])
  })

  it('takes neither a forged one nor that of another account', async () => {
    for (const forged of ['', 'x', 'A'.repeat(43)]) {
      const { mallory, code, linked } = await claimedAndPending()
      mallory.jar.set('_newcomer', forged)
      await mallory.post('/auth/verify-email', { code })
      expect(await linked(), forged).toEqual([])
    }
    const { newcomer, corp, code, linked } = await claimedAndPending()
    const bob = await newcomer(corp.person({ sub: 'bob-at-corp', email: 'bob@example.com', email_verified: false }))
    await bob.post('/auth/verify-email', { code })
    expect(await linked()).toEqual(['corp']) // Bob's own
  })

  it('gives that cookie to the browser that made the account, and to no later one', async () => {
    const { mallory, signIn, browser, newcomer } = await claimedAndPending()
    expect([...mallory.jar.keys()]).toEqual(['_newcomer'])
    const again = browser()
    await signIn(again, IMPOSTOR)
    expect(again.jar.has('_newcomer')).toBe(false)
    expect((await newcomer(MALLORY)).jar.has('_newcomer')).toBe(false)
  })
})
