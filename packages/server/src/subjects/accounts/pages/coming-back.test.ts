import { describe, expect, it } from 'vitest'
import { hostileReturnPaths } from '../../../../test/support/hostile-return-paths.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const HOUR = 3_600_000
const APP = 'https://app.example.com'
const BACK = `${APP}/search?q=100%25&a=b c`
const ARRIVED = `${APP}/search?q=100%25&a=b%20c`
const env = { ALLOWED_ORIGINS: APP }

const to = (path: string, returnTo = BACK): string => `${path}?${new URLSearchParams({ returnTo })}`

async function visiting(more: Record<string, string> = {}) {
  const here = await world({ withMail: true, env: { ...env, ...more } })
  return { ...here, visitor: new PageVisitor(here.browser()) }
}

const newcomer = { name: 'Ada', email: 'ada@example.com', password: PASSWORD }

describe('/sign-in?returnTo=', () => {
  it('leads to the app after the password', async () => {
    const { visitor, signedUp } = await visiting()
    await signedUp()
    await visitor.open(to('/sign-in'))
    expect((await visitor.submit('signIn', { email: 'ada@example.com', password: PASSWORD })).address).toBe(ARRIVED)
  })

  it('goes straight back with a live session', async () => {
    const { signedUp } = await visiting()
    const reply = await (await signedUp()).get(to('/sign-in'), { headers: { accept: 'text/html' } })
    expect([reply.status, reply.headers['location'], reply.setCookies]).toEqual([303, ARRIVED, []])
  })

  it('shows a session from before there was a domain to the hosts of it, which would send the visitor here for ever', async () => {
    const hosts = { PUBLIC_URL: 'https://id.example.com', COOKIE_DOMAIN: 'example.com' }
    const { signedUp } = await visiting({ ...hosts, ALLOWED_ORIGINS: `${APP},http://localhost:3000` })
    const browser = await signedUp()
    const [session, refresh] = ['app_session', 'app_refresh'].map((name) => `${name}=${browser.jar.get(name)}`)
    const { headers, setCookies } = await browser.get(to('/sign-in'), { headers: { accept: 'text/html' } })
    expect(headers['location']).toBe(ARRIVED)
    const ending = '; Path=/; SameSite=Lax; Secure; HttpOnly'
    expect(setCookies).toEqual([
      ...['', '; Domain=id.example.com'].flatMap((domain) =>
        ['app_session', 'app_refresh'].map((name) => `${name}=; Max-Age=0${domain}${ending}`),
      ),
      `${session}; Max-Age=86400; Domain=example.com${ending}`,
      `${refresh}; Max-Age=2592000; Domain=example.com${ending}`,
    ])
  })

  it('renews on the way where only the refresh cookie is good', async () => {
    const { signedUp, clock } = await visiting()
    const browser = await signedUp()
    clock.advance(25 * HOUR)
    const reply = await browser.get(to('/sign-in'), { headers: { accept: 'text/html' } })
    expect([reply.status, reply.headers['location']]).toEqual([303, ARRIVED])
    expect(reply.setCookies.map((line) => line.split('=')[0])).toEqual(['app_session', 'app_refresh', '_csrf'])
    expect((await browser.get('/auth/me')).setCookies).toEqual([])
  })

  it('shows the form, and takes dead cookies away, where neither is good', async () => {
    const { signedUp, clock, sql } = await visiting()
    const browser = await signedUp()
    await sql(`UPDATE sessions SET revoked_at = 1`)
    clock.advance(25 * HOUR)
    const reply = await browser.get(to('/sign-in'), { headers: { accept: 'text/html' } })
    expect(reply.status).toBe(200)
    expect([...browser.jar.keys()]).toEqual(['_csrf', '_back'])
  })

  it('sends nobody to any of the hostile addresses', async () => {
    const { signedUp } = await visiting({ ALLOW_LOOPBACK_ORIGINS: 'false' })
    const browser = await signedUp()
    for (const wanted of hostileReturnPaths) {
      const { headers } = await browser.get(to('/sign-in', wanted), { headers: { accept: 'text/html' } })
      expect(headers['location'], JSON.stringify(wanted)).toBe('/account')
    }
  })

  it('stays on the host by which the visitor has come, for a path of ours', async () => {
    const { signedUp } = await visiting()
    const reply = await (await signedUp()).get(to('/sign-in', '/account?x=1#y'), { headers: { accept: 'text/html' } })
    expect(reply.headers['location']).toBe('/account?x=1#y')
  })
})

