import { describe, expect, it } from 'vitest'
import { atAccount, atAccountWithoutPassword, elsewhere } from '../../../../test/support/at-account.ts'
import { AuthenticatorApp, ada, addPasskey, addTotp, STEP_MS } from '../../../../test/support/factored.ts'
import type { HtmlPage } from '../../../../test/support/html-page.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { SoftwareAuthenticator } from '../../../../test/support/software-authenticator.ts'
import { STEP_UP_MS, stepUp } from '../../../../test/support/stepped-up.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const PATH = '/account/security'
const at = (env: Record<string, string> = {}) => atAccount(PATH, env)
const sectionsOf = ({ html }: HtmlPage): string[] => [...html.matchAll(/<section id="([^"]+)"/g)].map(([, id = '']) => id)
const codesOf = ({ html }: HtmlPage): string[] => (/<pre class="codes"[^>]*>([^<]*)</.exec(html)?.[1] ?? '').split('\n')
const secretOf = ({ html }: HtmlPage): string => (/<code class="secret"[^>]*>([^<]*)</.exec(html)?.[1] ?? '').replaceAll(' ', '')

describe('the security page of an account that has only a password', () => {
  it('is calm: one filled button, and nothing about what it has not', async () => {
    const { first } = await at()
    expect(sectionsOf(first)).toEqual(['password', 'passkeys', 'totp', 'two-factor'])
    expect(first.html.match(/<summary class="button first"/g)).toHaveLength(1)
    expect(first.section('totp').html).toContain('class="quiet"')
  })

  it('has nothing of what is switched off', async () => {
    const { first } = await at({ PASSKEYS: 'false', TOTP: 'false' })
    expect(sectionsOf(first)).toEqual(['password', 'two-factor'])
    expect(first.html).not.toContain('/_latchkey/passkey')
  })
})

describe('an authenticator app', () => {
  it('is set up with a picture or the key, and its first code; the recovery codes are shown once', async () => {
    const { visitor, clock, browser } = await at()
    const begun = await visitor.submit('beginTotp')
    expect(begun.html).toMatch(/<div class="qr"><svg aria-label="QR code with the key of your account" /)
    expect(begun.html).toMatch(/<code class="secret" id="totp-key">([A-Z2-7]{4} ){7}[A-Z2-7]{4}<\/code>/)
    const app = new AuthenticatorApp(secretOf(begun), () => clock.now())

    const wrong = await visitor.submit('confirmTotp', { code: app.wrong() })
    expect([wrong.status, wrong.section('totp').field('code')?.['error']]).toEqual([400, 'This code is not valid.'])
    expect([sectionsOf(begun), sectionsOf(wrong)]).toEqual([['totp'], ['totp']])
    expect([secretOf(wrong), wrong.html.includes('<div class="qr"><svg ')]).toEqual([secretOf(begun), true])
    expect(secretOf(await new PageVisitor(visitor.browser).open(PATH))).toBe('')
    const codes = await visitor.submit('confirmTotp', { code: app.code() })
    expect([codes.notice, codes.heading]).toEqual(['Your authenticator app is set up. Other devices stay signed in.', 'Security'])
    expect(codesOf(codes)).toHaveLength(10)
    const page = await visitor.open(PATH)
    expect(codesOf(page)).toEqual([''])
    expect(page.section('totp').text).toMatch(/^Authenticator app On/)
    expect(page.section('recovery').text).toContain('10 left')
    expect(sectionsOf(page)).not.toContain('two-factor')

    clock.advance(STEP_MS)
    const other = new PageVisitor(browser())
    await other.open('/sign-in')
    const step = await other.submit('signIn', ada)
    await other.open(step.links.find((link) => link.includes('method=recovery')) ?? '')
    expect((await other.submit('verify', { code: codesOf(codes)[3] ?? '' })).path).toBe('/account')
  })

  it.each([
    ['leaves other devices signed in', {}, PATH],
    ['signs them out where that is ticked', { endOtherSessions: 'on' }, '/sign-in'],
  ])('%s', async (_, more, path) => {
    const here = await at()
    const other = await elsewhere(here)
    const app = new AuthenticatorApp(secretOf(await here.visitor.submit('beginTotp')), () => here.clock.now())
    await here.visitor.submit('confirmTotp', { code: app.code(), ...more })
    expect((await other.open(PATH)).path).toBe(path)
  })

  it('asks first who it is, and goes on right after', async () => {
    const { visitor, clock } = await at()
    clock.advance(STEP_UP_MS)
    expect((await visitor.submit('beginTotp')).path).toBe('/step-up')
    expect(secretOf(await visitor.submit('confirm', { password: PASSWORD }))).toHaveLength(32)
  })

  it('asks an administrator who has shown a password alone for the code that is missing', async () => {
    const { visitor, sql, mail } = await at()
    await sql(`UPDATE accounts SET role = 'admin'`)
    expect((await visitor.submit('beginTotp')).path).toBe('/console/sign-in')
    await visitor.submit('send')
    const { code } = await mail.newest(ada.email)
    expect((await visitor.submit('verify', { code })).path).toBe(PATH)
    expect(secretOf(await visitor.submit('beginTotp'))).toHaveLength(32)
  })

  it('says that it has to be begun anew where nothing waits', async () => {
    const { visitor } = await at()
    const page = await visitor.post(PATH, { _action: 'confirmTotp', code: '123456' })
    expect(page.section('totp').alert).toContain('Please begin again')
    expect(page.section('totp').text).toContain('Start again')
  })

  it('is removed, with the codes that stood in for it', async () => {
    const here = await at()
    const { app } = await addTotp(here, here.visitor.browser)
    await stepUp(here.visitor.browser, { code: app.code() })
    await here.visitor.open(PATH)
    const page = await here.visitor.submit('removeTotp')
    expect([page.address, page.section('totp').notice]).toEqual([
      `${PATH}?done=totp-removed#done`,
      'The authenticator app was removed.',
    ])
    expect(sectionsOf(page)).toEqual(['password', 'passkeys', 'totp', 'two-factor'])
  })
})

