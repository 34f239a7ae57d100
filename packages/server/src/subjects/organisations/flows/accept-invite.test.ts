import { describe, expect, it } from 'vitest'
import { form, GUEST, inviting } from '../../../../test/support/inviting.ts'
import { organised } from '../../../../test/support/organised.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

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
    await expect.poll(() => mail.offered.length).toBe(3)
    expect((await owner.browser.post(`/auth/orgs/${org.id}/leave`)).status).toBe(200)
    await mail.goAway()
    expect((await registering).body.error).toBe('email_failed')
    expect(await sql(`SELECT owner_count, member_count FROM organisations`)).toEqual([{ owner_count: 1, member_count: 3 }])
  })
})
