import { describe, expect, it, vi } from 'vitest'
import { organised, staffed } from '../../../test/support/organised.ts'
import { PASSWORD, world } from '../../../test/support/world.ts'

const GUEST = 'guest@example.com'
const form = { name: 'Guest', password: PASSWORD, confirmPassword: PASSWORD }

/** Olga's organisation, and an invite in a mailbox. */
async function inviting(env: Record<string, string> = {}, role = 'member') {
  const here = await staffed(env)
  const { owner, org, mail } = here
  const url = `/auth/orgs/${org.id}/invites`
  const { body: invite } = await owner.browser.post(url, { email: 'Guest@Example.com', role })
  return { ...here, url, invite, letter: await mail.newest(GUEST), code: (await mail.newest(GUEST)).code }
}

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

describe('POST /auth/orgs/invites/info', () => {
  it('says who invites to what, and changes nothing', async () => {
    const { browser, code, invite } = await inviting()
    expect((await browser().post('/auth/orgs/invites/info', { code })).body).toEqual({
      organisation: { name: 'Acme' },
      email: GUEST,
      role: 'member',
      invitedBy: 'Olga',
      hasAccount: false,
      expiresAt: invite.expiresAt,
    })
  })

  it('answers 410 to what has expired, and 404 to what is unknown', async () => {
    const { browser, code, clock } = await inviting({ ORG_INVITE_TTL: '1h' })
    const info = (typed: string) => browser().post('/auth/orgs/invites/info', { code: typed })
    expect(await info('nothing')).toMatchObject({ status: 404, body: { error: 'org_invite_not_found' } })
    clock.advance(3_600_000)
    expect(await info(code)).toMatchObject({ status: 410, body: { error: 'org_invite_expired' } })
  })
})

