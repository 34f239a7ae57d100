import { describe, expect, it } from 'vitest'
import { fillDeadInvites } from '../../../../test/support/full-lists.ts'
import { GUEST, inviting } from '../../../../test/support/inviting.ts'

describe('POST /auth/orgs/{orgId}/invites', () => {
  it('mails a link and answers without its code', async () => {
    const { invite, letter, code, org, owner, sql } = await inviting()
    expect(invite).toEqual({
      id: expect.any(String),
      orgId: org.id,
      email: GUEST,
      role: 'member',
      status: 'pending',
      invitedBy: owner.id,
      expiresAt: expect.any(String),
      createdAt: expect.any(String),
      acceptedAt: null,
    })
    expect(letter).toMatchObject({
      subject: 'Invitation to Acme (Latchkey)',
      link: `http://localhost:3000/org-invite#token=${code}`,
    })
    expect(letter.text).toContain('Olga invites you to join Acme on Latchkey as a member.')
    expect(JSON.stringify([invite, await sql(`SELECT * FROM org_invites`)])).not.toContain(code)
  })

  it.each([
    ['not an address', 'member', 'invalid_email', 400],
    ['new@example.com', 'king', 'invalid_role', 400],
    [GUEST, 'admin', 'org_invite_exists', 409],
    ['mary@example.com', 'admin', 'org_member_exists', 409],
  ])('answers to %s as %s with %s', async (email, role, error, status) => {
    const { owner, url } = await inviting()
    expect(await owner.browser.post(url, { email, role })).toMatchObject({ status, body: { error } })
  })

  it('lets an admin invite admins and members, and no owner', async () => {
    const { admin, url } = await inviting()
    expect((await admin.browser.post(url, { email: 'a@example.com', role: 'owner' })).body.error).toBe('org_forbidden')
    expect((await admin.browser.post(url, { email: 'a@example.com', role: 'admin' })).status).toBe(201)
  })

  it('answers org_invite_limit past ORG_MAX_PENDING_INVITES, also of many at once', async () => {
    const { owner, url } = await inviting({ ORG_MAX_PENDING_INVITES: '3' })
    const replies = await Promise.all(
      [...'abcdef'].map((letter) => owner.browser.post(url, { email: `${letter}@example.com`, role: 'member' })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400, 400])
    expect(replies.find(({ status }) => status === 400)?.body.error).toBe('org_invite_limit')
  })

  it('leaves no invite where the mail fails', async () => {
    const { owner, mail, org, url } = await inviting()
    mail.treat('rejects the mail')
    expect(await owner.browser.post(url, { email: 'lost@example.com', role: 'member' })).toMatchObject({
      status: 500,
      body: { error: 'email_failed' },
    })
    mail.treat('accepts')
    expect((await owner.browser.get(`/auth/orgs/${org.id}/invites`)).body.total).toBe(3)
    expect((await owner.browser.post(url, { email: 'lost@example.com', role: 'member' })).status).toBe(201)
  })

  it('is limited to twenty in an hour for each organisation, and by address over all of them', async () => {
    const { owner, outsider, url, clock } = await inviting({ RATE_LIMITS: 'true', LIMIT_GENERAL_PER_MINUTE: '1000' })
    for (let n = 0; n < 17; n++)
      expect((await owner.browser.post(url, { email: `x${n}@example.com`, role: 'member' })).status).toBe(201)
    expect((await owner.browser.post(url, { email: 'y@example.com', role: 'member' })).status).toBe(429)
    const { body: other } = await outsider.browser.post('/auth/orgs', { name: 'Other' })
    const from = (email: string) => outsider.browser.post(`/auth/orgs/${other.id}/invites`, { email, role: 'member' })
    expect((await from('x0@example.com')).status).toBe(429)
    expect((await from('z@example.com')).status).toBe(201)
    clock.advance(3_600_000)
    expect((await owner.browser.post(url, { email: 'y@example.com', role: 'member' })).status).toBe(201)
  })
})

