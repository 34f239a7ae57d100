import { describe, expect, it } from 'vitest'
import { signedInAsAdmin } from '../../../test/support/administered.ts'
import { atAccount, EMAIL, elsewhere } from '../../../test/support/at-account.ts'
import { PageVisitor } from '../../../test/support/page-visitor.ts'
import { PASSWORD, world } from '../../../test/support/world.ts'

const HOSTILE = `</title><script>alert("1")</script>&amp;`

describe('/account', () => {
  it('shows people their account', async () => {
    const { first } = await atAccount()
    expect([first.status, first.heading]).toEqual([200, 'Your account'])
    expect(first.textsOf('<h2[^>]*>(.*?)</h2>')).toEqual([
      'Profile',
      'Language',
      'Email address',
      'Password',
      'Two-factor sign-in',
      'Where you are signed in',
      'Delete your account',
    ])
    expect(first.html).not.toMatch(/ style=| on\w+=/)
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
    expect(page.address).toBe('/sign-in?returnTo=%2Faccount')
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
    const page = await (await elsewhere(here, HOSTILE)).open('/account')
    expect(page.html).not.toContain('<script>alert')
    expect(page.section('name').field('name')?.['value']).toContain('</title><script>alert("1")</script>')
    expect(page.section('sessions').html).toContain('<bdi class="raw">&lt;/title>&lt;script>')
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
