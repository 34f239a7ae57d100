import { describe, expect, it } from 'vitest'
import { signedInAsAdmin } from '../../../../test/support/administered.ts'
import { atAccount, EMAIL, elsewhere } from '../../../../test/support/at-account.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const HOSTILE = `</title><script>alert("1")</script>&amp;`

describe('/account', () => {
  it('shows people their account', async () => {
    const { first } = await atAccount()
    expect([first.status, first.heading]).toEqual([200, 'Profile'])
    expect(first.textsOf('<h2[^>]*>(.*?)</h2>')).toEqual(['Name', 'Email address', 'Language'])
    expect(first.html).not.toMatch(/ style=| on\w+=/)
  })

  it('has a page for each subject, and says which one it is', async () => {
    const { first, visitor } = await atAccount()
    const paths = ['/account', '/account/security', '/account/sessions', '/account/data']
    expect(first.section('none').links).toEqual([])
    for (const path of paths) {
      const page = await visitor.open(path)
      expect([page.status, page.links.filter((link) => link.startsWith('/account'))]).toEqual([
        200,
        expect.arrayContaining(paths),
      ])
      expect(page.html).toContain(`<a href="${path}" aria-current="page">`)
      expect(page.html.match(/aria-current/g)).toHaveLength(1)
    }
  })

  it('leads others to sign in, and back', async () => {
    const { browser, signedUp } = await world()
    await signedUp(EMAIL)
    const visitor = new PageVisitor(browser())
    expect((await visitor.open('/account')).address).toBe('/sign-in?returnTo=%2Faccount')
    expect((await visitor.submit('signIn', { email: EMAIL, password: PASSWORD })).address).toBe('/account')
  })

  it('leads to sign-in at the next click when the session was ended elsewhere', async () => {
    const here = await atAccount()
    await (await elsewhere(here)).browser.delete('/auth/sessions')
    const page = await here.visitor.submit('rename', { name: 'Countess' })
    expect(page.address).toBe('/sign-in?returnTo=%2Faccount&notice=ended')
    expect(here.visitor.browser.jar.has('app_session')).toBe(false)
    expect((await here.visitor.open('/account')).path).toBe('/sign-in')
    expect(await here.sql(`SELECT name FROM accounts`)).toEqual([{ name: 'Ada' }])
  })

  it('has the way out', async () => {
    const { visitor } = await atAccount()
    expect((await visitor.submit('signOut')).path).toBe('/signed-out')
    expect((await visitor.browser.get('/auth/me')).status).toBe(401)
  })

  it('shows the way to the console to administrators alone', async () => {
    const { first, ...here } = await atAccount()
    expect(first.links).not.toContain('/console')
    const admin = new PageVisitor(await signedInAsAdmin(here, 'root@example.com'))
    expect((await admin.open('/account')).links).toContain('/console')
  })

  it('shows a hostile name and a hostile device as text', async () => {
    const here = await atAccount()
    await here.visitor.submit('rename', { name: HOSTILE })
    const other = await elsewhere(here, HOSTILE)
    const page = await other.open('/account')
    expect(page.html).not.toContain('<script>alert')
    expect(page.section('name').field('name')?.['value']).toContain('</title><script>alert("1")</script>')
    const { html } = await other.open('/account/sessions')
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('<bdi>&lt;/title>&lt;script>')
  })

  it('refuses forms of other origins with 403, and does nothing', async () => {
    const { visitor, sql } = await atAccount()
    const page = await visitor.submit('rename', { name: 'Eve' }, { origin: 'https://evil.example' })
    expect([page.status, page.heading]).toEqual([403, 'Something went wrong'])
    expect(await sql(`SELECT name FROM accounts`)).toEqual([{ name: 'Ada' }])
  })

  it('answers 404 to a form that it does not have', async () => {
    const { visitor } = await atAccount()
    expect((await visitor.post('/account', { _action: 'constructor' })).status).toBe(404)
  })

  it('takes its forms with the token that it handed out, also right after the session was renewed', async () => {
    const here = await world({ withMail: true, env: { REQUIRE_CSRF_TOKEN: 'true' } })
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/sign-up')
    await visitor.submit('signUp', { name: 'Ada', email: EMAIL, password: PASSWORD })
    expect((await visitor.submit('rename', { name: 'Countess' })).notice).toBe('Your name was changed.')
    here.clock.advance(25 * 3_600_000)
    await visitor.open('/account')
    expect((await visitor.submit('rename', { name: 'Ada' })).notice).toBe('Your name was changed.')
    expect((await visitor.submit('rename', { name: 'Eve', _csrf: 'wrong' })).status).toBe(403)
  })
})
