import { describe, expect, it } from 'vitest'
import { mailedCode, NEW_PASSWORD, passwordlessMember } from '../../../../test/support/mailed-codes.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { world } from '../../../../test/support/world.ts'

const ADA = 'ada@example.com'

/** Ada has no password, and a code for one in her mailbox. */
async function passwordless({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const here = await world({ withMail: true })
  const member = await passwordlessMember(here, ADA)
  const { code, link } = await mailedCode(here, 'set-password', member)
  const visitor = new PageVisitor(isSignedIn ? member.browser.clone() : here.browser())
  return { ...here, userId: member.id, code, link, visitor, first: await visitor.open('/set-password') }
}

describe('/set-password', () => {
  it('knows from the session whose password it is to be', async () => {
    const { visitor, first, userId, code } = await passwordless({ isSignedIn: true })
    expect(first.field('userId')).toMatchObject({ type: 'hidden', value: userId, 'data-from-link': 'userId' })
    expect((await visitor.submit('set', { code, newPassword: NEW_PASSWORD })).address).toBe(
      '/account/security?done=password-set#done',
    )
    expect((await visitor.browser.get('/auth/me')).body.hasPassword).toBe(true)
  })

  it('knows it from the link where nobody is signed in, and leads to sign-in', async () => {
    const { visitor, userId, code, link } = await passwordless({ isSignedIn: false })
    expect(link).toBe(`http://localhost:3000/set-password#userId=${userId}&code=${code}`)
    const page = await visitor.submit('set', { userId, code, newPassword: NEW_PASSWORD })
    expect([page.path, page.notice]).toEqual(['/sign-in', 'Your password was set. You can sign in with it.'])
    expect(page.field('email')).toMatchObject({ value: ADA })
    expect((await visitor.submit('signIn', { password: NEW_PASSWORD })).path).toBe('/account')
  })

  it('says what is missing where neither tells', async () => {
    const { visitor, first, code } = await passwordless({ isSignedIn: false })
    expect(first.html).toMatch(/<noscript><div class="alert".*?<div>Open the link from the email, or sign in first/)
    const page = await visitor.submit('set', { code, newPassword: NEW_PASSWORD })
    expect([page.status, page.html.includes('<noscript>')]).toEqual([400, false])
    expect(page.alert).toContain('Open the link from the email, or sign in first')
  })

  it('tells password managers whose password it is', async () => {
    const { first } = await passwordless({ isSignedIn: true })
    expect(first.html).toContain(`<input type="email" autocomplete="username" value="${ADA}" hidden readonly/>`)
  })

  it('tells them so without a session, too, as soon as the code of the link is known', async () => {
    const { visitor, userId, code } = await passwordless({ isSignedIn: false })
    const page = await visitor.post('/set-password', { _action: 'open', userId, code })
    expect(page.html).toContain(`<input type="email" autocomplete="username" value="${ADA}" hidden readonly/>`)
    expect((await visitor.submit('set', { newPassword: NEW_PASSWORD })).path).toBe('/sign-in')
    const used = await visitor.post('/set-password', { _action: 'open', userId, code })
    expect([used.status, used.field('code')?.['error']]).toEqual([400, 'This code was already used.'])
  })

  it('counts a look at a wrong code as a guess, and a look at the right one not', async () => {
    const { visitor, userId, code } = await passwordless({ isSignedIn: false })
    const look = async (typed: string, whose = userId) =>
      (await visitor.post('/set-password', { _action: 'open', userId: whose, code: typed })).status
    for (let n = 0; n < 6; n++) expect(await look(code)).toBe(200)
    expect([await look(code, 'x'), await look(code, '01890000-0000-7000-8000-000000000000')]).toEqual([400, 400])
    for (let n = 0; n < 5; n++) expect(await look(`0000-000${n}`)).toBe(400)
    expect(await look(code)).toBe(400)
    expect((await visitor.submit('set', { userId, code, newPassword: NEW_PASSWORD })).status).toBe(400)
  })

  it('leads an account that has a password to where it is changed', async () => {
    const { signedUp } = await world()
    const visitor = new PageVisitor(await signedUp(ADA))
    expect((await visitor.open('/set-password')).address).toBe('/account/security#password')
  })

  it('says nothing of the kind where the session tells', async () => {
    const { first } = await passwordless({ isSignedIn: true })
    expect([first.alert, first.html.includes('<noscript>')]).toEqual([undefined, false])
  })

  it('keeps account and code, but not the password, when that is weak', async () => {
    const { visitor, userId, code } = await passwordless({ isSignedIn: false })
    const page = await visitor.submit('set', { userId, code, newPassword: 'swordfish' })
    expect(page.field('newPassword')).toMatchObject({
      error: 'The password needs a digit.',
      autocomplete: 'new-password',
    })
    expect([page.field('userId')?.['value'], page.field('code')?.['value']]).toEqual([userId, code])
    expect(page.html).not.toContain('swordfish')
  })

  it.each([
    ['wrong', 400, 'This code is not valid.'],
    ['run out', 410, 'This link has expired.'],
  ])('says beside the code that it is %s', async (state, status, error) => {
    const { visitor, code, clock } = await passwordless({ isSignedIn: true })
    if (state === 'run out') clock.advance(600_000)
    const page = await visitor.submit('set', { code: state === 'wrong' ? 'AAAA-BBBB' : code, newPassword: NEW_PASSWORD })
    expect([page.status, page.field('code')?.['error']]).toEqual([status, error])
  })
})

describe('/.well-known/change-password', () => {
  it('leads password managers to the right place', async () => {
    const { browser } = await world()
    const reply = await browser().get('/.well-known/change-password')
    expect([reply.status, reply.headers['location']]).toEqual([303, '/account/security#password'])
  })
})
