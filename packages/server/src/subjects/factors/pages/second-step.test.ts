import { describe, expect, it } from 'vitest'
import { ada, addPasskey, EMAIL, signedInAda, withTotp } from '../../../../test/support/factored.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { world } from '../../../../test/support/world.ts'

/** Ada with an authenticator app, after her password. */
async function atTotp(env: Record<string, string> = {}, query = '') {
  const here = await withTotp(env)
  const visitor = new PageVisitor(here.browser())
  await visitor.open(`/sign-in${query}`)
  const before = here.mail.mails.length
  const first = await visitor.submit('signIn', ada)
  return { ...here, visitor, first, mailed: here.mail.mails.length - before }
}

const textOfLinks = (html: string): string[] =>
  [...html.matchAll(/<li><a href="[^"]*">([^<]*)<\/a><\/li>/g)].map(([, text = '']) => text)

describe('/two-factor with an authenticator app', () => {
  it('takes its code, and speaks of no mail', async () => {
    const { visitor, first, app, mailed } = await atTotp({}, '?returnTo=%2Fdocs')
    expect([first.path, first.status, mailed]).toEqual(['/two-factor', 200, 0])
    expect(first.text).toContain('Enter the 6-digit code that your authenticator app shows.')
    expect(first.text).not.toMatch(/mail|sent/i)
    expect(first.field('code')).toMatchObject({
      autocomplete: 'one-time-code',
      inputmode: 'numeric',
      'data-sent-at': '6',
      autofocus: '',
    })
    expect(first.forms.map(({ values }) => values['_action'])).toEqual(['verify'])
    expect((await visitor.submit('verify', { code: app.code() })).address).toBe('/docs')
    expect((await visitor.browser.get('/auth/me')).body.email).toBe(EMAIL)
  })

  it('says what to look at when a code is wrong', async () => {
    const { visitor, app } = await atTotp()
    const page = await visitor.submit('verify', { code: app.wrong() })
    expect([page.status, page.field('code')?.['error']]).toEqual([400, 'This code is not valid.'])
    expect(page.text).toContain('check the clock of your device')
  })

  it('takes a recovery code instead, at an address of its own', async () => {
    const { visitor, first, recoveryCodes } = await atTotp({}, '?returnTo=%2Fdocs')
    expect(textOfLinks(first.html)).toEqual(['Use a recovery code'])
    const page = await visitor.open(first.links.find((link) => link.includes('method=recovery')) ?? '')
    expect(textOfLinks(page.html)).toEqual(['Use your authenticator app'])
    expect(page.field('code')).toMatchObject({ autocomplete: 'off', type: 'text' })
    expect(page.field('code')).not.toHaveProperty('inputmode')
    expect((await visitor.submit('verify', { code: '' })).field('code')?.['error']).toBe('Please enter the code.')
    expect((await visitor.submit('verify', { code: recoveryCodes[0] ?? '' })).address).toBe('/docs')
  })

  it('shows the end after five wrong codes, and after too long a time, without a word of mail', async () => {
    const { visitor, app, clock } = await atTotp()
    for (let guess = 1; guess < 5; guess++) await visitor.submit('verify', { code: app.wrong() })
    expect((await visitor.submit('verify', { code: app.wrong() })).alert).toBe(
      'Five attempts were wrong, so no more are accepted. Please sign in again.',
    )
    await visitor.open('/sign-in')
    const again = await visitor.submit('signIn', ada)
    clock.advance(300_000)
    const late = await visitor.submit('verify', { code: app.code() })
    expect([late.status, late.alert]).toEqual([410, 'This sign-in took too long.'])
    expect((await new PageVisitor(visitor.browser).open(again.address)).text).not.toMatch(/mail|sent/i)
  })

  it('offers a mailed code beside it where the operator wants that', async () => {
    const { visitor, first, mail, mailed } = await atTotp({ TWO_FACTOR_EMAIL_BESIDE: 'true' })
    expect(textOfLinks(first.html)).toEqual(['Use a recovery code', 'Use an email code'])
    expect(mailed).toBe(1)
    await visitor.open(first.links.find((link) => link.includes('method=email')) ?? '')
    expect(visitor.page.text).toContain('We have sent a six-digit code to a•••@example.com')
    await visitor.submit('resend')
    expect([visitor.page.notice, visitor.page.field('method')?.['value']]).toEqual([
      'A new code is on its way. Only the newest one works.',
      'email',
    ])
    const { code } = await mail.newest(EMAIL, 2)
    expect((await visitor.submit('verify', { code })).path).toBe('/account')
  })

  it('knows no method that the account has not', async () => {
    const { visitor, first } = await atTotp()
    const page = await visitor.open(first.address.replace('method=totp', 'method=email'))
    expect(page.text).toContain('authenticator app shows')
  })
})

describe('the box that trusts a browser', () => {
  it('says for how long, and spares the step afterwards', async () => {
    const { visitor, first, app } = await atTotp()
    expect(first.text).toContain('Trust this browser for 30 days')
    expect(first.field('trustDevice')).not.toHaveProperty('checked')
    expect((await visitor.submit('verify', { code: app.wrong(), trustDevice: 'on' })).field('trustDevice')).toHaveProperty(
      'checked',
    )
    await visitor.submit('verify', { code: app.code(), trustDevice: 'on' })
    await visitor.browser.post('/auth/logout')
    await visitor.open('/sign-in')
    expect((await visitor.submit('signIn', ada)).path).toBe('/account')
  })

  it('trusts nobody who has not ticked it', async () => {
    const { visitor, app } = await atTotp()
    await visitor.submit('verify', { code: app.code() })
    await visitor.browser.post('/auth/logout')
    await visitor.open('/sign-in')
    expect((await visitor.submit('signIn', ada)).path).toBe('/two-factor')
  })

  it('is not there where no browser is trusted, nor at the administrators’ door', async () => {
    expect((await atTotp({ TRUSTED_DEVICE_TTL: '0s' })).first.field('trustDevice')).toBeUndefined()
    const { visitor, sql } = await atTotp()
    await sql(`UPDATE accounts SET role = 'admin'`)
    await visitor.open('/console/sign-in')
    const page = await visitor.submit('signIn', ada)
    expect([page.path, page.field('trustDevice')]).toEqual(['/two-factor', undefined])
  })
})

describe('/two-factor with a passkey', () => {
  it('has a form for a script, and says why there is none without', async () => {
    const here = await signedInAda()
    await addPasskey(here.owner)
    await here.sql(`UPDATE accounts SET passkey_gate_at = 1`)
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/sign-in')
    const page = await visitor.submit('signIn', ada)
    expect(page.html).toMatch(/<div class="stack" data-with-passkeys="true" hidden[^>]*>/)
    expect(page.html).toMatch(/<script src="\/_latchkey\/passkey[^"]*\.js" defer/)
    expect(page.text).toContain('Passkeys need JavaScript and a browser that supports them.')
    const wrong = await visitor.submit('verifyPasskey', { passkey: 'nonsense' })
    expect([wrong.status, wrong.alert]).toEqual([400, 'This passkey was not accepted.'])
  })

  it('takes what the script has filled in', async () => {
    const here = await signedInAda()
    const { authenticator } = await addPasskey(here.owner)
    await here.sql(`UPDATE accounts SET passkey_gate_at = 1`)
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/sign-in?returnTo=%2Fdocs')
    const challengeId = (await visitor.submit('signIn', ada)).field('challengeId')?.['value'] ?? ''
    const { body } = await visitor.browser.post('/auth/2fa/passkey/options', { challengeId })
    const passkey = JSON.stringify(authenticator.assert(body.options))
    expect((await visitor.submit('verifyPasskey', { state: body.state, passkey })).address).toBe('/docs')
  })
})

describe('a confirmed address', () => {
  it('leads over the second factor of an account that has a strong one', async () => {
    const here = await withTotp()
    await here.owner.post('/auth/resend-verification')
    const { code } = await here.mail.newest(EMAIL)
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/verify-email?returnTo=%2Fdocs')
    await visitor.submit('verify', { code })
    const page = await visitor.submit('verify', { password: ada.password })
    expect([page.path, page.field('method')?.['value']]).toEqual(['/two-factor', 'totp'])
    expect((await visitor.submit('verify', { code: here.app.code() })).address).toBe('/docs')
  })
})

it('is as it was for whoever has only mailed codes, but for the box', async () => {
  const here = await world({ withMail: true })
  await here.signedUp()
  await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
  const visitor = new PageVisitor(here.browser())
  await visitor.open('/sign-in')
  const page = await visitor.submit('signIn', ada)
  expect([page.field('method'), textOfLinks(page.html), page.address]).toEqual([
    undefined,
    [],
    expect.not.stringContaining('method='),
  ])
  expect(page.html).not.toContain('passkey')
})
