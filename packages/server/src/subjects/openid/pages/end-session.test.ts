import { describe, expect, it } from 'vitest'
import type { Browser } from '../../../../test/support/browser.ts'
import { application, connect } from '../../../../test/support/connected.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { shared } from '../../../../test/support/shared.ts'
import { PASSWORD, type World, world } from '../../../../test/support/world.ts'
import { sign } from '../keys/sign.ts'

const BYE = 'https://grafana.example.com/bye?a=1'
const ROUTE = '/oidc/end-session'

let people = 0

/** Somebody whom an application was let in by, and whose `id_token` it has. */
async function letIn(here: World, { hasOwnSession = false } = {}) {
  const email = `ada-${++people}@example.com`
  const browser = await here.signedUp(email)
  const { sid, accountId, isGood } = await connect(here, browser, 'grafana', { hasOwnSession })
  const claims = { iss: here.config.server.publicUrl, sub: accountId, aud: 'grafana', sid, iat: 1, exp: 2 }
  const hint = await sign(here.depsFor(), 'RS256', claims, 'JWT')
  return { email, browser, visitor: new PageVisitor(browser), hint, claims, isGood }
}

const asked = (params: Record<string, string>): string => `${ROUTE}?${new URLSearchParams(params)}`

const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.clone().get('/auth/me')).status === 200