describe('POST /auth/orgs/invites/accept', () => {
  it('makes a member of the account of that address, and proves its mailbox', async () => {
    const { browser, code, org, auditTypes } = await inviting()
    const guest = browser()
    await guest.post('/auth/register', { email: GUEST, name: 'Guest', password: PASSWORD })
    const reply = await guest.post('/auth/orgs/invites/accept', { code })
    expect(reply).toMatchObject({ status: 200, body: { organisation: { id: org.id, memberCount: 4 }, role: 'member' } })
    expect((await guest.get('/auth/check')).body.user.isVerified).toBe(true)
    expect(await auditTypes()).toEqual(expect.arrayContaining(['email.verified', 'org.invite.accepted', 'org.member.added']))
    expect(await guest.post('/auth/orgs/invites/accept', { code })).toMatchObject({
      status: 410,
      body: { error: 'org_invite_used' },
    })
  })

  it('answers 403 org_invite_email_mismatch to another account, and 403 org_invite_revoked once the inviter may not invite', async () => {
    const { browser, code, outsider, owner, admin, org, sql } = await inviting({}, 'owner')
    expect((await outsider.browser.post('/auth/orgs/invites/accept', { code })).body.error).toBe('org_invite_email_mismatch')
    await owner.browser.send('PATCH', `/auth/orgs/${org.id}/members/${admin.id}/role`, { role: 'owner' })
    await sql(`UPDATE org_members SET role = 'admin' WHERE account_id = ?`, [owner.id]) // and not by the verb, which revokes
    const guest = browser()
    await guest.post('/auth/register', { email: GUEST, name: 'Guest', password: PASSWORD })
    expect(await guest.post('/auth/orgs/invites/accept', { code })).toMatchObject({
      status: 403,
      body: { error: 'org_invite_revoked' },
    })
    expect((await guest.get('/auth/check')).body.user.isVerified).toBe(false)
  })

  it('holds the caps', async () => {
    const full = await inviting({ ORG_MAX_MEMBERS: '3' })
    const guest = full.browser()
    await guest.post('/auth/register', { email: GUEST, name: 'Guest', password: PASSWORD })
    const refused = await guest.post('/auth/orgs/invites/accept', { code: full.code })
    expect(refused).toMatchObject({ status: 400, body: { error: 'org_member_limit_reached' } })
    const owning = await inviting({ ORG_MAX_OWNED: '1' }, 'owner')
    const rich = owning.browser()
    await rich.post('/auth/register', { email: GUEST, name: 'Guest', password: PASSWORD })
    await rich.post('/auth/orgs', { name: 'Mine' })
    expect((await rich.post('/auth/orgs/invites/accept', { code: owning.code })).body.error).toBe('org_limit_reached')
  })

  it('is spent once by many at once', async () => {
    const { browser, code, sql } = await inviting()
    const guest = browser()
    await guest.post('/auth/register', { email: GUEST, name: 'Guest', password: PASSWORD })
    const replies = await Promise.all(Array.from({ length: 10 }, () => guest.clone().post('/auth/orgs/invites/accept', { code })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await sql(`SELECT member_count FROM organisations`)).toEqual([{ member_count: 4 }])
  })
})

describe("the caller's own invites", () => {
  it('are listed, accepted and declined by a verified address alone', async () => {
    const { join, owner, org, url, invite } = await inviting()
    const guest = await join('guest')
    expect((await guest.browser.get('/auth/orgs/invites')).body).toEqual({
      invites: [
        { id: invite.id, organisation: { name: 'Acme' }, role: 'member', invitedBy: 'Olga', expiresAt: invite.expiresAt },
      ],
      total: 1,
      limit: 20,
      offset: 0,
    })
    expect((await owner.browser.post(`/auth/orgs/invites/${invite.id}/accept`)).body.error).toBe('org_invite_not_found')
    expect((await guest.browser.post(`/auth/orgs/invites/${invite.id}/decline`)).body.message).toBe('The invite was declined.')
    expect((await guest.browser.post(`/auth/orgs/invites/${invite.id}/accept`)).body.error).toBe('org_invite_revoked')
    expect((await owner.browser.get(`${url}?status=declined`)).body.total).toBe(1)
    const { body: second } = await owner.browser.post(url, { email: guest.email, role: 'admin' })
    const accepted = await guest.browser.post(`/auth/orgs/invites/${second.id}/accept`)
    expect(accepted.body).toMatchObject({ organisation: { id: org.id }, role: 'admin' })
  })

  it('answer 403 email_not_verified to an account that is not, whatever the id, and tell it nothing', async () => {
    const { browser, invite } = await inviting()
    const guest = browser()
    await guest.post('/auth/register', { email: GUEST, name: 'Guest', password: PASSWORD })
    expect((await guest.get('/auth/orgs/invites')).body.total).toBe(0)
    for (const id of [invite.id, 'nothing'])
      for (const act of ['accept', 'decline'])
        expect(await guest.post(`/auth/orgs/invites/${id}/${act}`)).toMatchObject({
          status: 403,
          body: { error: 'email_not_verified' },
        })
  })
})

describe('POST /auth/orgs/invites/register', () => {
  it('makes a verified account that is a member at once', async () => {
    const { browser, code, org } = await inviting()
    const guest = browser()
    const reply = await guest.post('/auth/orgs/invites/register', { code, ...form })
    expect(reply).toMatchObject({ status: 201, body: { user: { email: GUEST, isVerified: true } } })
    expect((await guest.get(`/auth/orgs/${org.id}`)).body).toMatchObject({ role: 'member', memberCount: 4 })
    expect((await browser().post('/auth/orgs/invites/register', { code, ...form })).body.error).toBe('org_invite_used')
  })

  it.each([
    [{ name: '' }, 'name_required', 400],
    [{ password: 'short', confirmPassword: 'short' }, 'weak_password', 400],
    [{ confirmPassword: 'other' }, 'password_mismatch', 400],
    [{ code: 'nothing' }, 'org_invite_not_found', 404],
  ])('answers %j with %s, and the invite stays open', async (changed, error, status) => {
    const { browser, code } = await inviting()
    const register = (more: object) => browser().post('/auth/orgs/invites/register', { code, ...form, ...more })
    expect(await register(changed)).toMatchObject({ status, body: { error } })
    expect((await register({})).status).toBe(201)
  })

  it('answers 409 email_already_exists, and 403 forbidden where strangers cannot register', async () => {
    const { browser, code, join } = await inviting()
    await join('guest')
    expect(await browser().post('/auth/orgs/invites/register', { code, ...form })).toMatchObject({
      status: 409,
      body: { error: 'email_already_exists' },
    })
    for (const [more, status] of [
      [{}, 403],
      [{ ORG_INVITES_REGISTER: 'true' }, 404],
    ] as const) {
      const closed = await organised({ ALLOW_PUBLIC: 'false', ...more })
      const reply = await closed.browser().post('/auth/orgs/invites/register', { code, ...form })
      expect(reply.status).toBe(status)
    }
  })

  it('goes through the gate, and leaves nothing where its mail fails', async () => {
    const { code, sql, database } = await inviting()
    const env = { ORGANISATIONS: 'true', REQUIRE_EMAIL_2FA: 'true' }
    const { browser, mail } = await world({ withMail: true, databaseUrl: database.url, env })
    mail.treat('rejects the mail')
    expect((await browser().post('/auth/orgs/invites/register', { code, ...form })).body.error).toBe('email_failed')
    expect(await sql(`SELECT member_count FROM organisations`)).toEqual([{ member_count: 3 }])
    expect(await sql(`SELECT id FROM accounts WHERE email = ?`, [GUEST])).toEqual([])
    mail.treat('accepts')
    expect((await browser().post('/auth/orgs/invites/register', { code, ...form })).body.requiresTwoFactor).toBe(true)
  })

  it('stays, though its mail fails, where the organisation has no other owner by then', async () => {
    const { code, sql, database, owner, org } = await inviting({}, 'owner')
    const env = { ORGANISATIONS: 'true', REQUIRE_EMAIL_2FA: 'true' }
    const { browser, mail } = await world({ withMail: true, databaseUrl: database.url, env })
    mail.treat('hangs in DATA')
    const registering = browser().post('/auth/orgs/invites/register', { code, ...form })
    // The code, and both owners are told of each other.
    await vi.waitFor(() => expect(mail.offered).toHaveLength(3), { timeout: 5000, interval: 5 })
    expect((await owner.browser.post(`/auth/orgs/${org.id}/leave`)).status).toBe(200)
    await mail.goAway()
    expect((await registering).body.error).toBe('email_failed')
    expect(await sql(`SELECT owner_count, member_count FROM organisations`)).toEqual([{ owner_count: 1, member_count: 3 }])
  })
})
