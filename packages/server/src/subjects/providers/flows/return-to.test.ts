import { describe, expect, it } from 'vitest'
import { figure } from '../../../../test/support/form.ts'
import { hostileReturnPaths } from '../../../../test/support/hostile-return-paths.ts'
import { ADA, landing, oauthWorld, pathOf } from '../../../../test/support/oauth-world.ts'

const APP = 'https://app.example.com'
const env = { ALLOWED_ORIGINS: APP, ALLOW_LOOPBACK_ORIGINS: 'false' }

const to = (address: string): string => `?returnTo=${encodeURIComponent(address)}`

/** All of them are refused by the one function that is asked here, too. */
const hostile = hostileReturnPaths.filter((_, n) => n % figure('HOSTILE_STRIDE', { short: 9, full: 1 }) === 0)

describe('the return path of a sign-in', () => {
  it(`leads to the account page from each of ${hostile.length} hostile ones`, async () => {
    const { browser, signIn } = await oauthWorld({ env })
    const visitor = browser()
    for (const wanted of hostile) {
      const { headers } = await signIn(visitor, ADA, to(wanted))
      expect(headers['location'], JSON.stringify(wanted)).toBe('http://localhost:3000/account')
    }
  })

  it('is not taken from a link either', async () => {
    const { signedUp, link } = await oauthWorld({ env })
    const ada = await signedUp()
    expect((await link(ada, ADA, '//evil.example')).headers['location']).toBe('http://localhost:3000/account')
    await ada.post('/auth/oauth/corp/unlink')
    expect((await link(ada, ADA, `${APP}/settings`)).headers['location']).toBe(`${APP}/settings`)
  })

  it('cannot be named in the callback', async () => {
    const { browser, approved } = await oauthWorld({ env })
    const visitor = browser()
    const callback = await approved(visitor)
    const { headers } = await visitor.get(`${callback}&returnTo=${encodeURIComponent(`${APP}/x`)}`)
    expect(headers['location']).toBe('http://localhost:3000/account')
  })

  it('may be a path of ours, or an address at our origin or an allowed one', async () => {
    const { browser, signIn } = await oauthWorld({ env })
    for (const [wanted, location] of [
      ['/path?x=1#y', 'http://localhost:3000/path?x=1#y'],
      ['http://localhost:3000/path?x=1#y', 'http://localhost:3000/path?x=1#y'],
      [`${APP}/path?x=1#y`, `${APP}/path?x=1#y`],
      ['', 'http://localhost:3000/account'],
    ] as const) {
      const reply = await signIn(browser(), ADA, to(wanted))
      expect([reply.status, reply.headers['location']], wanted).toEqual([303, location])
    }
  })

  it('may be as long as any, also inside of the address of a page of ours that leads there', async () => {
    const { browser, signIn } = await oauthWorld({ env })
    const long = `${APP}/?${'q=a%2Fb&'.repeat(300)}`.slice(0, 2047).padEnd(2048, 'x')
    const page = `/account/connections?${new URLSearchParams({ after: 'reset', returnTo: long })}`
    expect((await signIn(browser(), ADA, to(long))).headers['location']).toBe(long)
    expect((await signIn(browser(), ADA, to(page))).headers['location']).toBe(`http://localhost:3000${page}`)
  })

  it('answers 400 invalid_input when it comes twice', async () => {
    const { browser } = await oauthWorld({ env })
    const reply = await browser().get('/auth/oauth/corp?returnTo=/a&returnTo=/b')
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
  })
})

describe('a sign-in that does not end in a session', () => {
  it('tells an application of its own what went wrong', async () => {
    const { browser, signIn, signedUp, leave, corp } = await oauthWorld({ env })
    const visitor = browser()
    const denied = await corp.deny(await leave(visitor, to(`${APP}/cb?x=1#y`)))
    expect((await visitor.get(pathOf(denied))).headers['location']).toBe(`${APP}/cb?x=1&error=access_denied#y`)
    await signedUp()
    expect((await signIn(visitor, ADA, to(`${APP}/cb`))).headers['location']).toBe(`${APP}/cb?error=email_already_exists`)
    expect((await signIn(visitor, ADA, to(`${APP}/cb?error=none`))).headers['location']).toBe(
      `${APP}/cb?error=email_already_exists`,
    )
  })

  it('tells it about a second factor, or a mail, that is owed', async () => {
    const { browser, signIn, corp } = await oauthWorld({
      withMail: true,
      env: { ...env, REQUIRE_EMAIL_VERIFICATION: 'true', TWO_FACTOR_DEFAULT_ENABLED: 'true' },
    })
    const cb = to(`${APP}/cb`)
    const pending = await signIn(browser(), corp.person({ ...ADA, email_verified: false }), cb)
    expect(landing(pending)).toEqual({ status: 303, path: `${APP}/cb`, requiresVerification: 'true' })
    const gated = await signIn(browser(), corp.person(ADA), cb)
    expect(landing(gated)).toEqual({
      status: 303,
      path: `${APP}/cb`,
      requiresTwoFactor: 'true',
      challengeId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(gated.setCookies.map((line) => line.replace(/=.*?;/, '=…;'))).toEqual([
      expect.stringMatching(/^_2fa_challenge=…; Max-Age=300;/),
      expect.stringMatching(/^_oauth_[\w-]{8}=…; Max-Age=0;/),
    ])
  })

  it('keeps in mind where somebody wanted to go within our own pages', async () => {
    const { browser, leave, corp } = await oauthWorld({ env })
    const visitor = browser()
    const denied = await corp.deny(await leave(visitor, to('/path?x=1#y')))
    const reply = landing(await visitor.get(pathOf(denied)))
    expect(reply).toEqual({ status: 303, path: '/sign-in', error: 'access_denied', returnTo: '/path?x=1#y' })
  })
})