describe('/oidc/end-session', () => {
  const here = shared(async () => {
    const service = await world()
    await application(service, { postLogoutUris: [BYE] })
    await application(service, { name: 'Other', postLogoutUris: ['https://other.example.com/bye'] })
    return service
  })

  it('ends this very session with a good hint, and leads back with the state', async () => {
    const { browser, hint } = await letIn(here())
    const address = asked({ id_token_hint: hint, post_logout_redirect_uri: BYE, state: 'a b&c' })
    const { status, headers } = await browser.get(address)
    expect([status, headers['location']]).toEqual([303, `${BYE}&state=a+b%26c`])
    expect(await isSignedIn(browser)).toBe(false)
    expect([...browser.jar.keys()].filter((name) => name.startsWith('app_'))).toEqual([])
  })

  it('ends the session that has let an application in which stays, and leaves that one its own', async () => {
    const { browser, hint, isGood } = await letIn(here(), { hasOwnSession: true })
    const { status, headers } = await browser.get(asked({ id_token_hint: hint, post_logout_redirect_uri: BYE }))
    expect([status, headers['location'], await isSignedIn(browser), await isGood()]).toEqual([303, BYE, false, true])
  })

  it('asks where a hint comes twice, in the address or in a form', async () => {
    const { browser, hint } = await letIn(here())
    const raw = `id_token_hint=${hint}&id_token_hint=${hint}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://grafana.example.com' }
    const posted = await browser.post(ROUTE, undefined, { raw, headers })
    for (const address of [`${ROUTE}?${raw}`, String(posted.headers['location'])]) {
      const reply = await browser.get(address)
      expect([reply.status, reply.headers['location'], await isSignedIn(browser)]).toEqual([303, '/oidc/sign-out?', true])
    }
  })

  it('leads nowhere but to registered addresses', async () => {
    for (const uri of [
      'https://evil.example/',
      `${BYE}x`,
      'https://other.example.com/bye',
      '//evil.example',
      'javascript:alert(1)',
    ]) {
      const { browser, hint } = await letIn(here())
      const { status, headers } = await browser.get(asked({ id_token_hint: hint, post_logout_redirect_uri: uri, state: 's' }))
      expect([status, headers['location'], await isSignedIn(browser)]).toEqual([303, '/signed-out', false])
    }
  })

  it('asks where there is no hint, and goes on by a page after its form', async () => {
    const { visitor, browser } = await letIn(here())
    const page = await visitor.open(asked({ client_id: 'grafana', post_logout_redirect_uri: BYE, state: 'x' }))
    expect([page.path, page.heading, await isSignedIn(browser)]).toEqual(['/oidc/sign-out', 'Sign out', true])
    expect(page.text).toContain('Grafana has asked to sign you out.')
    const left = await visitor.submit('signOut')
    expect([left.path, left.status, await isSignedIn(browser)]).toEqual([ROUTE, 200, false])
    expect(left.links).toContain(`${BYE}&state=x`)
    expect(left.html).toContain('http-equiv="refresh"')
  })

  it('asks where the hint is of another session, another person or another application', async () => {
    const ada = await letIn(here())
    const eve = await letIn(here())
    const own = await letIn(here(), { hasOwnSession: true })
    const elsewhere = here().browser()
    await elsewhere.post('/auth/login', { email: own.email, password: PASSWORD })
    const deps = here().depsFor()
    const forged = await sign(deps, 'RS256', { ...ada.claims, aud: 'other' }, 'JWT')
    const cases: readonly (readonly [Browser, string])[] = [
      [eve.browser, ada.hint],
      [ada.browser, forged],
      [ada.browser, `${ada.hint}x`],
      [ada.browser, await sign(deps, 'RS256', ada.claims, 'logout+jwt')],
      [elsewhere, own.hint],
    ]
    for (const [browser, hint] of cases) {
      const { status, headers } = await browser.get(asked({ id_token_hint: hint, post_logout_redirect_uri: BYE }))
      expect([status, String(headers['location']).split('?')[0]]).toEqual([303, '/oidc/sign-out'])
      expect(String(headers['location'])).not.toContain(hint)
      expect(await isSignedIn(browser)).toBe(true)
    }
  })

  it('leads nobody on where client and hint differ', async () => {
    const { browser, hint } = await letIn(here())
    const { headers } = await browser.get(asked({ id_token_hint: hint, client_id: 'other', post_logout_redirect_uri: BYE }))
    expect([headers['location'], await isSignedIn(browser)]).toEqual(['/oidc/sign-out?', true])
  })

  it('leads whom nobody has to sign out back at once, and clears no cookies that have not come', async () => {
    const browser = here().browser()
    const back = await browser.get(asked({ client_id: 'grafana', post_logout_redirect_uri: BYE }))
    expect([back.status, back.headers['location'], back.setCookies]).toEqual([303, BYE, []])
    const unknown = await browser.get(asked({ client_id: 'nobody', post_logout_redirect_uri: BYE }))
    expect(unknown.headers['location']).toBe('/signed-out')
  })

  it('does not act for who only looks', async () => {
    const { browser, hint } = await letIn(here())
    expect((await browser.send('HEAD', asked({ id_token_hint: hint }))).status).not.toBe(303)
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('takes a form of another site, and sends it on as GET', async () => {
    const { browser, hint } = await letIn(here())
    const raw = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: BYE, state: 's', more: 'x' }).toString()
    const headers = { origin: 'https://grafana.example.com', 'content-type': 'application/x-www-form-urlencoded' }
    const sent = await here().browser().send('POST', ROUTE, undefined, { raw, headers })
    expect(sent.status).toBe(303)
    const { headers: then } = await browser.get(String(sent.headers['location']))
    expect([then['location'], await isSignedIn(browser)]).toEqual([`${BYE}&state=s`, false])
  })

  it('speaks the language that the application asks for, where the person has chosen none', async () => {
    const { visitor } = await letIn(here())
    expect((await visitor.open(asked({ client_id: 'grafana', ui_locales: 'fr' }))).html).toContain('<html lang="fr"')
  })

  it.each(['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state', 'logout_hint', 'ui_locales'])(
    'answers any %s without an error of ours',
    async (name) => {
      const { browser } = await letIn(here())
      for (const value of ['', '\0', '..', '%00', 'é'.repeat(500), 'a.b.c', '[]', '{}'.repeat(300)])
        expect((await browser.get(asked({ [name]: value }))).status).toBeLessThan(500)
      expect(await isSignedIn(browser)).toBe(true)
    },
  )
})
