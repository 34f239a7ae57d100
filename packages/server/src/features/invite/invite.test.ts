import { describe, expect, it } from 'vitest'
import { PASSWORD, world } from '../../../test/world.ts'

const GUEST = 'guest@example.com'
const DAY = 86_400_000

/** An administrator, and an invite in the guest's mailbox. */
async function invited(env: Record<string, string> = {}) {
  const here = await world({ withMail: true, env: { ENABLE_INVITE: 'true', DISABLE_ADMIN_TWO_FACTOR: 'true', ...env } })
  const admin = await here.signedUp('root@example.com')
  await here.sql(`UPDATE accounts SET role = 'admin', verified_at = 1`)
  const created = await admin.post('/admin/invites', { email: ` ${GUEST.toUpperCase()} ` })
  const { code, link } = await here.mail.newest(GUEST)
  const form = { code, name: 'Guest', password: PASSWORD, confirmPassword: PASSWORD }
  return { ...here, admin, created, code, link, form, inviteId: created.body.id as string }
}

describe('POST /admin/invites', () => {
  it('answers 201 with the invite, never its code, and mails a link', async () => {
    const { created, code, link, auditTypes } = await invited()
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: expect.any(String),
      email: GUEST,
      status: 'pending',
      createdBy: expect.any(String),
      expiresAt: '2030-01-08T00:00:00.000Z',
      acceptedAt: null,
      createdAt: '2030-01-01T00:00:00.000Z',
    })
    expect(link).toBe(`http://localhost:3000/invite#token=${code}`)
    expect(created.text).not.toContain(code)
    expect(await auditTypes()).toContain('invite.created')
  })

  it.each([
    ['invalid_email', 400, 'nonsense'],
    ['email_already_exists', 409, 'root@example.com'],
    ['invite_already_exists', 409, GUEST],
  ])('answers %s', async (error, status, email) => {
    const { admin } = await invited()
    expect(await admin.post('/admin/invites', { email })).toMatchObject({ status, body: { error } })
  })

  it('invites again once the old invite has expired or was withdrawn', async () => {
    const { admin, inviteId, clock } = await invited()
    await admin.delete(`/admin/invites/${inviteId}`)
    expect((await admin.post('/admin/invites', { email: GUEST })).status).toBe(201)
    clock.advance(7 * DAY)
    expect((await admin.post('/admin/invites', { email: GUEST })).status).toBe(201)
  })

  it('makes one invite when ten ask at once', async () => {
    const { admin, sql } = await invited()
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => admin.clone().post('/admin/invites', { email: 'new@example.com' })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await sql(`SELECT id FROM invites WHERE email = 'new@example.com'`)).toHaveLength(1)
  })

  it('answers email_failed 500 and leaves no invite when the mail does not leave', async () => {
    const { admin, mail, sql } = await invited()
    mail.treat('rejects the recipient')
    expect(await admin.post('/admin/invites', { email: 'new@example.com' })).toMatchObject({
      status: 500,
      body: { error: 'email_failed' },
    })
    expect(await sql(`SELECT id FROM invites WHERE email = 'new@example.com'`)).toEqual([])
  })
})

describe('GET /admin/invites', () => {
  it('lists invites by status and by the beginning of the address', async () => {
    const { admin, inviteId, clock } = await invited()
    await admin.post('/admin/invites', { email: 'other@example.com' })
    await admin.delete(`/admin/invites/${inviteId}`)
    const emails = async (query: string) =>
      (await admin.get(`/admin/invites?${query}`)).body.invites.map(({ email }: { email: string }) => email)
    expect(await emails('')).toEqual(['other@example.com', GUEST])
    expect(await emails('status=revoked')).toEqual([GUEST])
    expect(await emails('status=pending')).toEqual(['other@example.com'])
    expect(await emails('search=GUE')).toEqual([GUEST])
    clock.advance(7 * DAY)
    expect(await emails('status=expired')).toEqual(['other@example.com'])
    expect(await emails('status=accepted')).toEqual([])
  })

  it.each(['status=open', 'limit=0', 'search=%00'])('answers invalid_input 400 to ?%s', async (query) => {
    const { admin } = await invited()
    expect(await admin.get(`/admin/invites?${query}`)).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
  })
})

