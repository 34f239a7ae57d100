import { describe, expect, it } from 'vitest'
import { ADA } from '../../../../test/support/administered.ts'
import { atConsole, filter } from '../../../../test/support/at-console.ts'
import { DAY, GUEST } from '../../../../test/support/invited.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

async function inviting() {
  const here = await atConsole({ ENABLE_INVITE: 'true', REFRESH_TTL: '60d' })
  await here.visitor.open('/console/invites')
  return here
}

/** The same, and a guest has been invited. */
async function invitedGuest() {
  const here = await inviting()
  const page = await here.visitor.submit('create', { email: GUEST })
  return { ...here, page, ...(await here.mail.newest(GUEST)) }
}

const rowsOf = (page: { section(id: string): { textsOf(pattern: string): string[] } }): string[] =>
  page.section('all').textsOf('<li>(.*?)</li>')

const states = (page: Parameters<typeof rowsOf>[0]) => rowsOf(page).map((row) => row.split(' ').slice(0, 2).join(' '))

describe('/console/invites', () => {
  it('sends an invite, and lists it', async () => {
    const { page, code } = await invitedGuest()
    expect(page.notice).toBe('The invite is on its way.')
    expect(rowsOf(page)).toEqual([
      expect.stringMatching(
        /^guest@example\.com Open Invited Jan 1, 2030, 12:00:00 AM By root@example\.com Expires Jan 8, 2030, 12:00:00 AM /,
      ),
    ])
    expect(code).not.toBe('')
  })

  it.each([
    ['nonsense', 400, 'Please enter a valid email address.'],
    [ADA, 409, 'An account with this email address already exists.'],
    [GUEST, 409, 'There is already an open invite for this address.'],
    [' ', 400, 'Please enter an email address.'],
  ])('says beside the field why it cannot invite %s', async (email, status, error) => {
    const { visitor } = await invitedGuest()
    const page = await visitor.submit('create', { email })
    expect([page.status, page.section('create').field('email')]).toMatchObject([status, { error, autofocus: '' }])
    expect(page.section('create').textsOf('<textarea[^>]*>(.*?)</textarea>')).toEqual([email.trim()])
  })

  it('says above the form that the mail could not be sent', async () => {
    const { visitor, mail } = await inviting()
    mail.treat('rejects the mail')
    const page = await visitor.submit('create', { email: GUEST })
    expect([page.status, rowsOf(page)]).toEqual([500, []])
    expect(page.section('create').alert).toMatch(/mail/)
  })

  it('sends several at once, however they are separated', async () => {
    const { visitor, mail, sql } = await inviting()
    const page = await visitor.submit('create', { email: ' a@example.com, b@example.com;\r\nc@example.com a@example.com\n' })
    expect([page.notice, page.address]).toEqual(['The invites are on their way.', '/console/invites?done=invitedSeveral'])
    expect(states(page).toSorted()).toEqual(['a@example.com Open', 'b@example.com Open', 'c@example.com Open'])
    for (const name of ['a', 'b', 'c']) expect((await mail.newest(`${name}@example.com`)).code).not.toBe('')
    expect(await sql(`SELECT id FROM invites`)).toHaveLength(3)
  })

  it('says of several which were not invited and why, and leaves those to be mended', async () => {
    const { visitor } = await inviting()
    const page = await visitor.submit('create', { email: `one@example.com ${ADA} nonsense two@example.com` })
    const create = page.section('create')
    expect(create.alert).toBe(
      '2 invites are on their way. These addresses were not invited: ' +
        'ada@example.com : An account with this email address already exists. nonsense : Please enter a valid email address.',
    )
    expect(create.textsOf('<textarea[^>]*>(.*?)</textarea>')).toEqual(['ada@example.com nonsense'])
    expect(states(page).toSorted()).toEqual(['one@example.com Open', 'two@example.com Open'])
  })

  it('tries no more of several once no mail leaves the house', async () => {
    const { visitor, mail, sql } = await inviting()
    mail.treat('rejects the mail')
    const page = await visitor.submit('create', { email: 'a@example.com b@example.com' })
    expect(page.section('create').alert).toMatch(/^These addresses were not invited: a@example.com : .* b@example.com : /)
    expect(await sql(`SELECT id FROM invites`)).toEqual([])
  })

  it('takes fifty at most', async () => {
    const { visitor, sql } = await inviting()
    const email = Array.from({ length: 51 }, (_, n) => `u${n}@example.com`).join(' ')
    const page = await visitor.submit('create', { email })
    expect([page.status, page.section('create').field('email')]).toMatchObject([400, { error: 'At most 50 addresses at once.' }])
    expect(await sql(`SELECT id FROM invites`)).toEqual([])
  })

  it('does not say that nothing matches where one has gone past the end', async () => {
    const { visitor } = await invitedGuest()
    const page = await visitor.open('/console/invites?offset=20')
    expect(page.text).toContain('The list ends before this page.')
    expect(page.text).not.toContain('No invite matches.')
  })

  it('sends an invite again: the new link works, and the old one does not', async () => {
    const { visitor, mail, browser, code } = await invitedGuest()
    expect((await visitor.submit('resend')).notice).toBe('A new invite is on its way. The old link no longer works.')
    const renewed = await mail.newest(GUEST, 2)
    const form = { name: 'Guest', password: PASSWORD, confirmPassword: PASSWORD }
    expect((await browser().post('/auth/invite/register', { ...form, code })).status).toBe(404)
    expect((await browser().post('/auth/invite/register', { ...form, code: renewed.code })).status).toBe(201)
    const page = await visitor.open('/console/invites')
    expect(states(page)).toEqual(['guest@example.com Accepted'])
    expect(page.section('all').forms.filter(({ values }) => '_action' in values)).toEqual([])
  })

  it('withdraws an invite, naming the consequence', async () => {
    const { visitor, page, code, browser } = await invitedGuest()
    expect(page.section('all').text).toContain('The link in the mail to guest@example.com stops working at once.')
    const withdrawn = await visitor.submit('revoke')
    expect([withdrawn.notice, states(withdrawn)]).toEqual([
      'The invite was withdrawn. Its link no longer works.',
      ['guest@example.com Withdrawn'],
    ])
    expect((await browser().get(`/auth/invite/info?token=${code}`)).status).toBe(403)
  })

  it('says in words what was no longer possible', async () => {
    const { visitor } = await invitedGuest()
    const id = visitor.page.forms.find(({ values }) => values['_action'] === 'revoke')?.values['id'] ?? ''
    await visitor.submit('revoke')
    for (const _action of ['revoke', 'resend']) {
      const page = await visitor.post('/console/invites', { _action, id })
      expect([page.status, page.alert]).toEqual([403, 'This invite has been withdrawn.'])
    }
    const unknown = await visitor.post('/console/invites', { _action: 'revoke', id: 'x' })
    expect([unknown.status, unknown.alert]).toEqual([404, 'This invite is not known.'])
  })

  it('filters by address and state, and comes back to what was chosen', async () => {
    const { visitor, clock } = await invitedGuest()
    clock.advance(8 * DAY)
    await visitor.open('/console/invites')
    await visitor.submit('create', { email: 'other@example.com' })
    expect(states(visitor.page)).toEqual(['other@example.com Open', 'guest@example.com Expired'])
    expect(states(await filter(visitor, { search: 'GUE' }))).toEqual(['guest@example.com Expired'])
    expect(states(await filter(visitor, { search: '', status: 'pending' }))).toEqual(['other@example.com Open'])
    const page = await visitor.submit('revoke')
    expect(page.address).toBe('/console/invites?status=pending&done=revoked')
    expect(page.section('all').text).toContain('No invite matches.')
    expect((await visitor.open('/console/invites?status=lost')).alert).toBe(
      'We can’t read these filters. Please check what you typed.',
    )
  })

  it('says that invites are switched off, where they are', async () => {
    const { visitor } = await atConsole()
    const page = await visitor.open('/console/invites')
    expect([page.status, page.heading]).toEqual([200, 'Invites'])
    expect(page.text).toContain('Invites are switched off here.')
    expect(page.forms.map(({ values }) => values['_action'])).toEqual(['signOut'])
    expect((await visitor.post('/console/invites', { _action: 'create', email: GUEST })).status).toBe(405)
  })
})
