import { describe, expect, it } from 'vitest'
import { oauthWorld } from '../../../../test/support/oauth-world.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const ADA = { name: 'Ada', email: 'ada@example.com', password: PASSWORD }

async function atSignUp(env: Record<string, string> = {}, query = '') {
  const here = await world({ withMail: true, env })
  const visitor = new PageVisitor(here.browser())
  return { ...here, visitor, first: await visitor.open(`/sign-up${query}`) }
}

describe('/sign-up', () => {
  it('creates an account and leads home', async () => {
    const { visitor, first } = await atSignUp()
    expect([first.status, first.heading]).toEqual([200, 'Create your account'])
    expect((await visitor.submit('signUp', ADA)).path).toBe('/account')
    expect((await visitor.browser.get('/auth/me')).body).toMatchObject({ email: ADA.email, name: 'Ada' })
  })

  it('leads back to where one wanted to go, and to no stranger', async () => {
    const wished = await atSignUp({}, '?returnTo=%2Fdocs')
    expect(wished.first.links).toContain('/sign-in?returnTo=%2Fdocs')
    expect((await wished.visitor.submit('signUp', ADA)).address).toBe('/docs')
    const lured = await atSignUp({}, '?returnTo=%2F%2Fevil.example')
    expect((await lured.visitor.submit('signUp', ADA)).path).toBe('/account')
  })

  it('tells password managers and keyboards what each field is', async () => {
    const { first } = await atSignUp()
    expect(first.field('name')).toMatchObject({ autocomplete: 'name', autofocus: '' })
    expect(first.field('email')).toMatchObject({ type: 'email', autocomplete: 'username', autocapitalize: 'none' })
    expect(first.field('password')).toMatchObject({ type: 'password', autocomplete: 'new-password' })
    expect(first.field('password')?.['aria-describedby']).toBe('signUp-password-rules')
    expect(first.text).toContain(
      'At least 8 characters A letter and a digit, or at least 15 characters Not a common password, and not your name or address',
    )
    expect(first.html.match(/ data-rule="[^"]*"/g)).toEqual([
      ' data-rule="^[^]{8,}$"',
      ' data-rule="\\p{L}[^]*\\p{Nd}|\\p{Nd}[^]*\\p{L}|^[^]{15,}$"',
    ])
  })

  it('promises no more of a password than it demands', async () => {
    const { first } = await atSignUp({ PASSWORD_REJECT_COMMON: 'false', PASSWORD_MIN_LENGTH: '12' })
    expect(first.text).toContain('At least 12 characters')
    expect(first.text).not.toContain('Not a common password')
    const { first: free } = await atSignUp({ PASSWORD_REQUIRE_DIGIT: 'false' })
    expect(free.text).toContain('At least 8 characters Not a common')
  })

  it.each([
    ['email', { email: 'nobody' }, 'Please enter a valid email address.', 400],
    ['password', { password: 'short' }, 'The password needs at least 8 characters and a digit.', 400],
    ['name', { name: ' ' }, 'Please enter a name.', 400],
  ])('says beside the field what is wrong with the %s', async (name, change, error, status) => {
    const { visitor } = await atSignUp()
    const page = await visitor.submit('signUp', { ...ADA, ...change })
    expect(page.status).toBe(status)
    expect(page.alert).toBeUndefined()
    expect(page.field(name)).toMatchObject({ error, 'aria-invalid': 'true', autofocus: '' })
    expect(page.html.match(/ autofocus/g)).toHaveLength(1)
  })

  it.each([
    ['Password1', 'The password is too easy to guess: many people use it.'],
    [
      'Latchkey2024!',
      'The password is too easy to guess: it is made of the name, the email address or the name of this service.',
    ],
  ])('says beside the password that %s is easy to guess', async (password, error) => {
    const { visitor } = await atSignUp({ PASSWORD_REJECT_COMMON: 'true' })
    const page = await visitor.submit('signUp', { ...ADA, password })
    expect([page.status, page.field('password')?.['error']]).toEqual([400, error])
    expect(page.html).not.toContain(password)
  })

  it('keeps what was typed, but never the password', async () => {
    const { visitor } = await atSignUp()
    await visitor.browser.post('/auth/register', ADA)
    visitor.browser.jar.clear()
    const page = await visitor.submit('signUp', { ...ADA, name: '<i>"Ada"</i>' })
    expect(page.status).toBe(409)
    expect(page.field('email')).toMatchObject({ value: ADA.email })
    expect(page.field('name')?.['value']).toBe('<i>"Ada"</i>')
    expect(page.field('password')).not.toHaveProperty('value')
    expect(page.html).not.toContain(PASSWORD)
    expect(page.html).not.toContain('<i>')
  })

  it('leads on from an address that is taken, and takes it along unseen', async () => {
    const { visitor, signedUp } = await atSignUp({}, '?returnTo=%2Fdocs')
    await signedUp(ADA.email)
    const page = await visitor.submit('signUp', ADA)
    expect(page.field('email')?.['error']).toBe(
      'An account with this email address already exists. Sign in · Forgot your password?',
    )
    expect(page.links).toEqual(
      expect.arrayContaining([
        '/sign-in?returnTo=%2Fdocs#email=ada%40example.com',
        '/forgot-password?returnTo=%2Fdocs#email=ada%40example.com',
      ]),
    )
    for (const path of ['/sign-in', '/forgot-password'])
      expect((await visitor.open(path)).field('email')).toMatchObject({ 'data-from-link': 'email' })
  })

  it('links the terms and the privacy policy where there are any', async () => {
    const terms = { PAGES_TERMS: 'https://example.com/terms' }
    const privacy = { PAGES_PRIVACY: 'https://example.com/privacy' }
    const AGREE = 'By creating an account, you agree to the terms of use .'
    const HANDLE = 'The privacy policy explains how we handle your data.'
    const said = async (env: Record<string, string>) => {
      const { first } = await atSignUp(env)
      return [first.text.includes(AGREE), first.text.includes(HANDLE), first.links.filter((link) => link.includes('//')).length]
    }
    // Each of them at the foot of the page as well.
    expect(await said({})).toEqual([false, false, 0])
    expect(await said(terms)).toEqual([true, false, 2])
    expect(await said(privacy)).toEqual([false, true, 2])
    expect(await said({ ...terms, ...privacy })).toEqual([true, true, 4])
  })

  it('leads to the mailbox first where addresses have to be confirmed', async () => {
    const { visitor } = await atSignUp({ REQUIRE_EMAIL_VERIFICATION: 'true' }, '?returnTo=%2Fdocs')
    const page = await visitor.submit('signUp', ADA)
    expect(page.address).toBe('/check-your-mail?for=verification&returnTo=%2Fdocs')
  })

  it('says in the account that the address is confirmed', async () => {
    const { visitor, mail } = await atSignUp({ REQUIRE_EMAIL_VERIFICATION: 'true' })
    await visitor.submit('signUp', ADA)
    const { code } = await mail.newest(ADA.email)
    const page = await visitor.submit('verify', { code })
    expect([page.path, page.section('email').notice]).toEqual(['/account', 'Your address is confirmed.'])
  })

  it('knows this browser again when the address is confirmed, and leads on at once', async () => {
    const env = { REQUIRE_EMAIL_VERIFICATION: 'true', SECURITY_NOTICES: 'true' }
    const { visitor, mail, outbox } = await atSignUp(env, '?returnTo=%2Fdocs')
    await visitor.submit('signUp', ADA)
    const { code } = await mail.newest(ADA.email)
    expect((await visitor.submit('verify', { code })).address).toBe('/docs')
    await outbox.idle()
    expect([visitor.browser.jar.has('_newcomer'), mail.mails.length]).toEqual([false, 1])
  })

  it('leads to the second factor where everybody owes one', async () => {
    const { visitor, mail } = await atSignUp({ REQUIRE_EMAIL_2FA: 'true' }, '?returnTo=%2Fdocs')
    expect((await visitor.submit('signUp', ADA)).path).toBe('/two-factor')
    const { code } = await mail.newest(ADA.email)
    expect((await visitor.submit('verify', { code })).address).toBe('/docs')
  })

  it('offers the providers too', async () => {
    const { browser } = await oauthWorld()
    const { links } = await new PageVisitor(browser()).open('/sign-up?returnTo=%2Fdocs')
    expect(links).toContain('/auth/oauth/corp?pages=hosted&returnTo=%2Fdocs')
  })

  it('says so where accounts are by invitation only', async () => {
    const { first, visitor } = await atSignUp({ ALLOW_PUBLIC: 'false', ENABLE_INVITE: 'true' })
    expect([first.status, first.forms, first.links.includes('/invite')]).toEqual([200, [], true])
    expect(first.text).toContain('New accounts are by invitation only.')
    expect((await visitor.post('/sign-up', { _action: 'signUp', ...ADA })).status).toBe(403)
    expect((await atSignUp({ ALLOW_PUBLIC: 'false' })).first.links).not.toContain('/invite')
  })

  it('is not there where passwords are switched off', async () => {
    const { first, visitor } = await atSignUp({ ENABLE_EMAIL_PASSWORD: 'false' })
    expect([first.status, first.heading]).toEqual([404, 'There is nothing here'])
    expect((await visitor.post('/sign-up', { _action: 'signUp', ...ADA })).status).toBe(404)
  })

  it('has nothing to offer to somebody who is signed in', async () => {
    const { visitor } = await atSignUp()
    await visitor.submit('signUp', ADA)
    expect((await visitor.open('/sign-up?returnTo=%2Fdocs')).address).toBe('/docs')
  })
})