describe('DELETE /admin/invites/{id} and POST /admin/invites/{id}/resend', () => {
  it('withdraws an invite: the link is dead, and says so', async () => {
    const { admin, inviteId, browser, code, form } = await invited()
    expect((await admin.delete(`/admin/invites/${inviteId}`)).status).toBe(200)
    expect(await browser().get(`/auth/invite/info?token=${code}`)).toMatchObject({
      status: 403,
      body: { error: 'invite_revoked' },
    })
    expect(await browser().post('/auth/invite/register', form)).toMatchObject({
      status: 410,
      body: { error: 'invite_already_used' },
    })
  })

  it('mails a new link with a new life, and the old one dies', async () => {
    const { admin, inviteId, browser, code, mail, clock } = await invited()
    clock.advance(8 * DAY)
    const reply = await admin.post(`/admin/invites/${inviteId}/resend`)
    expect(reply).toMatchObject({ status: 200, body: { id: inviteId, status: 'pending', expiresAt: '2030-01-16T00:00:00.000Z' } })
    const fresh = await mail.newest(GUEST, 2)
    expect((await browser().get(`/auth/invite/info?token=${code}`)).body.error).toBe('invite_not_found')
    expect((await browser().get(`/auth/invite/info?token=${fresh.code}`)).status).toBe(200)
  })

  it('keeps the old link good when the new one does not leave', async () => {
    const { admin, inviteId, browser, code, mail } = await invited()
    mail.treat('rejects the mail')
    expect((await admin.post(`/admin/invites/${inviteId}/resend`)).body.error).toBe('email_failed')
    expect((await browser().get(`/auth/invite/info?token=${code}`)).status).toBe(200)
  })

  it.each([
    ['invite_already_used', 410, `UPDATE invites SET accepted_at = 1`],
    ['invite_revoked', 403, `UPDATE invites SET revoked_at = 1`],
    ['invite_not_found', 404, `DELETE FROM invites`],
  ])('answers %s on an invite that is not pending', async (error, status, statement) => {
    const { admin, inviteId, sql } = await invited()
    await sql(statement)
    for (const reply of [
      await admin.delete(`/admin/invites/${inviteId}`),
      await admin.post(`/admin/invites/${inviteId}/resend`),
    ]) {
      expect(reply).toMatchObject({ status, body: { error } })
    }
    expect((await admin.delete('/admin/invites/nonsense')).body.error).toBe('invite_not_found')
  })
})

describe('GET /auth/invite/info', () => {
  it('answers the address', async () => {
    const { browser, code } = await invited()
    expect(await browser().get(`/auth/invite/info?token=${code}`)).toMatchObject({ status: 200, body: { email: GUEST } })
  })

  it.each([
    ['missing_token', 400, '', ``],
    ['missing_token', 400, '?token=', ``],
    ['invite_not_found', 404, `?token=${'a'.repeat(43)}`, ``],
    ['invite_already_used', 410, undefined, `UPDATE invites SET accepted_at = 1`],
    ['invite_revoked', 403, undefined, `UPDATE invites SET revoked_at = 1`],
    ['invite_expired', 410, undefined, `UPDATE invites SET expires_at = 1`],
  ])('answers %s %i', async (error, status, query, statement) => {
    const { browser, code, sql } = await invited()
    if (statement) await sql(statement)
    expect(await browser().get(`/auth/invite/info${query ?? `?token=${code}`}`)).toMatchObject({ status, body: { error } })
  })
})

