import { describe, expect, it } from 'vitest'
import { hostileReturnPaths } from '../../../test/support/hostile-return-paths.ts'
import { invited } from '../../../test/support/invited.ts'
import { PageVisitor } from '../../../test/support/page-visitor.ts'
import { shared } from '../../../test/support/shared.ts'
import { PASSWORD, world } from '../../../test/support/world.ts'

const DAY = 86_400_000
const WIKI = 'https://wiki.example.com'
const HOME = 'https://app.example.com/start'
const PAGES = ['/account', '/account/security', '/account/data', '/account/organisations']

const to = (path: string, returnTo: string): string => `${path}?${new URLSearchParams({ returnTo })}`

async function visiting(env: Record<string, string> = {}) {
  const here = await world({ env: { ALLOWED_ORIGINS: WIKI, ALLOW_LOOPBACK_ORIGINS: 'false', ...env } })
  return { ...here, visitor: new PageVisitor(await here.signedUp()) }
}

/** The links of a page that lead back, with their words. */
const backOn = ({ html }: { readonly html: string }) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(?:<svg.*?<\/svg>)?(Back to [^<]*)<\/a>/g)].map(([, href, words]) => [
    href,
    words,
  ])

describe('the way back', () => {
  it('leads from the account, a problem and the end of a session to the home page of the app, by its name', async () => {
    const { visitor } = await visiting({ APP_HOME_URL: HOME, APP_NAME: 'Acme', ORGANISATIONS: 'true' })
    const way = [[HOME, 'Back to Acme']]
    for (const path of PAGES) expect(backOn(await visitor.open(path)), path).toEqual(way)
    const missing = await visitor.open('/nowhere')
    expect([missing.status, backOn(missing)]).toEqual([404, way])
    expect(missing.links).toContain('/account')
    expect((await visitor.open('/sign-out')).links).toContain(HOME)
    expect(backOn(await visitor.submit('signOut'))).toEqual(way)
  })

  it('is not there where no app is known', async () => {
    const { visitor } = await visiting()
    for (const path of [...PAGES.slice(0, 3), '/nowhere', '/signed-out', to('/account', 'https://evil.example/')])
      expect((await visitor.open(path)).text, path).not.toContain('Back to')
  })

  it('leads to the page that the visitor came from, by its host, and on the next pages, too', async () => {
    const { visitor, clock } = await visiting({ APP_HOME_URL: HOME, APP_NAME: 'Acme' })
    const page = `${WIKI}/page?q=1`
    const way = [[page, 'Back to wiki.example.com']]
    expect(backOn(await visitor.open(to('/account', page)))).toEqual(way)
    for (const path of ['/account/security', '/nowhere']) expect(backOn(await visitor.open(path)), path).toEqual(way)
    clock.advance(DAY)
    expect(backOn(await visitor.open('/account'))).toEqual([[HOME, 'Back to Acme']])
  })

  it('is known to a visitor who has signed in by way of it, until the session ends', async () => {
    const { visitor, browser } = await visiting()
    const other = new PageVisitor(browser())
    await other.open(to('/sign-in', `${WIKI}/page`))
    await other.submit('signIn', { email: 'ada@example.com', password: PASSWORD })
    const way = [[`${WIKI}/page`, 'Back to wiki.example.com']]
    expect(backOn(await other.open('/account'))).toEqual(way)
    await other.submit('signOut')
    expect([other.page.path, backOn(other.page), other.browser.jar.has('_back')]).toEqual(['/signed-out', way, false])
    expect(backOn(await visitor.open('/account'))).toEqual([])
  })

  it('is nothing that the next visitor of a browser gets to see, however the session ended', async () => {
    const here = await visiting()
    const { browser } = here
    const came = async (email: string) => {
      const other = new PageVisitor(browser())
      await other.open(to('/sign-in', `${WIKI}/page?token=of-ada`))
      await other.browser.post('/auth/register', { email, password: PASSWORD, name: 'Ada' })
      expect(other.browser.jar.has('_back')).toBe(true)
      return other
    }
    const endings: Record<string, (left: PageVisitor) => Promise<unknown>> = {
      'POST /auth/logout': ({ browser }) => browser.post('/auth/logout'),
      'DELETE /auth/account': ({ browser }) => browser.delete('/auth/account', { password: PASSWORD }),
      'a session that ended elsewhere': async ({ browser }) => {
        await here.sql(`DELETE FROM sessions WHERE account_id = ?`, [(await browser.get('/auth/me')).body.id])
        await browser.get('/auth/me')
      },
      'GET /sign-out without a session': async (left) => {
        left.browser.jar.delete('app_session')
        left.browser.jar.delete('app_refresh')
        expect(backOn(await left.open('/sign-out'))).toHaveLength(1)
      },
    }
    for (const [ending, end] of Object.entries(endings)) {
      const left = await came(`${ending.length}@example.com`)
      await end(left)
      expect(left.browser.jar.has('_back'), ending).toBe(false)
    }
  })

  it('leads to a page of an app on our own host by our name, and not to a page of ours', async () => {
    const { visitor } = await visiting({ APP_NAME: 'Acme' })
    await visitor.open(to('/account', '/account/security'))
    expect(visitor.browser.jar.has('_back')).toBe(false)
    expect(backOn(await visitor.open(to('/account', '/notes')))).toEqual([['http://localhost:3000/notes', 'Back to Acme']])
  })

  it('leads nowhere else, whatever the address or the cookie says', async () => {
    const { visitor } = await visiting()
    for (const wanted of hostileReturnPaths.slice(0, 20)) {
      await visitor.open(to('/account', wanted))
      expect([backOn(visitor.page), visitor.browser.jar.has('_back')], wanted).toEqual([[], false])
    }
    visitor.browser.jar.set('_back', 'https://evil.example/')
    expect(backOn(await visitor.open('/account'))).toEqual([])
  })

  it('leads to the root of an app whose page has too long an address to keep', async () => {
    const { visitor } = await visiting()
    const long = `${WIKI}/${'a'.repeat(1500)}`
    expect(backOn(await visitor.open(to('/account', long)))[0]?.[0]).toBe(long)
    expect(backOn(await visitor.open('/account'))[0]?.[0]).toBe(`${WIKI}/`)
  })
})

