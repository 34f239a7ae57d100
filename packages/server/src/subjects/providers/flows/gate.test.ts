import { describe, expect, it } from 'vitest'
import { signedInAsAdmin } from '../../../../test/support/administered.ts'
import type { Browser } from '../../../../test/support/browser.ts'
import { outcome, refusedWith, SIGNED_UP } from '../../../../test/support/oauth-outcome.ts'
import { ADA, landing, type OAuthWorld, oauthWorld } from '../../../../test/support/oauth-world.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const EMAIL = 'ada@example.com'
const unverified = { ...ADA, email_verified: false }

const mailing = (env: Record<string, string>) => oauthWorld({ withMail: true, env })

const PENDING = { status: 303, path: '/check-your-mail', requiresVerification: 'true', cookies: [] }
const GATED = {
  status: 303,
  path: '/two-factor',
  requiresTwoFactor: 'true',
  challengeId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  cookies: ['_2fa_challenge'],
}

const isIn = async (browser: Browser): Promise<boolean> => (await browser.get('/auth/me')).status === 200

/** Goes through the provider, is gated, and completes it with the mailed code. */
async function passGate({ signIn, mail }: OAuthWorld, visitor: Browser, count: number) {
  const { challengeId } = landing(await signIn(visitor))
  const { code } = await mail.newest(EMAIL, count)
  return visitor.post('/auth/2fa/verify', { challengeId, code })
}

describe('RequireEmailVerification', () => {
  const env = { REQUIRE_EMAIL_VERIFICATION: 'true' }

  it('is met by an address that the provider has verified', async () => {
    const { signIn, browser, mail, ...here } = await mailing(env)
    expect(await outcome(here, await signIn(browser()))).toEqual(SIGNED_UP)
    expect(mail.mails).toEqual([])
  })

  it('holds for one that it has not: a code is mailed, and there is no session before it is redeemed', async () => {
    const { signIn, browser, mail, corp, ...here } = await mailing(env)
    const visitor = browser()
    const reply = await outcome(here, await signIn(visitor, corp.person(unverified)))
    expect(reply).toEqual({ ...PENDING, cookies: ['_newcomer'], accounts: 1, identities: 1, sessions: 0 })
    expect(await outcome(here, await signIn(visitor))).toEqual({ ...reply, cookies: [] })
    const { code } = await mail.newest(EMAIL)
    expect((await visitor.post('/auth/verify-email', { code })).status).toBe(200)
    expect((await visitor.get('/auth/me')).body).toMatchObject({ email: EMAIL, isVerified: true, hasPassword: false })
    expect(landing(await signIn(browser()))).toEqual({ status: 303, path: '/account' })
  })
})

describe('RequireEmail2FA', () => {
  const env = { REQUIRE_EMAIL_2FA: 'true' }

  it('holds at sign-up and at sign-in: a challenge bound to the browser, and no session before it is met', async () => {
    const { signIn, mail, ...here } = await mailing(env)
    for (const round of [1, 2]) {
      const visitor = here.browser()
      const reply = await outcome(here, await signIn(visitor))
      expect(reply, `round ${round}`).toEqual({ ...GATED, accounts: 1, identities: 1, sessions: round - 1 })
      expect(await isIn(visitor)).toBe(false)
      const { code } = await mail.newest(EMAIL, round)
      const body = { challengeId: reply['challengeId'], code }
      expect((await here.browser().post('/auth/2fa/verify', body)).body.error).toBe('two_factor_code_invalid')
      expect((await visitor.post('/auth/2fa/verify', body)).status).toBe(200)
      expect(await isIn(visitor)).toBe(true)
    }
  })

  it('comes before verification for a newcomer, and the mailed code is worth both', async () => {
    const here = await mailing({ ...env, REQUIRE_EMAIL_VERIFICATION: 'true' })
    here.corp.person(unverified)
    expect((await passGate(here, here.browser(), 1)).status).toBe(200)
  })
})

describe('the second factor of an account', () => {
  it('is owed after the provider, too', async () => {
    const here = await mailing({})
    const ada = await here.signedUp(EMAIL)
    await here.link(ada)
    expect((await ada.post('/auth/2fa/enable', { password: PASSWORD })).status).toBe(200)
    const visitor = here.browser()
    expect(await outcome(here, await here.signIn(visitor))).toMatchObject(GATED)
    expect(await isIn(visitor)).toBe(false)
    expect((await passGate(here, visitor, 1)).body.user.email).toBe(EMAIL)
    expect(await isIn(visitor)).toBe(true)
  })

  it('is on from the start with DefaultEnabled: the newcomer is in, and owes it from then on', async () => {
    const { signIn, browser, ...here } = await mailing({ TWO_FACTOR_DEFAULT_ENABLED: 'true' })
    expect(await outcome(here, await signIn(browser()))).toEqual(SIGNED_UP)
    expect(await outcome(here, await signIn(browser()))).toEqual({ ...GATED, accounts: 1, identities: 1, sessions: 1 })
  })
})