describe('POST /auth/invite/register', () => {
  it('answers 201 with a session for a verified account of the invited address, whatever the body says', async () => {
    const { browser, form, sql, auditTypes } = await invited()
    const visitor = browser()
    const reply = await visitor.post('/auth/invite/register', { ...form, email: 'evil@example.com' })
    expect(reply).toMatchObject({ status: 201, body: { user: { email: GUEST, isVerified: true, name: 'Guest' }, session: {} } })
    expect((await visitor.get('/auth/me')).status).toBe(200)
    expect(await sql(`SELECT id FROM invites WHERE accepted_at IS NOT NULL`)).toHaveLength(1)
    expect(await auditTypes()).toContain('invite.accepted')
  })

  it('works when registration is by invite only, and needs no further verification', async () => {
    const open = await invited()
    const env = { ENABLE_INVITE: 'true', ALLOW_PUBLIC: 'false', REQUIRE_EMAIL_VERIFICATION: 'true' }
    const { browser } = await world({ databaseUrl: open.database.url, env })
    expect((await browser().post('/auth/invite/register', open.form)).body).toHaveProperty('session')
  })

  it.each([
    ['name_required', 400, { name: ' ' }],
    ['password_mismatch', 400, { confirmPassword: 'another horse 1' }],
    ['weak_password', 400, { password: 'weak', confirmPassword: 'weak' }],
    ['invite_not_found', 404, { code: 'x' }],
  ])('answers %s, and the invite stays open', async (error, status, change) => {
    const { browser, form } = await invited()
    expect(await browser().post('/auth/invite/register', { ...form, ...change })).toMatchObject({ status, body: { error } })
    expect((await browser().post('/auth/invite/register', form)).status).toBe(201)
  })

  it.each([
    ['invite_already_used', `UPDATE invites SET accepted_at = 1`],
    ['invite_already_used', `UPDATE invites SET revoked_at = 1`],
    ['invite_expired', `UPDATE invites SET expires_at = 1`],
  ])('answers %s 410', async (error, statement) => {
    const { browser, form, sql } = await invited()
    await sql(statement)
    expect(await browser().post('/auth/invite/register', form)).toMatchObject({ status: 410, body: { error } })
  })

  it('answers email_already_exists 409 when the address has an account by now, and the invite stays unused', async () => {
    const { browser, form, signedUp, sql } = await invited()
    await signedUp(GUEST)
    expect(await browser().post('/auth/invite/register', form)).toMatchObject({
      status: 409,
      body: { error: 'email_already_exists' },
    })
    expect(await sql(`SELECT id FROM invites WHERE accepted_at IS NULL`)).toHaveLength(1)
  })

  it('answers the gated shape with RequireEmail2FA, and the code completes it', async () => {
    const open = await invited()
    const { browser, mail } = await world({
      databaseUrl: open.database.url,
      withMail: true,
      env: { ENABLE_INVITE: 'true', REQUIRE_EMAIL_2FA: 'true' },
    })
    const visitor = browser()
    const reply = await visitor.post('/auth/invite/register', open.form)
    expect(reply).toMatchObject({ status: 201, body: { requiresTwoFactor: true } })
    const { code } = await mail.newest(GUEST)
    expect((await visitor.post('/auth/2fa/verify', { challengeId: reply.body.challengeId, code })).body.user.isVerified).toBe(
      true,
    )
  })

  it('takes account and acceptance back when the two-factor code does not leave', async () => {
    const open = await invited()
    const { browser, mail, sql } = await world({
      databaseUrl: open.database.url,
      withMail: true,
      env: { ENABLE_INVITE: 'true', REQUIRE_EMAIL_2FA: 'true' },
    })
    mail.treat('rejects the mail')
    expect((await browser().post('/auth/invite/register', open.form)).body.error).toBe('email_failed')
    expect(await sql(`SELECT id FROM accounts WHERE email = ?`, [GUEST])).toEqual([])
    mail.treat('accepts')
    expect((await browser().post('/auth/invite/register', open.form)).status).toBe(201)
  })

  it('makes one account of twenty redemptions at once', async () => {
    const { browser, form, sql } = await invited()
    const replies = await Promise.all(Array.from({ length: 20 }, () => browser().post('/auth/invite/register', form)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(replies.filter(({ status }) => status !== 201).map(({ body }) => body.error))).toEqual(
      new Set(['invite_already_used']),
    )
    expect(await sql(`SELECT id FROM accounts WHERE email = ?`, [GUEST])).toHaveLength(1)
  })

  it('leaves a consistent pair when an invite is redeemed and withdrawn at once', async () => {
    const { browser, form, admin, inviteId, sql } = await invited()
    const [redeemed, revoked] = await Promise.all([
      browser().post('/auth/invite/register', form),
      admin.delete(`/admin/invites/${inviteId}`),
    ])
    expect([redeemed.status, revoked.status].sort()).toEqual(redeemed.status === 201 ? [201, 410] : [200, 410])
    expect(await sql(`SELECT id FROM accounts WHERE email = ?`, [GUEST])).toHaveLength(redeemed.status === 201 ? 1 : 0)
  })
})

describe('EnableInvite off', () => {
  it('answers 405 method_disabled, and 404 on the info route', async () => {
    const { browser, signedUp, sql } = await world({ env: { DISABLE_ADMIN_TWO_FACTOR: 'true' } })
    const admin = await signedUp()
    await sql(`UPDATE accounts SET role = 'admin'`)
    expect(await browser().get('/auth/invite/info?token=x')).toMatchObject({ status: 404, body: { error: 'not_found' } })
    const replies = [
      await browser().post('/auth/invite/register', {}),
      await admin.post('/admin/invites', {}),
      await admin.get('/admin/invites'),
      await admin.delete('/admin/invites/x'),
      await admin.post('/admin/invites/x/resend'),
    ]
    for (const reply of replies) expect(reply).toMatchObject({ status: 405, body: { error: 'method_disabled' } })
  })
})