describe('signing in and up', () => {
  const open = shared(() => world({ env: { ALLOWED_ORIGINS: WIKI, APP_HOME_URL: HOME, APP_NAME: 'Acme' } }))
  const text = async (path: string, returnTo: string) => (await new PageVisitor(open().browser()).open(to(path, returnTo))).text

  it.each(['/sign-in', '/sign-up'])('say for which app, at %s', async (path) => {
    expect(await text(path, `${WIKI}/<b>page</b>?name=Evil`)).toMatch(/to continue to wiki\.example\.com \./)
    expect(await text(path, HOME)).toMatch(/to continue to Acme \./)
    for (const other of ['/notes', '/account', 'https://evil.example/', 'http://localhost:3000/'])
      expect(await text(path, other), other).not.toContain('to continue')
  })
})

describe('APP_HOME_URL', () => {
  it('is where people go after signing in, and after an invite, unless another page is', async () => {
    const here = await invited({ APP_HOME_URL: HOME })
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/invite')
    const { code, name, password } = here.form
    await visitor.submit('open', { code })
    expect((await visitor.submit('accept', { name, password })).address).toBe(HOME)
    expect((await visitor.open('/sign-in')).address).toBe(HOME)
    const landing = await visiting({ APP_HOME_URL: HOME, PAGES_HOME: '/account/data' })
    expect((await landing.visitor.open('/sign-in')).path).toBe('/account/data')
  })

  it('is an origin that forms may lead to, and none that may call us', async () => {
    const { visitor } = await visiting({ APP_HOME_URL: HOME })
    const { headers } = await visitor.open('/sign-in?returnTo=/account')
    expect(String(headers['content-security-policy'])).toMatch(/form-action [^;]*https:\/\/app\.example\.com(?:;| )/)
    expect((await visitor.post('/sign-out', {}, { origin: 'https://app.example.com' })).status).toBe(403)
  })
})
