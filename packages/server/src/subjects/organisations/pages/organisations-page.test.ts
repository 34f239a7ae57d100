import { describe, expect, it } from 'vitest'
import { atAccount } from '../../../../test/support/at-account.ts'
import { organised, staffed } from '../../../../test/support/organised.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'

const PATH = '/account/organisations'

/** Olga, who has made no organisation yet. */
async function atOrganisations(env: Record<string, string> = {}) {
  const here = await organised(env)
  const olga = await here.join('olga')
  const visitor = new PageVisitor(olga.browser)
  return { ...here, olga, visitor, first: await visitor.open(PATH) }
}

/** Oscar, who is invited to Acme. */
async function atInvites() {
  const here = await staffed()
  await here.owner.browser.post(`/auth/orgs/${here.org.id}/invites`, { email: here.outsider.email, role: 'admin' })
  const visitor = new PageVisitor(here.outsider.browser)
  return { ...here, visitor, first: await visitor.open(PATH) }
}

describe(PATH, () => {
  it('is not there, nor in the navigation, where organisations are switched off', async () => {
    const { visitor, first } = await atAccount(PATH)
    expect(first.status).toBe(404)
    expect((await visitor.open('/account')).links).not.toContain(PATH)
    expect((await visitor.post(PATH, { _action: 'create', name: 'Acme' })).status).toBe(404)
  })

  it('makes an organisation, and leads to its page', async () => {
    const { visitor, first } = await atOrganisations()
    expect(first.links).toContain(PATH)
    expect(first.section('organisations').text).toContain('You do not belong to an organisation yet.')
    expect((await visitor.submit('create', { name: 'Acme & Sons' })).address).toBe('/orgs/acme-sons?done=created#done')
    const page = await visitor.open(PATH)
    expect(page.section('organisations').text).toContain('Acme & Sons Owner 1 member')
    expect(page.links).toContain('/orgs/acme-sons')
  })

  it.each([
    ['name', { name: ' ' }, 'Please enter a name.'],
    ['name', { name: 'x'.repeat(101) }, 'Please enter a name of 1 to 100 visible characters.'],
    ['slug', { slug: 'a--b' }, undefined],
    ['slug', { slug: 'admin' }, 'This short name is kept for the service itself.'],
    ['slug', { slug: 'taken' }, 'This short name is taken.'],
  ])('says beside the %s what is wrong with it: %o', async (name, change, error) => {
    const { visitor, olga } = await atOrganisations()
    await olga.browser.post('/auth/orgs', { name: 'Taken', slug: 'taken' })
    const typed = { name: 'Acme', slug: 'acme', ...change }
    const page = await visitor.submit('create', typed)
    expect(page.status).toBeGreaterThanOrEqual(400)
    expect(page.field(name)).toMatchObject({ 'aria-invalid': 'true', autofocus: '', ...(error !== undefined && { error }) })
    expect([page.field('name')?.['value'], page.field('slug')?.['value']]).toEqual([typed.name, typed.slug])
  })

  it('says at once what is wrong with both', async () => {
    const { visitor } = await atOrganisations()
    const page = await visitor.submit('create', { name: '', slug: '-' })
    expect([page.field('name')?.['aria-invalid'], page.field('slug')?.['aria-invalid']]).toEqual(['true', 'true'])
  })

  it('offers to make one to administrators alone, where only they may', async () => {
    const { first, visitor, sql } = await atOrganisations({ ORG_CREATION: 'admins' })
    expect(first.field('slug')).toBeUndefined()
    await sql(`UPDATE accounts SET role = 'admin'`)
    expect((await visitor.open(PATH)).field('slug')).toBeDefined()
  })

  it('shows who invites to what, and as what; accepting leads to the page of the organisation', async () => {
    const { visitor, first } = await atInvites()
    expect(first.section('invites').text).toContain('Acme Admin Invited by Olga Expires')
    expect((await visitor.submit('accept')).address).toBe('/orgs/acme?done=joined#done')
    const page = await visitor.open(PATH)
    expect(page.section('organisations').text).toContain('Acme Admin 4 members')
    expect(page.section('invites').html).toBe('')
  })

  it('declines an invitation, after a question', async () => {
    const { visitor, first } = await atInvites()
    expect(first.section('invites').text).toContain('The invitation to Acme stops working.')
    const page = await visitor.submit('decline')
    expect([page.notice, page.text.includes('Acme')]).toEqual(['The invitation was declined.', false])
  })

  it('says so when an invitation was withdrawn in the meantime', async () => {
    const { visitor, owner, org } = await atInvites()
    const { body } = await owner.browser.get(`/auth/orgs/${org.id}/invites?status=pending`)
    await owner.browser.delete(`/auth/orgs/${org.id}/invites/${body.invites[0].id}`)
    const page = await visitor.submit('accept')
    expect([page.status, page.alert]).toEqual([403, 'This invite no longer holds.'])
  })

  it('tells an account with an unconfirmed address why it sees no invitations', async () => {
    const { visitor, sql } = await atInvites()
    await sql(`UPDATE accounts SET verified_at = NULL WHERE email = 'oscar@example.com'`)
    const page = await visitor.open(PATH)
    expect(page.section('invites').text).toContain('shown here once it is confirmed')
    expect(page.text).not.toContain('Acme')
  })

  it('leaves an organisation, after a question', async () => {
    const { member } = await staffed()
    const visitor = new PageVisitor(member.browser)
    expect((await visitor.open(PATH)).section('organisations').text).toContain('You lose access to Acme at once.')
    const page = await visitor.submit('leave')
    expect([page.notice, page.text.includes('Acme')]).toEqual(['You have left the organisation.', false])
  })

  it('names the next step to an owner whom nobody could replace', async () => {
    const { owner } = await staffed()
    const visitor = new PageVisitor(owner.browser)
    await visitor.open(PATH)
    const page = await visitor.submit('leave')
    expect([page.status, page.alert]).toEqual([
      400,
      'You are the only owner of Acme who can sign in. Make another member an owner first, or delete the organisation.',
    ])
    expect(page.links).toContain('/orgs/acme')
  })
})