describe('recovery codes', () => {
  it('are made anew, shown once, and the old ones work no more', async () => {
    const here = await at()
    const { app, recoveryCodes } = await addTotp(here, here.visitor.browser)
    await stepUp(here.visitor.browser, { code: app.code() })
    await here.visitor.open(PATH)
    const page = await here.visitor.submit('makeCodes')
    expect([page.address, codesOf(page).length]).toEqual([PATH, 10])
    expect(codesOf(page)).not.toEqual(recoveryCodes)
    const file = page.links.find((link) => link.startsWith('data:text/plain')) ?? ''
    expect(decodeURIComponent(file.split(',')[1] ?? '').split('\n')).toEqual(codesOf(page))
    expect(page.html).toMatch(/data-print[^>]* hidden/)
    expect(page.html).toContain('data-copy="codes"')
    expect((await here.visitor.browser.post('/auth/step-up', { code: recoveryCodes[0], method: 'recovery' })).status).toBe(400)
    expect((await here.visitor.browser.post('/auth/step-up', { code: codesOf(page)[0], method: 'recovery' })).status).toBe(200)
  })

  it('can be had by those who have mailed codes alone', async () => {
    const { visitor } = await at()
    await visitor.submit('enableTwoFactor', { password: PASSWORD })
    expect(visitor.page.section('recovery').text).toContain('None')
    expect(codesOf(await visitor.submit('makeCodes'))).toHaveLength(10)
  })
})