describe('/sign-up?returnTo=', () => {
  it('leads to the app at once', async () => {
    const { visitor } = await visiting()
    await visitor.open(to('/sign-up'))
    expect((await visitor.submit('signUp', newcomer)).address).toBe(ARRIVED)
  })

  it('leads to the app after the second factor', async () => {
    const { visitor, mail } = await visiting({ REQUIRE_EMAIL_2FA: 'true' })
    await visitor.open(to('/sign-up'))
    expect((await visitor.submit('signUp', newcomer)).path).toBe('/two-factor')
    const { code } = await mail.newest('ada@example.com')
    expect((await visitor.submit('verify', { code })).address).toBe(ARRIVED)
  })

  it('leads to the app by the link of the mail, in another browser too', async () => {
    const { visitor, mail, browser, sql } = await visiting({ REQUIRE_EMAIL_VERIFICATION: 'true' })
    await visitor.open(to('/sign-up'))
    await visitor.submit('signUp', newcomer)
    const { code, link } = await mail.newest('ada@example.com')
    expect(link).not.toContain('app.example.com')
    expect(JSON.stringify(await sql(`SELECT * FROM codes`))).not.toContain('app.example.com')
    const elsewhere = new PageVisitor(browser())
    await elsewhere.open('/verify-email')
    await elsewhere.submit('verify', { code })
    expect((await elsewhere.submit('disown')).links).toContain(ARRIVED)
  })

  it('leads to the app by the code that was sent again', async () => {
    const { visitor, mail, clock } = await visiting({ REQUIRE_EMAIL_VERIFICATION: 'true' })
    await visitor.open('/sign-up')
    await visitor.submit('signUp', newcomer)
    clock.advance(HOUR)
    await visitor.open(to('/check-your-mail'))
    await visitor.submit('sendAgain', { email: 'ada@example.com' })
    const { code } = await mail.newest('ada@example.com', 2)
    await visitor.open('/verify-email')
    expect((await visitor.submit('verify', { code })).address).toBe(ARRIVED)
  })
})

describe('/forgot-password?returnTo=', () => {
  it('leads to the app by the link of the mail, once the new password was used', async () => {
    const { visitor, mail, signedUp, browser } = await visiting()
    await signedUp()
    await visitor.open(to('/forgot-password'))
    await visitor.submit('request', { email: 'ada@example.com' })
    const { code } = await mail.newest('ada@example.com')
    const elsewhere = new PageVisitor(browser())
    await elsewhere.open('/reset-password')
    const signIn = await elsewhere.submit('reset', { code, newPassword: 'another good 1' })
    expect(signIn.path).toBe('/sign-in')
    expect((await elsewhere.submit('signIn', { email: 'ada@example.com', password: 'another good 1' })).address).toBe(ARRIVED)
  })

  it('forgets an address that may not be gone to', async () => {
    const { visitor, mail, signedUp, sql } = await visiting()
    await signedUp()
    await visitor.open(to('/forgot-password', 'https://evil.example'))
    await visitor.submit('request', { email: 'ada@example.com' })
    await mail.newest('ada@example.com')
    expect(await sql(`SELECT return_to FROM codes`)).toEqual([{ return_to: null }])
  })
})

