import { describe, expect, it } from 'vitest'
import { type Person, staffed } from '../../../../test/support/organised.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { STEP_UP_MS } from '../../../../test/support/stepped-up.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const PATH = '/orgs/acme'

/** One of the people of Acme at its page. */
async function at(who: 'owner' | 'admin' | 'member' | 'outsider', env: Record<string, string> = {}) {
  const here = await staffed(env)
  const visitor = new PageVisitor(here[who].browser)
  const roleOf = async ({ browser }: Person) => (await browser.get(`/auth/orgs/${here.org.id}`)).body.role as string | undefined
  return { ...here, visitor, roleOf, first: await visitor.open(PATH) }
}

const SECTIONS = ['members', 'invite', 'invites', 'settings', 'activity', 'danger']
const sectionsOf = (html: string) => SECTIONS.filter((id) => html.includes(`<section id="${id}"`))

describe('/orgs/{slug}', () => {
  it('is for members alone: to all others it is as if there were none', async () => {
    const { first, visitor, browser, outsider } = await at('outsider')
    const unknown = await visitor.open('/orgs/nothing')
    expect([first.status, first.html]).toEqual([404, unknown.html])
    const asProgram = async (path: string) => (await outsider.browser.get(path)).body
    expect(await asProgram(PATH)).toEqual(await asProgram('/orgs/nothing'))
    const stranger = new PageVisitor(browser())
    expect((await stranger.open(PATH)).path).toBe('/sign-in')
    expect((await visitor.post(PATH, { _action: 'save', _for: outsider.id, name: 'Mine', slug: 'mine' })).status).toBe(404)
  })

  it.each(['%00', 'acme%00', 'a%00b', 'acme%20x', 'x'.repeat(99)])('answers 404 where the address has %s', async (slug) => {
    const { visitor } = await at('owner')
    expect((await visitor.open(`/orgs/${slug}`)).status).toBe(404)
  })

  it('is not there where organisations are switched off', async () => {
    const { database, owner } = await at('owner')
    const off = await world({ databaseUrl: database.url, withMail: true })
    const visitor = new PageVisitor(off.browser())
    await visitor.browser.post('/auth/login', { email: owner.email, password: PASSWORD })
    expect((await visitor.open(PATH)).status).toBe(404)
  })

  it.each([
    ['member', ['members']],
    ['admin', ['members', 'invite', 'invites', 'settings', 'activity']],
    ['owner', SECTIONS],
  ] as const)('shows a %s what they may do', async (who, sections) => {
    const { first } = await at(who)
    expect([first.heading, sectionsOf(first.html)]).toEqual(['Acme', sections])
    expect(first.html).toContain('aria-current="true"')
  })

  it('shows members who is there, without addresses, and lets them leave', async () => {
    const { first, visitor } = await at('member')
    const members = first.section('members')
    expect(members.text).toContain('Olga Owner')
    expect(members.text).toContain('Mary Member You')
    expect(members.text).not.toContain('@')
    expect(members.forms.map(({ values }) => values['_action'])).toEqual([undefined, 'leave'])
    const left = await visitor.submit('leave')
    expect([left.path, left.notice]).toEqual(['/account/organisations', 'You have left the organisation.'])
  })

  it('searches, by address only for admins and owners', async () => {
    const { visitor, member } = await at('admin')
    expect((await visitor.open(`${PATH}?search=olga@`)).section('members').text).toContain('olga@example.com')
    expect((await visitor.open(`${PATH}?search=mar`)).section('members').text).not.toContain('Olga')
    const mary = new PageVisitor(member.browser)
    expect((await mary.open(`${PATH}?search=olga@example`)).section('members').text).toContain('No member matches.')
  })

  it('turns pages of members, and knows the way back from past the end', async () => {
    const { visitor, sql, org, join } = await at('owner')
    for (let number = 0; number < 20; number++) {
      const { id } = await join(`extra${number}`)
      await sql(`INSERT INTO org_members (org_id, account_id, role, joined_at) VALUES (?, ?, 'member', ?)`, [org.id, id, number])
    }
    await sql(`UPDATE organisations SET member_count = member_count + 20 WHERE id = ?`, [org.id])
    const first = await visitor.open(PATH)
    expect(first.section('members').links).toContain('/orgs/acme?offset=20#members')
    expect((await visitor.open(`${PATH}?offset=20`)).section('members').text).toContain('21 to 23 of 23')
    expect((await visitor.open(`${PATH}?offset=99`)).section('members').text).toContain('The list ends before this page.')
    expect((await visitor.open(`${PATH}?offset=x&invites=x&after=x`)).status).toBe(200)
  })

  it('changes a role, and tells of it', async () => {
    const { visitor, member, roleOf } = await at('admin')
    const page = await visitor.submit('setRole', { id: member.id, role: 'admin' })
    expect([page.address, page.notice]).toEqual(['/orgs/acme?done=roleChanged#done', 'The role was changed.'])
    expect(await roleOf(member)).toBe('admin')
  })

  it('offers an admin nothing about owners, and no ownership to give', async () => {
    const { first, visitor, owner } = await at('admin')
    const ids = first.section('members').forms.map(({ values }) => values['id'])
    expect(ids).not.toContain(owner.id)
    expect(first.section('invite').html).not.toContain('value="owner"')
    const page = await visitor.post(PATH, { _action: 'remove', id: owner.id })
    expect([page.status, page.alert]).toEqual([403, 'Your role in this organisation does not allow this.'])
  })

  it('says in the row why the last owner stays one', async () => {
    const { visitor, owner } = await at('owner')
    const page = await visitor.submit('setRole', { id: owner.id, role: 'member' })
    const field = `<p class="error" id="setRole-${owner.id}-role-error">(.*?)</p>`
    expect(page.status).toBe(400)
    expect(page.textsOf(field)).toEqual(['The organisation needs an owner who can sign in. Make another member an owner first.'])
  })

  it('removes a member after a question; one who is gone already is no longer there', async () => {
    const { visitor, member, roleOf, first } = await at('owner')
    expect(first.section('members').text).toContain('Mary loses access to the organisation at once')
    const page = await visitor.submit('remove', { id: member.id })
    expect([page.notice, page.section('members').text.includes('Mary')]).toEqual(['The member was removed.', false])
    expect(await roleOf(member)).toBeUndefined()
    const again = await visitor.post(PATH, { _action: 'setRole', id: member.id, role: 'admin' })
    expect([again.status, again.alert]).toEqual([404, 'There is no such member.'])
  })

  it('invites, sends again and withdraws', async () => {
    const { visitor, mail } = await at('admin')
    const page = await visitor.submit('invite', { email: 'new@example.com', role: 'admin' })
    expect([page.notice, page.section('invites').text.includes('new@example.com Admin')]).toEqual([
      'The invitation is on its way.',
      true,
    ])
    const { link } = await mail.newest('new@example.com')
    expect((await visitor.submit('resend')).notice).toBe('A new invitation is on its way. The old link no longer works.')
    expect((await mail.newest('new@example.com', 2)).link).not.toBe(link)
    const end = await visitor.submit('revoke')
    expect([end.notice, end.section('invites').text]).toEqual([
      'The invitation was withdrawn. Its link no longer works.',
      'Open invitations No open invitations.',
    ])
  })

  it.each([
    ['', 'Please enter an email address.'],
    ['nonsense', undefined],
    ['mary@example.com', 'This person is a member already.'],
    ['open@example.com', 'There is already an open invite for this address.'],
  ])('says beside the address why nobody is invited: %o', async (email, error) => {
    const { visitor } = await at('owner')
    await visitor.submit('invite', { email: 'open@example.com', role: 'member' })
    const page = await visitor.submit('invite', { email, role: 'admin' })
    expect(page.field('email')).toMatchObject({ 'aria-invalid': 'true', value: email, ...(error !== undefined && { error }) })
    expect(page.section('invite').html).toContain('<option value="admin" selected>')
  })

  it('changes both names, and moves with the short one', async () => {
    const { visitor } = await at('admin')
    const page = await visitor.submit('save', { name: 'Acme Ltd', slug: 'acme-ltd' })
    expect([page.address, page.heading, page.notice]).toEqual([
      '/orgs/acme-ltd?done=saved#done',
      'Acme Ltd',
      'The changes were saved.',
    ])
    expect((await visitor.open(PATH)).status).toBe(404)
  })

  it.each([
    ['name', { name: '' }, 'Please enter a name.'],
    ['slug', { slug: 'www' }, 'This short name is kept for the service itself.'],
  ])('says beside the %s of the settings what is wrong with it', async (name, change, error) => {
    const { visitor } = await at('admin')
    const page = (await visitor.submit('save', { name: 'Acme', slug: 'acme', ...change })).section('settings')
    expect(page.field(name)).toMatchObject({ error, 'aria-invalid': 'true' })
  })

  it('tells in words what happened, who did it and to whom', async () => {
    const { visitor, member } = await at('owner')
    const { text } = (await visitor.submit('setRole', { id: member.id, role: 'admin' })).section('activity')
    expect(text).toContain('Role in an organisation changed Member → Admin Olga concerning Mary')
    expect(text).toContain('Joined an organisation Member Mary')
    expect(text).toContain('Organisation created Olga')
  })

  it('turns pages of what happened, and names nobody who was never a member', async () => {
    const { visitor, owner, org, outsider } = await at('owner')
    for (let at = 0; at < 20; at++) {
      const { body } = await owner.browser.post(`/auth/orgs/${org.id}/invites`, { email: outsider.email, role: 'member' })
      await outsider.browser.post(`/auth/orgs/invites/${body.id}/decline`)
    }
    const first = (await visitor.open(PATH)).section('activity')
    expect([first.text.includes('declined'), first.text.includes('Oscar')]).toEqual([true, false])
    const [older = ''] = first.links
    const second = (await visitor.open(older)).section('activity')
    expect(second.links).toContain('/orgs/acme#activity')
  })

  it('hands over: the chosen member owns it, and the other becomes what was chosen', async () => {
    const { visitor, member, owner, roleOf } = await at('owner')
    const page = await visitor.submit('transfer', { userId: member.id, role: 'member' })
    expect(page.notice).toBe('The organisation has a new owner.')
    expect([await roleOf(member), await roleOf(owner)]).toEqual(['owner', 'member'])
    expect(sectionsOf(page.html)).toEqual(['members'])
  })

  it('says beside the choice who cannot own it', async () => {
    const { visitor, member, sql } = await at('owner')
    await sql(`UPDATE accounts SET verified_at = NULL WHERE id = ?`, [member.id])
    const page = await visitor.submit('transfer', { userId: member.id, role: 'admin' })
    expect(page.field('userId')).toMatchObject({ error: 'An owner needs a confirmed address, and must not be banned.' })
  })

  it('asks for the address where there are too many to choose from', async () => {
    const { visitor, sql, admin, roleOf } = await at('owner')
    await sql(`UPDATE organisations SET member_count = 101`)
    const page = (await visitor.open(PATH)).section('danger')
    expect([page.field('userId'), page.field('email')?.['type']]).toEqual([undefined, 'email'])
    const refused = await visitor.submit('transfer', { email: 'oscar@example.com', role: 'admin' })
    expect(refused.section('danger').field('email')).toMatchObject({ error: 'There is no such member.' })
    await visitor.submit('transfer', { email: ' ADAM@example.com', role: 'admin' })
    expect(await roleOf(admin)).toBe('owner')
  })

  it('deletes only with the short name typed', async () => {
    const { visitor, owner } = await at('owner')
    const refused = (await visitor.submit('delete', { slug: 'other' })).section('danger')
    expect(refused.field('slug')).toMatchObject({ error: 'This is not the short name of the organisation.' })
    const page = await visitor.submit('delete', { slug: 'ACME ' })
    expect([page.path, page.notice]).toEqual(['/account/organisations', 'The organisation was deleted.'])
    expect((await owner.browser.get('/auth/orgs')).body.total).toBe(0)
  })

  it('asks who it is, some time after signing in, and does it then', async () => {
    const { visitor, clock } = await at('owner')
    clock.advance(STEP_UP_MS)
    await visitor.open(PATH)
    expect((await visitor.submit('delete', { slug: 'acme' })).path).toBe('/step-up')
    const back = await visitor.submit('confirm', { password: PASSWORD })
    expect(back.notice).toBe('The organisation was deleted.')
  })
})
