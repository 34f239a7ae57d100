import { describe, expect, it } from 'vitest'
import { organised } from '../../../../test/support/organised.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const GUEST = 'guest@example.com'
const DAY = 86_400_000

/** Olga has invited the guest to Acme; the code is out of the mail. */
async function invitedToAcme(env: Record<string, string> = {}) {
  const here = await organised(env)
  const olga = await here.join('olga')
  const { body: org } = await olga.browser.post('/auth/orgs', { name: 'Acme', slug: 'acme' })
  const { body: invite } = await olga.browser.post(`/auth/orgs/${org.id}/invites`, { email: GUEST, role: 'admin' })
  const { link } = await here.mail.newest(GUEST)
  const code = link.split('#token=')[1] ?? ''
  const opened = async (visitor: PageVisitor) => {
    await visitor.open('/org-invite')
    return visitor.submit('open', { code })
  }
  return { ...here, olga, org, invite, link, code, opened, stranger: new PageVisitor(here.browser()) }
}

const form = { name: 'Guest', password: PASSWORD }

describe('/org-invite', () => {
  it('is not there where organisations are switched off', async () => {
    const visitor = new PageVisitor((await world()).browser())
    expect((await visitor.open('/org-invite')).status).toBe(404)
    expect((await visitor.post('/org-invite', { _action: 'open', code: 'x' })).status).toBe(404)
  })

  it('takes the code from the link, which a script sends at once', async () => {
    const { stranger, link, code } = await invitedToAcme()
    expect(link).toBe(`http://localhost:3000/org-invite#token=${code}`)
    const page = await stranger.open('/org-invite')
    expect(page.field('code')).toMatchObject({ type: 'text', 'data-from-link': 'token' })
    expect(page.html).toMatch(/<form [^>]*data-sent-from-link/)
  })

  it('says who invites to what, as what and for which address, and changes nothing by saying so', async () => {
    const { opened, stranger, olga, org } = await invitedToAcme()
    const page = await opened(stranger)
    expect([page.status, page.heading]).toEqual([200, 'You are invited'])
    expect(page.text).toContain(`Organisation Acme Invited by Olga Role Admin Invited address ${GUEST} Expires`)
    const { body } = await olga.browser.get(`/auth/orgs/${org.id}/invites?status=pending`)
    expect(body.total).toBe(1)
  })

  it('is accepted by somebody with an account who signs in by a mailed code, and is led back', async () => {
    const { opened, code, mail, sql, join } = await invitedToAcme({ EMAIL_SIGN_IN: 'existing' })
    const guest = new PageVisitor((await join('guest')).browser)
    await guest.browser.post('/auth/logout')
    await opened(guest)
    await guest.open('/sign-in?returnTo=%2Forg-invite')
    await guest.submit('next', { email: GUEST })
    await guest.submit('sendCode')
    const { code: typed } = await mail.newest(GUEST, 2)
    expect((await guest.submit('verify', { code: typed })).path).toBe('/org-invite')
    expect((await guest.submit('open', { code })).text).toContain('Acme')
    await guest.submit('join')
    expect(await sql(`SELECT role FROM org_members WHERE role = 'admin'`)).toHaveLength(1)
  })

  it('makes an account that is a member at once', async () => {
    const { opened, stranger } = await invitedToAcme()
    const page = await opened(stranger)
    expect(page.field('email')).toMatchObject({ autocomplete: 'username', value: GUEST, hidden: '' })
    const inside = await stranger.submit('register', form)
    expect([inside.path, inside.notice]).toEqual(['/account/organisations', 'You are a member now.'])
    expect(inside.section('organisations').text).toContain('Acme Admin')
  })

  it('leads to the home page of the app, for newcomers and for those who have an account', async () => {
    const home = 'https://app.example.com/start'
    const { opened, stranger, browser, olga, org, mail } = await invitedToAcme({ APP_HOME_URL: home })
    await opened(stranger)
    expect((await stranger.submit('register', form)).address).toBe(home)
    const second = browser()
    await second.post('/auth/register', { email: 'second@example.com', password: PASSWORD, name: 'Second' })
    await olga.browser.post(`/auth/orgs/${org.id}/invites`, { email: 'second@example.com', role: 'member' })
    const [, code = ''] = (await mail.newest('second@example.com')).link.split('#token=')
    const visitor = new PageVisitor(second)
    await visitor.open('/org-invite')
    await visitor.submit('open', { code })
    expect((await visitor.submit('join')).address).toBe(home)
  })

  it.each([
    ['name', { name: ' ' }, 'Please enter a name.'],
    ['password', { password: 'short' }, 'The password needs at least 8 characters and a digit.'],
  ])('says beside the field what is wrong with the %s, and keeps the rest', async (name, change, error) => {
    const { opened, stranger, code } = await invitedToAcme()
    await opened(stranger)
    const typed = { ...form, ...change }
    const page = await stranger.submit('register', typed)
    expect(page.field(name)).toMatchObject({ error, 'aria-invalid': 'true', autofocus: '' })
    expect([page.field('code')?.['value'], page.field('name')?.['value']]).toEqual([code, typed.name])
    expect(page.text).toContain('Organisation Acme')
    expect(page.field('password')).not.toHaveProperty('value')
  })

  it('says that one needs an account where none are made, and makes one where invites may', async () => {
    const closed = await invitedToAcme()
    const { database } = closed
    const env = { ORGANISATIONS: 'true', ALLOW_PUBLIC: 'false' }
    const other = await world({ databaseUrl: database.url, withMail: true, env })
    const page = await closed.opened(new PageVisitor(other.browser()))
    expect([page.text.includes('you need an account with this address'), page.field('password')]).toEqual([true, undefined])
    const open = await world({ databaseUrl: database.url, withMail: true, env: { ...env, ORG_INVITES_REGISTER: 'true' } })
    expect((await closed.opened(new PageVisitor(open.browser()))).field('password')).toBeDefined()
  })

  it('sends the owner of the address to sign in, and back; no address carries the code', async () => {
    const { opened, stranger, signedUp, code } = await invitedToAcme()
    await signedUp(GUEST)
    const page = await opened(stranger)
    expect(page.text).toContain('There is an account for this address.')
    const entry = page.forms.find(({ action }) => action === '/sign-in')
    expect(entry?.values).toEqual({ returnTo: '~/org-invite' })
    expect(page.html).toMatch(/<form [^>]*action="\/sign-in"[^>]*data-keeps-link/)
    expect(page.field('code')).toMatchObject({ type: 'hidden', value: code })
  })

  it('lets the owner of the address join by a button, which also confirms the address', async () => {
    const { opened, signedUp } = await invitedToAcme()
    const guest = new PageVisitor(await signedUp(GUEST))
    const page = await opened(guest)
    expect(page.forms.map(({ values }) => values['_action'])).toEqual(['join'])
    expect((await guest.submit('join')).address).toBe('/orgs/acme?done=joined#done')
    expect((await guest.browser.get('/auth/me')).body).toMatchObject({ isVerified: true })
    expect((await guest.browser.get('/auth/orgs')).body.orgs).toMatchObject([{ slug: 'acme', role: 'admin' }])
  })

  it('leads whoever has come back without the code to the invitations of the account', async () => {
    const { join } = await invitedToAcme()
    const guest = new PageVisitor((await join('guest')).browser)
    expect((await guest.open('/org-invite')).links).toContain('/account/organisations')
    const other = new PageVisitor((await join('oscar')).browser)
    expect((await other.open('/org-invite')).links).not.toContain('/account/organisations')
  })

  it('tells who is signed in with another address, and offers to sign out and come back', async () => {
    const { opened, join } = await invitedToAcme()
    const oscar = new PageVisitor((await join('oscar')).browser)
    const page = await opened(oscar)
    expect(page.text).toContain('You are signed in as oscar@example.com , and this invitation is for another address.')
    expect(page.html).toMatch(/<form [^>]*data-keeps-link/)
    expect((await oscar.submit('signOut')).path).toBe('/org-invite')
    expect((await oscar.browser.get('/auth/me')).status).toBe(401)
  })

  it('joins nobody else, whatever form is sent', async () => {
    const { opened, join, code } = await invitedToAcme()
    const oscar = new PageVisitor((await join('oscar')).browser)
    await opened(oscar)
    const page = await oscar.post('/org-invite', { _action: 'join', code })
    expect([page.status, page.text.includes('this invitation is for another address')]).toEqual([403, true])
    expect((await oscar.browser.get('/auth/orgs')).body.total).toBe(0)
  })

  it('says beside the code that it is not known', async () => {
    const { stranger } = await invitedToAcme()
    await stranger.open('/org-invite')
    const page = await stranger.submit('open', { code: 'nonsense' })
    expect([page.status, page.field('code')?.['error']]).toEqual([404, 'This invite is not known.'])
    expect((await stranger.submit('open', { code: ' ' })).field('code')?.['error']).toBe('Please enter the code.')
  })

  const ENDS = [
    ['has run out', 410, 'This invite has expired.'],
    ['was used', 410, 'This invite was already used.'],
    ['was withdrawn', 403, 'This invite no longer holds.'],
  ] as const

  async function ended(state: string) {
    const here = await invitedToAcme()
    const { browser, code, olga, org, invite, clock } = here
    const end = async () => {
      if (state === 'was used') await browser().post('/auth/orgs/invites/register', { ...form, confirmPassword: PASSWORD, code })
      else if (state === 'was withdrawn') await olga.browser.delete(`/auth/orgs/${org.id}/invites/${invite.id}`)
      else clock.advance(7 * DAY)
    }
    return { ...here, end }
  }

  it.each(ENDS)('says at once that it %s, and shows no form', async (state, status, words) => {
    const { opened, stranger, end } = await ended(state)
    await end()
    const page = await opened(stranger)
    expect([page.status, page.heading, page.alert, page.forms]).toEqual([status, 'This invitation does not work', words, []])
    expect(page.links).toEqual(expect.arrayContaining(['/sign-in', '/org-invite']))
  })

  it.each(ENDS)('says so as well when it %s while the form was filled in', async (state) => {
    const { opened, stranger, end } = await ended(state)
    await opened(stranger)
    await end()
    const page = await stranger.submit('register', form)
    expect([page.heading, page.forms]).toEqual(['This invitation does not work', []])
  })
})