describe('an address as long as one may be', () => {
  const LONG = `${APP}/search?${'q=a%2Fb&'.repeat(300)}`.slice(0, 2047).padEnd(2048, 'x')
  const OWN = `/docs?${'q=a%2Fb&'.repeat(300)}`.slice(0, 2047).padEnd(2048, 'x')
  const credentials = { email: 'ada@example.com', password: PASSWORD }

  /** Where the mail of a reset leads that was asked for on the way to an address. */
  async function afterReset(wanted: string, isGated = false) {
    const here = await visiting({ REQUIRE_EMAIL_2FA: String(isGated) })
    await here.signedUp()
    await here.visitor.open(to('/forgot-password', wanted))
    await here.visitor.submit('request', { email: 'ada@example.com' })
    const { code } = await here.mail.newest('ada@example.com', isGated ? 2 : 1)
    await here.visitor.open('/reset-password')
    await here.visitor.submit('reset', { code, newPassword: 'another good 1' })
    return here
  }

  it.each([LONG, OWN])('is gone to after the password', async (wanted) => {
    const { visitor, signedUp } = await visiting()
    await signedUp()
    await visitor.open(to('/sign-in', wanted))
    expect((await visitor.submit('signIn', credentials)).address).toBe(wanted)
  })

  it.each([LONG, OWN])('is gone to after a reset, and after a second factor then', async (wanted) => {
    const { visitor } = await afterReset(wanted)
    expect((await visitor.submit('signIn', { ...credentials, password: 'another good 1' })).address).toBe(wanted)
    const again = await afterReset(wanted, true)
    expect((await again.visitor.submit('signIn', { ...credentials, password: 'another good 1' })).path).toBe('/two-factor')
    const { code } = await again.mail.newest('ada@example.com', 3)
    expect((await again.visitor.submit('verify', { code })).address).toBe(wanted)
  })

  it('is gone to after a reset that was asked for on the way to a page of ours which leads there', async () => {
    const { visitor } = await afterReset(`/step-up?${new URLSearchParams({ returnTo: LONG })}`)
    const page = await visitor.submit('signIn', { ...credentials, password: 'another good 1' })
    expect(page.address).toBe(LONG)
  })

  it.each([LONG, OWN])('is gone to by the link of the mail that confirms an address', async (wanted) => {
    const { visitor, mail } = await visiting({ REQUIRE_EMAIL_VERIFICATION: 'true' })
    await visitor.open(to('/sign-up', wanted))
    await visitor.submit('signUp', newcomer)
    const { code } = await mail.newest('ada@example.com')
    await visitor.open('/verify-email')
    expect((await visitor.submit('verify', { code })).address).toBe(wanted)
  })

  it.each(['/sign-in', '/sign-up', '/forgot-password'])('is still there when another language was chosen at %s', async (path) => {
    const { visitor } = await visiting()
    const { address } = await visitor.open(to(path, LONG))
    expect((await visitor.submit('choose', { language: 'de' })).address).toBe(address)
  })

  it('is still there for a visitor who is led to sign in first', async () => {
    const { visitor, signedUp } = await visiting()
    await signedUp()
    expect((await visitor.open(to('/address-proved', LONG))).path).toBe('/sign-in')
    expect((await visitor.submit('signIn', credentials)).address).toBe(LONG)
  })

  it('is no longer, also not by what a page of ours takes along', async () => {
    const { signedUp } = await visiting()
    const browser = await signedUp()
    const wayOf = async (wanted: string) =>
      (await browser.get(to('/sign-in', wanted), { headers: { accept: 'text/html' } })).headers['location']
    for (const wanted of [
      `${LONG}x`,
      `${OWN}x`,
      to('/step-up', `${LONG}x`),
      to('/step-up', `https://evil.example/${'x'.repeat(2020)}`),
      `${APP}/?${new URLSearchParams({ returnTo: LONG })}`,
      `${to('/step-up', LONG)}&${'x'.repeat(2048)}`,
    ])
      expect(await wayOf(wanted), wanted.slice(0, 60)).toBe('/account')
  })
})

describe('/sign-out?returnTo=', () => {
  it('leads back once it was confirmed', async () => {
    const { signedUp } = await visiting()
    const visitor = new PageVisitor(await signedUp())
    expect((await visitor.open(to('/sign-out'))).heading).toBe('Sign out')
    expect((await visitor.submit('signOut')).address).toBe(ARRIVED)
    expect([...visitor.browser.jar.keys()]).toEqual(['_csrf'])
  })

  it('goes straight back where there is no session', async () => {
    const { visitor } = await visiting()
    expect((await visitor.open(to('/sign-out'))).address).toBe(ARRIVED)
    expect((await visitor.open(to('/sign-out', 'https://evil.example'))).address).toBe('/signed-out')
  })
})

describe('the forms of a page', () => {
  it('may lead to exactly the origins that people are sent back to', async () => {
    const actionsOf = async (more: Record<string, string>) => {
      const { visitor } = await visiting(more)
      const { headers } = await visitor.open('/sign-in')
      return /form-action ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]?.split(' ')
    }
    const named = ["'self'", 'http://localhost:3000', APP]
    expect(await actionsOf({ ALLOW_LOOPBACK_ORIGINS: 'false' })).toEqual(named)
    expect(await actionsOf({})).toEqual([
      ...named,
      'http://localhost:*',
      'https://localhost:*',
      'http://127.0.0.1:*',
      'https://127.0.0.1:*',
    ])
  })
})