describe('GET /auth/orgs/{orgId}/invites, POST …/resend, DELETE …/{id}', () => {
  it('lists by status', async () => {
    const { owner, url, clock } = await inviting({ ORG_INVITE_TTL: '1h' })
    expect((await owner.browser.get(`${url}?status=pending`)).body).toMatchObject({ total: 1, invites: [{ email: GUEST }] })
    expect((await owner.browser.get(`${url}?status=accepted`)).body.total).toBe(2)
    clock.advance(3_600_000)
    expect((await owner.browser.get(`${url}?status=expired`)).body.total).toBe(1)
    expect((await owner.browser.get(`${url}?status=odd`)).body.error).toBe('invalid_input')
  })

  it('remembers a thousand that have ended, and the newest of them', async () => {
    const here = await inviting()
    const { owner, url, org, sql } = here
    await fillDeadInvites(here, org.id, owner.id, 1700)
    expect((await owner.browser.post(url, { email: 'one.more@example.com', role: 'member' })).status).toBe(201)
    expect((await owner.browser.get(`${url}?status=pending`)).body.total).toBe(2)
    expect((await owner.browser.get(`${url}?status=accepted`)).body.total).toBe(2)
    expect((await owner.browser.get(url)).body.total).toBe(1002)
    expect(await sql(`SELECT MIN(created_at) AS oldest FROM org_invites`)).toEqual([{ oldest: 703 }])
  })

  it('sends another link, and the old one dies', async () => {
    const { owner, url, invite, code, mail, browser } = await inviting()
    const again = await owner.browser.post(`${url}/${invite.id}/resend`)
    expect(again).toMatchObject({ status: 200, body: { id: invite.id, status: 'pending' } })
    const info = (typed: string) => browser().post('/auth/orgs/invites/info', { code: typed })
    expect((await info(code)).body.error).toBe('org_invite_not_found')
    expect((await info((await mail.newest(GUEST)).code)).status).toBe(200)
  })

  it('answers 404, 410 and 403 to what is unknown, used or withdrawn, and finds no invite of another organisation', async () => {
    const { owner, outsider, admin, url, invite, sql } = await inviting()
    const { body: other } = await outsider.browser.post('/auth/orgs', { name: 'Other' })
    const foreign = await outsider.browser.delete(`/auth/orgs/${other.id}/invites/${invite.id}`)
    expect(foreign).toMatchObject({ status: 404, body: { error: 'org_invite_not_found' } })
    expect((await owner.browser.delete(`${url}/nothing`)).body.error).toBe('org_invite_not_found')
    await sql(`UPDATE org_invites SET role = 'owner' WHERE id = ?`, [invite.id])
    expect((await admin.browser.delete(`${url}/${invite.id}`)).body.error).toBe('org_forbidden')
    expect((await owner.browser.delete(`${url}/${invite.id}`)).body.message).toBe('The invite was withdrawn.')
    for (const act of [owner.browser.delete(`${url}/${invite.id}`), owner.browser.post(`${url}/${invite.id}/resend`)])
      expect(await act).toMatchObject({ status: 403, body: { error: 'org_invite_revoked' } })
    const [used] = await sql(`SELECT id FROM org_invites WHERE accepted_at IS NOT NULL`)
    expect(await owner.browser.delete(`${url}/${used?.['id']}`)).toMatchObject({
      status: 410,
      body: { error: 'org_invite_used' },
    })
  })

  it('answers org_invite_limit where an expired one would be one too many', async () => {
    const { owner, url, invite, clock } = await inviting({ ORG_MAX_PENDING_INVITES: '1', ORG_INVITE_TTL: '10m' })
    const again = () => owner.browser.post(`${url}/${invite.id}/resend`)
    expect((await again()).status).toBe(200)
    clock.advance(600_000)
    const { body: open } = await owner.browser.post(url, { email: 'open@example.com', role: 'member' })
    expect(await again()).toMatchObject({ status: 400, body: { error: 'org_invite_limit' } })
    await owner.browser.delete(`${url}/${open.id}`)
    expect((await again()).status).toBe(200)
  })

  it('leaves the old link good where the mail fails', async () => {
    const { owner, url, invite, code, mail, browser } = await inviting()
    mail.treat('rejects the mail')
    expect((await owner.browser.post(`${url}/${invite.id}/resend`)).body.error).toBe('email_failed')
    expect((await browser().post('/auth/orgs/invites/info', { code })).status).toBe(200)
  })
})