describe('a mail server that is down', () => {
  it.each([
    ['a second factor', { REQUIRE_EMAIL_2FA: 'true' }, ADA],
    ['a verification', { REQUIRE_EMAIL_VERIFICATION: 'true' }, unverified],
  ])('stops the sign-up of one who owes %s: email_failed, and the account is gone again', async (_what, env, person) => {
    const { signIn, browser, mail, corp, ...here } = await mailing(env)
    corp.person(person)
    await mail.goAway()
    expect(await outcome(here, await signIn(browser()))).toEqual(refusedWith('email_failed'))
    await mail.comeBack()
    expect(await outcome(here, await signIn(browser()))).toMatchObject({ accounts: 1, identities: 1, sessions: 0 })
    expect((await mail.newest(EMAIL)).code).not.toBe('')
  })

  it('stops a sign-in that owes a code, and nothing is lost', async () => {
    const { signIn, newcomer, browser, mail, sql, ...here } = await mailing({ TWO_FACTOR_DEFAULT_ENABLED: 'true' })
    await newcomer()
    await mail.goAway()
    expect(await outcome({ sql }, await signIn(browser()))).toEqual({
      ...refusedWith('email_failed'),
      accounts: 1,
      identities: 1,
      sessions: 1,
    })
    await mail.comeBack()
    expect((await passGate({ ...here, signIn, newcomer, browser, mail, sql }, browser(), 1)).status).toBe(200)
  })
})

describe('AllowPublic=false', () => {
  it('keeps strangers out, and lets known identities in', async () => {
    const { corp, database, newcomer } = await oauthWorld()
    await newcomer()
    const closed = await oauthWorld({
      databaseUrl: database.url,
      env: { ALLOW_PUBLIC: 'false', OAUTH_CORP_ISSUER: corp.issuer },
    })
    const back = async (sub: string) => {
      const visitor = closed.browser()
      const url = await corp.approve(await closed.leave(visitor), { as: { sub } })
      return outcome(closed, await visitor.get(url.slice('http://localhost:3000'.length)))
    }
    corp.person({ ...ADA, sub: 'stranger', email: 'stranger@example.com' })
    expect(await back('stranger')).toEqual({ ...refusedWith('forbidden'), accounts: 1, identities: 1, sessions: 1 })
    expect(await back(ADA.sub)).toEqual({ ...SIGNED_UP, sessions: 2 })
  })
})

describe('an administrator who signs in with a provider', () => {
  it('has passed no second factor: 403 two_factor_required', async () => {
    const { newcomer, sql } = await oauthWorld({ withMail: true })
    const admin = await newcomer()
    await sql(`UPDATE accounts SET role = 'admin'`)
    for (const path of ['/admin/users', '/admin/audit-logs']) {
      expect(await admin.get(path), path).toMatchObject({ status: 403, body: { error: 'two_factor_required' } })
    }
  })
})

describe('a ban', () => {
  it('holds for whoever is on the way back from the provider, or about to enter a code', async () => {
    const here = await mailing({ TWO_FACTOR_DEFAULT_ENABLED: 'true' })
    const root = await signedInAsAdmin(here, 'root@example.com')
    const { id } = (await (await here.newcomer()).get('/auth/me')).body
    const [gated, away] = [here.browser(), here.browser()]
    const { challengeId } = landing(await here.signIn(gated))
    const callback = await here.approved(away)
    expect((await root.send('PATCH', `/admin/users/${id}/ban`)).status).toBe(200)
    expect(landing(await away.get(callback))).toEqual({ status: 303, path: '/sign-in', error: 'user_banned' })
    const { code } = await here.mail.newest(EMAIL)
    expect((await gated.post('/auth/2fa/verify', { challengeId, code })).body.error).toBe('user_banned')
    expect([await isIn(gated), await isIn(away)]).toEqual([false, false])
    expect((await root.send('PATCH', `/admin/users/${id}/unban`)).status).toBe(200)
    expect((await passGate(here, away, 1)).status).toBe(200)
  })
})
