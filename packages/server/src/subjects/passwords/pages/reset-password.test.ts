import { describe, expect, it } from 'vitest'
import { NEW_PASSWORD } from '../../../../test/support/mailed-codes.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { world } from '../../../../test/support/world.ts'

const ADA = 'ada@example.com'

async function forgetful() {
  const here = await world({ withMail: true })
  const elsewhere = await here.signedUp(ADA)
  const visitor = new PageVisitor(here.browser())
  return { ...here, elsewhere, visitor, first: await visitor.open('/forgot-password') }
}

/** Ada has the mail, and has opened its link. */
async function resetting() {
  const here = await forgetful()
  await here.visitor.submit('request', { email: ADA })
  const { code, link } = await here.mail.newest(ADA)
  return { ...here, code, link, page: await here.visitor.open('/reset-password') }
}

type Resetting = Awaited<ReturnType<typeof resetting>>

describe('/forgot-password', () => {
  it('mails a link, and leads on to wait for it', async () => {
    const { visitor, mail, first } = await forgetful()
    expect(first.field('email')).toMatchObject({ type: 'email', autocomplete: 'username', autofocus: '' })
    expect(first.links).toContain('/sign-in')
    expect((await visitor.submit('request', { email: ADA })).address).toBe('/check-your-mail?for=reset')
    expect((await mail.newest(ADA)).link).toContain('/reset-password#code=')
  })

  it('answers every address alike', async () => {
    const { elsewhere } = await forgetful()
    const answers = [ADA, 'bob@example.com'].map(async (email) => {
      const one = new PageVisitor(elsewhere.clone())
      await one.open('/forgot-password')
      const { address, status, html } = await one.submit('request', { email })
      return { address, status, html: html.replaceAll(email.slice(0, 4), '') }
    })
    const [known, unknown] = await Promise.all(answers)
    expect(unknown).toEqual(known)
  })

  it.each(['not an address', 'ada@localhost', ''])('refuses %j, which is no address, and mails nothing', async (email) => {
    const { visitor, mail } = await forgetful()
    const page = await visitor.submit('request', { email })
    expect([page.path, page.status, page.field('email')?.['value']]).toEqual(['/forgot-password', 400, email])
    expect(page.field('email')?.['error']).toMatch(/^Please enter/)
    expect(mail.mails).toEqual([])
  })

  it('says so, and keeps the address, when no mail can leave', async () => {
    const { visitor, mail } = await forgetful()
    await mail.goAway()
    const page = await visitor.submit('request', { email: ADA })
    expect([page.status, page.alert, page.field('email')?.['value']]).toEqual([500, 'The email could not be sent.', ADA])
    await mail.comeBack()
  })
})

