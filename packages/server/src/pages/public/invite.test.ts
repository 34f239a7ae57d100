import { describe, expect, it } from 'vitest'
import { DAY, GUEST, invited } from '../../../test/support/invited.ts'
import { PageVisitor } from '../../../test/support/page-visitor.ts'
import { world } from '../../../test/support/world.ts'

async function atInvite() {
  const here = await invited()
  const visitor = new PageVisitor(here.browser())
  return { ...here, visitor, first: await visitor.open('/invite') }
}

describe('/invite', () => {
  it('makes an account from the code, and leads home', async () => {
    const { visitor, form } = await atInvite()
    expect((await visitor.submit('accept', form)).path).toBe('/account')
    expect((await visitor.browser.get('/auth/me')).body).toMatchObject({ email: GUEST, name: 'Guest', isVerified: true })
  })

  it('takes the code from the link, and leaves room for whom it is for', async () => {
    const { first, link, code } = await atInvite()
    expect(link).toBe(`http://localhost:3000/invite#token=${code}`)
    expect(first.field('code')).toMatchObject({ type: 'text', 'data-from-link': 'token' })
    expect(first.html).toMatch(/<p data-invitee(?:="true")? hidden>Your account will be for <bdi><\/bdi>\.<\/p>/)
  })

  it('says beforehand whose place the new account takes in this browser', async () => {
    const { visitor, first, signedUp } = await atInvite()
    expect(first.text).not.toContain('You are signed in')
    const ada = new PageVisitor(await signedUp())
    expect((await ada.open('/invite')).text).toContain('You are signed in as ada@example.com . The new account takes its place')
    expect((await visitor.open('/invite')).text).not.toContain('ada@')
  })

  it('leads to the second factor where everybody owes one', async () => {
    const { form, database } = await invited()
    const env = { ENABLE_INVITE: 'true', REQUIRE_EMAIL_2FA: 'true' }
    const { browser, mail } = await world({ databaseUrl: database.url, withMail: true, env })
    const visitor = new PageVisitor(browser())
    await visitor.open('/invite')
    expect((await visitor.submit('accept', form)).path).toBe('/two-factor')
    const { code } = await mail.newest(GUEST)
    expect((await visitor.submit('verify', { code })).path).toBe('/account')
  })

  it.each([
    ['code', { code: 'nonsense' }, 404, 'This invite is not known.'],
    ['name', { name: ' ' }, 400, 'Please enter a name.'],
    ['confirmPassword', { confirmPassword: 'correct horse 2' }, 400, 'The two passwords differ.'],
    ['password', { password: 'short', confirmPassword: 'short' }, 400, 'The password needs at least 8 characters and a digit.'],
  ])('says beside the field what is wrong with the %s, and keeps the rest', async (name, change, status, error) => {
    const { visitor, form } = await atInvite()
    const typed = { ...form, ...change }
    const page = await visitor.submit('accept', typed)
    expect(page.status).toBe(status)
    expect(page.field(name)).toMatchObject({ error, 'aria-invalid': 'true', autofocus: '' })
    expect([page.field('code')?.['value'], page.field('name')?.['value']]).toEqual([typed.code, typed.name])
    for (const field of ['password', 'confirmPassword']) expect(page.field(field)).not.toHaveProperty('value')
  })

  it.each([
    ['has run out', 410, 'This invite has expired.'],
    ['was used', 410, 'This invite was already used.'],
  ])('says beside the code that it %s', async (state, status, error) => {
    const { visitor, form, clock, browser } = await atInvite()
    if (state === 'was used') await browser().post('/auth/invite/register', form)
    else clock.advance(7 * DAY)
    const page = await visitor.submit('accept', form)
    expect([page.status, page.field('code')?.['error']]).toEqual([status, error])
    expect(page.links).toContain('/sign-in')
  })

  it('is not there where invitations are switched off', async () => {
    const visitor = new PageVisitor((await world()).browser())
    expect((await visitor.open('/invite')).status).toBe(404)
    expect((await visitor.post('/invite', { _action: 'accept', code: 'x' })).status).toBe(404)
  })
})
