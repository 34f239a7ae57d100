import { describe, expect, it } from 'vitest'
import { addClient, asked, authorizing, EMAIL, leadsTo, told } from '../../../../test/support/authorizing.ts'
import { oauthWorld, pathOf } from '../../../../test/support/oauth-world.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const arrives = (visitor: PageVisitor) => {
  expect([visitor.page.status, visitor.page.path]).toEqual([200, '/oidc/continue'])
  expect(told(leadsTo(visitor.page))).toMatchObject({ code: expect.any(String), state: 'some state' })
}

describe('a person on the way to an application', () => {
  it('gets there with a second factor', async () => {
    const here = await authorizing({ demands: { secondFactor: true } })
    await here.signedUp(EMAIL)
    await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
    const visitor = here.visitor()
    await visitor.open(asked())
    expect((await visitor.submit('signIn', { email: EMAIL, password: PASSWORD })).path).toBe('/two-factor')
    const { code } = await here.mail.newest(EMAIL)
    await visitor.submit('verify', { code })
    arrives(visitor)
    const [row = {}] = await here.sql(`SELECT proof FROM oidc_codes`)
    expect(JSON.parse(String(row['proof']))).toMatchObject({ acr: 'urn:latchkey:2', amr: ['mfa', 'otp', 'pwd'] })
  })

  it('gets there with a mailed code', async () => {
    const here = await authorizing({}, { EMAIL_SIGN_IN: 'anybody', ENABLE_EMAIL_PASSWORD: 'false' })
    const visitor = here.visitor()
    const page = await visitor.open(asked({ login_hint: 'new@example.com' }))
    expect(page.field('email')).toMatchObject({ value: 'new@example.com' })
    expect((await visitor.submit('sendCode', { email: 'new@example.com' })).path).toBe('/sign-in-code')
    const { code } = await here.mail.newest('new@example.com')
    const { forms } = visitor.page
    const action = forms.find(({ values }) => values['_action'] !== 'again')?.values['_action'] ?? ''
    await visitor.submit(action, { code })
    arrives(visitor)
    const [row = {}] = await here.sql(`SELECT proof FROM oidc_codes`)
    expect(JSON.parse(String(row['proof']))).toMatchObject({ acr: 'urn:latchkey:1', amr: ['otp'] })
  })

  it('gets there with a provider, of which the token says no more than it knows', async () => {
    const here = await oauthWorld()
    await addClient(here)
    const visitor = new PageVisitor(here.browser())
    const page = await visitor.open(asked())
    const link = page.links.find((one) => one.includes('/auth/oauth/corp')) ?? ''
    const leaving = await visitor.open(link)
    await visitor.open(
      pathOf(
        await here.corp.approve(leaving.address, { as: { sub: 'ada-at-corp', email: EMAIL, email_verified: true, name: 'Ada' } }),
      ),
    )
    arrives(visitor)
    const [row = {}] = await here.sql(`SELECT proof FROM oidc_codes`)
    expect(JSON.parse(String(row['proof']))).toMatchObject({ acr: 'urn:latchkey:1', amr: [] })
  })

  it('gets there below a base path, and at another address of the pages', async () => {
    const here = await authorizing({}, { BASE_PATH: '/id' })
    await here.signedUp(EMAIL)
    const visitor = here.visitor()
    const page = await visitor.open(`/id${asked()}`)
    expect([page.path, page.text.includes('Sign in to continue to Wiki .')]).toEqual(['/id/sign-in', true])
    await visitor.submit('signIn', { email: EMAIL, password: PASSWORD })
    expect([visitor.page.status, visitor.page.path]).toEqual([200, '/id/oidc/continue'])
    expect(told(leadsTo(visitor.page))).toHaveProperty('code')
  })

  it('whose session has run out is renewed in place by the refresh cookie', async () => {
    const here = await authorizing()
    const browser = await here.signedUp(EMAIL)
    here.clock.advance(25 * 3_600_000)
    const reply = await here.begin(browser)
    expect(String(reply.headers['location'])).toContain('code=')
    expect(reply.setCookies.map((line) => line.split('=')[0])).toContain('app_session')
  })
})