describe('/reset-password', () => {
  it('sets the password and leads to sign-in, where it works', async () => {
    const { visitor, code, elsewhere } = await resetting()
    const page = await visitor.submit('reset', { code, newPassword: NEW_PASSWORD })
    expect([page.path, page.notice]).toEqual(['/sign-in', 'Your password was changed. Sign in with the new one.'])
    expect((await elsewhere.get('/auth/me')).status).toBe(401)
    expect((await visitor.submit('signIn', { email: ADA, password: NEW_PASSWORD })).path).toBe('/account')
  })

  it('leads to sign-in with the address of the account, in another browser too', async () => {
    const { code, browser } = await resetting()
    const other = new PageVisitor(browser())
    expect((await other.open('/reset-password')).html).not.toContain('autocomplete="username"')
    await other.submit('reset', { code, newPassword: NEW_PASSWORD })
    expect(other.page.field('email')).toMatchObject({ value: ADA })
    expect(other.page.field('email')).not.toHaveProperty('autofocus')
    expect(other.page.field('password')).toHaveProperty('autofocus')
    expect((await other.submit('signIn', { password: NEW_PASSWORD })).path).toBe('/account')
  })

  it('fills in no address at a sign-in that has nothing to do with it', async () => {
    const { visitor, code } = await resetting()
    await visitor.submit('reset', { code, newPassword: NEW_PASSWORD })
    expect((await visitor.open('/sign-in')).field('email')).not.toHaveProperty('value')
  })

  it('tells password managers whose password it is, where the mail was asked for here', async () => {
    const { page } = await resetting()
    expect(page.html).toContain(`<input type="email" autocomplete="username" value="${ADA}" hidden readonly/>`)
  })

  it('tells password managers so in any other browser, as soon as the code of the link is known', async () => {
    const { code, browser } = await resetting()
    const other = new PageVisitor(browser())
    const first = await other.open('/reset-password')
    expect(first.html).toContain('data-sent-from-link="open"')
    const opened = await other.post('/reset-password', { _action: 'open', code })
    expect([opened.status, opened.field('code')?.['value']]).toEqual([200, code])
    expect(opened.html).toContain(`<input type="email" autocomplete="username" value="${ADA}" hidden readonly/>`)
    expect(opened.field('newPassword')).not.toHaveProperty('error')
    expect((await other.submit('reset', { newPassword: NEW_PASSWORD })).path).toBe('/sign-in')
  })

  it('says of a link that does not work at once that it does not', async () => {
    const { code, browser, clock } = await resetting()
    clock.advance(3_600_000)
    const other = new PageVisitor(browser())
    await other.open('/reset-password')
    const page = await other.post('/reset-password', { _action: 'open', code })
    expect([page.status, page.field('code')?.['error']]).toEqual([410, 'This link has expired.'])
    expect(page.html).not.toContain('autocomplete="username"')
  })

  it('folds the code away that is known already, and can be typed anew', async () => {
    const { visitor, code, page } = await resetting()
    expect(page.html).toMatch(/<p class="kept" hidden>.*<details open><summary hidden>Type it instead/)
    const again = await visitor.submit('reset', { code, newPassword: 'short' })
    expect(again.html).toMatch(/<p class="kept">.*The code is filled in\..*<details><summary>Type it instead/)
    const wrong = await visitor.submit('reset', { code: 'nonsense', newPassword: NEW_PASSWORD })
    expect(wrong.html).toMatch(/<p class="kept" hidden>.*<details open><summary hidden>/)
  })

  it('takes the code from the link, and the password from a manager', async () => {
    const { page, link, code } = await resetting()
    expect(link).toBe(`http://localhost:3000/reset-password#code=${code}`)
    expect(page.field('code')).toMatchObject({ 'data-from-link': 'code' })
    expect(page.field('newPassword')).toMatchObject({ type: 'password', autocomplete: 'new-password' })
  })

  it('says beside the password that it is weak, and keeps the code but not the password', async () => {
    const { visitor, code } = await resetting()
    const page = await visitor.submit('reset', { code, newPassword: 'swordfish' })
    expect([page.status, page.field('code')?.['value']]).toEqual([400, code])
    expect(page.field('newPassword')).toMatchObject({
      error: 'The password needs a digit.',
      autofocus: '',
    })
    expect(page.html).not.toContain('swordfish')
    expect((await visitor.submit('reset', { newPassword: NEW_PASSWORD })).path).toBe('/sign-in')
  })

  it.each([
    ['unknown', 400, 'This reset link is not valid.'],
    ['run out', 410, 'This link has expired.'],
    ['used', 410, 'This reset link was already used.'],
  ])('says beside the code that it is %s, and where to get a new one', async (state, status, error) => {
    const { visitor, code, clock, browser } = await resetting()
    if (state === 'run out') clock.advance(3_600_000)
    if (state === 'used') await browser().post('/auth/reset-password', { code, newPassword: NEW_PASSWORD })
    const page = await visitor.submit('reset', { code: state === 'unknown' ? 'nonsense' : code, newPassword: NEW_PASSWORD })
    expect([page.status, page.field('code')?.['error']]).toEqual([status, error])
    expect(page.links).toContain('/forgot-password')
  })
})

describe('an address that waits to be confirmed, after a reset', () => {
  it('is confirmed with one click in the browser that has reset the password, and without another mail', async () => {
    const { visitor, code, mail, browser, auditTypes } = await resetting()
    await visitor.submit('reset', { code, newPassword: NEW_PASSWORD })
    const account = await visitor.submit('signIn', { password: NEW_PASSWORD })
    expect(account.section('email').text).toContain('Not confirmed')
    const other = new PageVisitor(browser())
    await other.browser.post('/auth/login', { email: ADA, password: NEW_PASSWORD })
    expect((await other.open('/account')).html).not.toContain('value="confirmProved"')
    expect((await other.post('/account', { _action: 'confirmProved' })).status).toBe(400)
    const mails = mail.mails.length
    const page = await visitor.submit('confirmProved')
    expect([page.address, page.section('email').notice]).toEqual(['/account?done=verified#done', 'Your address is confirmed.'])
    expect((await visitor.browser.get('/auth/me')).body.isVerified).toBe(true)
    expect(mail.mails).toHaveLength(mails)
    expect(await auditTypes()).toContain('email.verified')
    expect(visitor.browser.jar.has('_mailbox')).toBe(false)
  })

  it.each([
    ['an hour later', ({ clock }: Resetting) => clock.advance(3_600_000)],
    ['once it is another address', ({ sql }: Resetting) => sql(`UPDATE accounts SET email = 'bob@example.com'`)],
  ])('is confirmed by a mailed code again %s', async (_, happen) => {
    const here = await resetting()
    await here.visitor.submit('reset', { code: here.code, newPassword: NEW_PASSWORD })
    await here.visitor.submit('signIn', { password: NEW_PASSWORD })
    await happen(here)
    const page = await here.visitor.post('/account', { _action: 'confirmProved' })
    expect(page.status).toBe(400)
    expect((await here.visitor.open('/account')).section('email').text).toContain('I have a code')
  })
})