describe('passkeys', () => {
  const filledIn = async ({ browser }: PageVisitor, authenticator = new SoftwareAuthenticator()) => {
    const { body } = await browser.post('/auth/passkeys/options')
    return { state: body.state as string, passkey: JSON.stringify(authenticator.register(body.options)) }
  }

  it('are added by a form that a script fills in, and need nothing but a name of one’s own', async () => {
    const { visitor, first } = await at()
    expect(first.section('passkeys').html).toMatch(/data-with-passkeys="true" hidden/)
    expect(first.section('passkeys').text).toContain('Passkeys need JavaScript and a browser that supports them.')
    const page = await visitor.submit('addPasskey', { ...(await filledIn(visitor)), name: 'Work <b>laptop</b>' })
    expect(page.section('passkeys').notice).toMatch(/^The passkey was added\. .* Other devices stay signed in\.$/)
    expect(page.section('passkeys').text).toContain('Work <b>laptop</b> Synced')
    expect(page.section('passkeys').text).toContain('Not used yet')
    await visitor.submit('addPasskey', await filledIn(visitor))
    expect((await visitor.browser.get('/auth/passkeys')).body.total).toBe(2)
  })

  it('say for which address they were made, where that is another one', async () => {
    const { visitor, sql } = await at()
    await addPasskey(visitor.browser)
    expect((await visitor.open(PATH)).section('passkeys').text).not.toContain('Made for')
    await sql(`UPDATE passkeys SET rp_id = 'old.example.com'`)
    const { text } = (await visitor.open(PATH)).section('passkeys')
    expect(text).toContain('Does not work here at the moment')
    expect(text).toMatch(/Made for old\.example\.com ?, and works only there\./)
  })

  it('say what is wrong, beside the name or above the form', async () => {
    const { visitor } = await at({ PASSKEY_MAX: '1' })
    const long = await visitor.submit('addPasskey', { ...(await filledIn(visitor)), name: 'x'.repeat(61) })
    expect(long.section('passkeys').field('name')?.['error']).toBe('Please enter a name of 1 to 60 visible characters.')
    expect((await visitor.submit('addPasskey', { state: 'x', passkey: '{', name: '' })).section('passkeys').alert).toContain(
      'could not be used',
    )
    await addPasskey(visitor.browser)
    await visitor.open(PATH)
    expect((await visitor.submit('addPasskey')).section('passkeys').alert).toContain('as many passkeys as it can')
  })

  it('ask first who it is where the script could not begin', async () => {
    const { visitor, clock } = await at()
    clock.advance(STEP_UP_MS)
    expect((await visitor.submit('addPasskey', { name: 'Phone' })).path).toBe('/step-up')
    const back = await visitor.submit('confirm', { password: PASSWORD })
    expect(back.section('passkeys').notice).toBe('Thank you for confirming. You can go on now.')
    expect(back.section('passkeys').html).toContain('<details class="ask" open')
  })

  it('are renamed and removed, each by its own form', async () => {
    const { visitor } = await at()
    const { id } = await addPasskey(visitor.browser, { name: 'One' })
    const { id: other } = await addPasskey(visitor.browser, { name: 'Two' })
    await visitor.open(PATH)
    const wrong = await visitor.submit('renamePasskey', { id: other, name: ' ' })
    expect([wrong.status, wrong.html.match(/<p class="error" id="[^"]+"/g)]).toEqual([
      400,
      [`<p class="error" id="renamePasskey-${other}-name-error"`],
    ])
    expect((await visitor.submit('renamePasskey', { id: other, name: 'Three' })).section('passkeys').text).toContain('Three')
    const page = await visitor.submit('removePasskey', { id })
    expect([page.section('passkeys').notice, page.text.includes('One')]).toEqual(['The passkey was removed.', false])
  })

  it('are asked for after the password once that is switched on, and no more once it is off', async () => {
    const { visitor } = await at()
    expect(visitor.page.html).not.toContain('askForPasskey')
    const { authenticator } = await addPasskey(visitor.browser)
    await visitor.open(PATH)
    const on = await visitor.submit('askForPasskey')
    expect([on.section('passkeys').notice, sectionsOf(on)]).toEqual([
      'A passkey is asked for from now on. Other devices stay signed in.',
      ['password', 'passkeys', 'totp', 'recovery'],
    ])
    // Nothing stands in for a lost one yet: that is the thing to do.
    expect(on.section('recovery').html).toContain('<button type="submit">')
    const { body } = await visitor.browser.post('/auth/step-up/options')
    await stepUp(visitor.browser, { state: body.state, passkey: authenticator.assert(body.options) })
    expect((await visitor.submit('stopAskingForPasskey')).section('passkeys').notice).toBe('A passkey is no longer asked for.')
  })

  it('say what to do first where one is the last way in', async () => {
    const { visitor, sql } = await atAccountWithoutPassword(PATH)
    const { id } = await addPasskey(visitor.browser)
    await sql(`UPDATE accounts SET password_hash = NULL`)
    await visitor.open(PATH)
    const page = await visitor.submit('removePasskey', { id })
    expect(page.section('passkeys').alert).toBe('This is the last way into the account. Set a password first.')
  })
})

describe('trusted browsers', () => {
  it('are listed, and ended one by one or all at once', async () => {
    const here = await at()
    const { app } = await addTotp(here, here.visitor.browser, { keepOtherSessions: true })
    for (let time = 0; time < 3; time++) {
      here.clock.advance(STEP_MS)
      const other = new PageVisitor(here.browser())
      await other.open('/sign-in')
      await other.submit('signIn', ada)
      await other.submit('verify', { code: app.code(), trustDevice: 'on' })
    }
    const page = await here.visitor.open(PATH)
    expect(page.section('devices').html.match(/<li>/g)).toHaveLength(3)
    const id = page.section('devices').field('id')?.['value'] ?? ''
    const less = await here.visitor.submit('endDevice', { id })
    expect([less.section('devices').notice, less.section('devices').html.match(/<li>/g)?.length]).toEqual([
      'The browser is no longer trusted.',
      2,
    ])
    expect((await here.visitor.submit('endDevices')).section('devices').notice).toBe('No browser is trusted any longer.')
    expect(sectionsOf(await here.visitor.open(PATH))).not.toContain('devices')
  })
})
