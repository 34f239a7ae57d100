import { describe, expect, it } from 'vitest'
import { DAY, GUEST, invited } from '../../../../test/support/invited.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { world } from '../../../../test/support/world.ts'

async function atInvite(env: Record<string, string> = {}) {
  const here = await invited(env)
  const visitor = new PageVisitor(here.browser())
  const first = await visitor.open('/invite')
  const { code, confirmPassword, ...form } = here.form
  return { ...here, visitor, first, code, form, opened: () => visitor.submit('open', { code }) }
}

describe('/invite', () => {
  it('makes an account from the code, and leads home', async () => {
    const { visitor, form, opened } = await atInvite()
    await opened()
    expect((await visitor.submit('accept', form)).path).toBe('/account')
    expect((await visitor.browser.get('/auth/me')).body).toMatchObject({ email: GUEST, name: 'Guest', isVerified: true })
  })

  it('takes the code from the link, which a script sends at once', async () => {
    const { first, link, code } = await atInvite()
    expect(link).toBe(`http://localhost:3000/invite#token=${code}`)
    expect(first.field('code')).toMatchObject({ type: 'text', 'data-from-link': 'token' })
    expect(first.html).toMatch(/<form [^>]*data-sent-from-link/)
    expect([first.field('name'), first.field('password')]).toEqual([undefined, undefined])
  })

  it('says then whom it is for, also to password managers, and shows the code no more', async () => {
    const { opened, code } = await atInvite()
    const page = await opened()
    expect([page.status, page.text.includes(`Your account will be for ${GUEST} .`)]).toEqual([200, true])
    expect(page.field('email')).toMatchObject({ autocomplete: 'username', value: GUEST, hidden: '' })
    expect(page.field('code')).toMatchObject({ type: 'hidden', value: code })
  })

  it('says beforehand whose place the new account takes in this browser', async () => {
    const { opened, signedUp, code } = await atInvite()
    expect((await opened()).text).not.toContain('You are signed in')
    const ada = new PageVisitor(await signedUp())
    await ada.open('/invite')
    expect((await ada.submit('open', { code })).text).toContain(
      'You are signed in as ada@example.com . The new account takes its place',
    )
  })

  it('links what the operator has to say where accounts are made', async () => {
    const pages = { PAGES_TERMS: 'https://example.com/terms', PAGES_PRIVACY: 'https://example.com/privacy' }
    expect((await (await atInvite(pages)).opened()).text).toContain('By creating an account, you agree to the terms of use .')
    expect((await (await atInvite()).opened()).text).not.toContain('you agree')
  })

  it('leads to the second factor where everybody owes one', async () => {
    const { form, code: invite, database } = await atInvite()
    const env = { ENABLE_INVITE: 'true', REQUIRE_EMAIL_2FA: 'true' }
    const { browser, mail } = await world({ databaseUrl: database.url, withMail: true, env })
    const visitor = new PageVisitor(browser())
    await visitor.open('/invite')
    await visitor.submit('open', { code: invite })
    expect((await visitor.submit('accept', form)).path).toBe('/two-factor')
    const { code } = await mail.newest(GUEST)
    expect((await visitor.submit('verify', { code })).path).toBe('/account')
  })

  it('says beside the code that it is not known', async () => {
    const { visitor } = await atInvite()
    const page = await visitor.submit('open', { code: 'nonsense' })
    expect([page.status, page.field('code')?.['error']]).toEqual([404, 'This invite is not known.'])
    expect(page.field('password')).toBeUndefined()
  })

  it.each([
    ['name', { name: ' ' }, 'Please enter a name.'],
    ['password', { password: 'short' }, 'The password needs at least 8 characters and a digit.'],
  ])('says beside the field what is wrong with the %s, and keeps the rest', async (name, change, error) => {
    const { visitor, form, opened, code } = await atInvite()
    await opened()
    const typed = { ...form, ...change }
    const page = await visitor.submit('accept', typed)
    expect(page.status).toBe(400)
    expect(page.field(name)).toMatchObject({ error, 'aria-invalid': 'true', autofocus: '' })
    expect([page.field('code')?.['value'], page.field('name')?.['value']]).toEqual([code, typed.name])
    expect(page.field('email')).toMatchObject({ value: GUEST })
    expect(page.field('password')).not.toHaveProperty('value')
    expect(page.html.match(/type="password"/g)).toHaveLength(1)
  })

  const ENDS = [
    ['has run out', 410, 'This invite has expired.'],
    ['was used', 410, 'This invite was already used.'],
    ['was withdrawn', 403, 'This invite has been withdrawn.'],
  ] as const

  async function ended(state: string) {
    const here = await atInvite()
    const end = async () => {
      if (state === 'was used')
        await here.browser().post('/auth/invite/register', { ...here.form, confirmPassword: here.form.password, code: here.code })
      else if (state === 'was withdrawn') await here.admin.delete(`/admin/invites/${here.inviteId}`)
      else here.clock.advance(7 * DAY)
    }
    return { ...here, end }
  }

  it.each(ENDS)('says at once that it %s, and shows no form', async (state, status, words) => {
    const { opened, end } = await ended(state)
    await end()
    const page = await opened()
    expect([page.status, page.heading, page.alert, page.forms]).toEqual([status, 'This invitation does not work', words, []])
    expect(page.links).toEqual(expect.arrayContaining(['/sign-in', '/invite']))
  })

  it.each(ENDS)('says so as well when it %s while the form was filled in', async (state) => {
    const { visitor, opened, end, form } = await ended(state)
    await opened()
    await end()
    const page = await visitor.submit('accept', form)
    expect([page.heading, page.forms]).toEqual(['This invitation does not work', []])
  })

  it('is not there where invitations are switched off', async () => {
    const visitor = new PageVisitor((await world()).browser())
    expect((await visitor.open('/invite')).status).toBe(404)
    expect((await visitor.post('/invite', { _action: 'accept', code: 'x' })).status).toBe(404)
  })
})
