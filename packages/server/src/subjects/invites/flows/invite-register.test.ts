import { describe, expect, it } from 'vitest'
import { DAY, GUEST, invited } from '../../../../test/support/invited.ts'
import { world } from '../../../../test/support/world.ts'

describe('POST /auth/invite/register', () => {
  it('answers 201 with a session for a verified account of the invited address, whatever the body says', async () => {
    const { browser, form, sql } = await invited()
    const visitor = browser()
    const reply = await visitor.post('/auth/invite/register', { ...form, email: 'evil@example.com', role: 'admin' })
    expect(reply).toMatchObject({
      status: 201,
      body: { user: { email: GUEST, isVerified: true, name: 'Guest', role: 'user' }, session: {} },
    })
    expect([...visitor.jar.keys()]).toEqual(['app_session', 'app_refresh', '_csrf'])
    expect((await visitor.get('/auth/me')).body).toMatchObject({ email: GUEST, isVerified: true, hasPassword: true })
    expect(await sql(`SELECT id FROM invites WHERE accepted_at IS NOT NULL`)).toHaveLength(1)
    expect(await sql(`SELECT id FROM accounts WHERE email = 'evil@example.com'`)).toEqual([])
  })

  it('writes account, acceptance and session into the audit log', async () => {
    const { browser, form, sql, inviteId } = await invited()
    const { body } = await browser().post('/auth/invite/register', form)
    const rows = await sql(`SELECT type, actor_id, metadata FROM audit_events WHERE target_user_id = ? ORDER BY id`, [
      body.user.id,
    ])
    const who = { actor_id: body.user.id }
    expect(rows).toMatchObject([
      { type: 'user.registered', ...who },
      { type: 'invite.accepted', ...who, metadata: JSON.stringify({ inviteId }) },
      { type: 'session.created', ...who },
    ])
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
    ['password_mismatch', 400, { confirmPassword: undefined }],
    ['weak_password', 400, { password: 'weak', confirmPassword: 'weak' }],
    ['invite_not_found', 404, { code: 'x' }],
    ['invite_not_found', 404, { code: '' }],
  ])('answers %s %i, and the invite stays open', async (error, status, change) => {
    const { browser, form } = await invited()
    expect(await browser().post('/auth/invite/register', { ...form, ...change })).toMatchObject({
      status,
      body: { error },
      setCookies: [],
    })
    expect((await browser().post('/auth/invite/register', form)).status).toBe(201)
  })

  it.each([
    ['invite_already_used', 'accepted', `UPDATE invites SET accepted_at = 1`],
    ['invite_already_used', 'revoked', `UPDATE invites SET revoked_at = 1`],
    ['invite_expired', 'expired', `UPDATE invites SET expires_at = 1`],
  ])('answers %s 410 to one that is %s', async (error, _what, statement) => {
    const { browser, form, sql } = await invited()
    await sql(statement)
    expect(await browser().post('/auth/invite/register', form)).toMatchObject({ status: 410, body: { error } })
    expect(await sql(`SELECT id FROM accounts WHERE email = ?`, [GUEST])).toEqual([])
  })

  it.each([
    ['withdrawn', `UPDATE invites SET revoked_at = 1`],
    ['accepted', `UPDATE invites SET accepted_at = 1`],
  ])('makes no account of an invite that is %s while the password is hashed', async (_what, statement) => {
    const { browser, form, sql, hasher } = await invited()
    hasher.afterNext = async () => void (await sql(statement))
    expect((await browser().post('/auth/invite/register', form)).body.error).toBe('invite_already_used')
    expect(await sql(`SELECT id FROM accounts WHERE email = ?`, [GUEST])).toEqual([])
  })

  it('makes no account of an invite that expires while the password is hashed', async () => {
    const { browser, form, sql, hasher, clock } = await invited()
    hasher.afterNext = async () => clock.advance(7 * DAY)
    expect((await browser().post('/auth/invite/register', form)).status).toBe(410)
    expect(await sql(`SELECT id FROM accounts WHERE email = ?`, [GUEST])).toEqual([])
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
    const { browser, mail, form, visitor } = await gatedInvite()
    const reply = await visitor.post('/auth/invite/register', form)
    expect(reply).toMatchObject({ status: 201, body: { requiresTwoFactor: true, codeSent: true } })
    expect([...visitor.jar.keys()]).toEqual(['_2fa_challenge'])
    const { code } = await mail.newest(GUEST)
    const claim = { challengeId: reply.body.challengeId, code }
    expect((await browser().post('/auth/2fa/verify', claim)).status).toBe(400)
    expect((await visitor.post('/auth/2fa/verify', claim)).body.user.isVerified).toBe(true)
  })

  it('answers email_failed 500 and takes account and acceptance back when the two-factor code does not leave', async () => {
    const { browser, mail, sql, form } = await gatedInvite()
    mail.treat('rejects the mail')
    expect(await browser().post('/auth/invite/register', form)).toMatchObject({ status: 500, body: { error: 'email_failed' } })
    expect(await sql(`SELECT id FROM accounts WHERE email = ?`, [GUEST])).toEqual([])
    mail.treat('accepts')
    expect((await browser().post('/auth/invite/register', form)).status).toBe(201)
  })

  it('answers method_disabled 405 while EnableInvite is off', async () => {
    const { browser } = await world()
    expect(await browser().post('/auth/invite/register', {})).toMatchObject({ status: 405, body: { error: 'method_disabled' } })
  })
})

/** The invite was made before a second factor became mandatory for everybody. */
async function gatedInvite() {
  const open = await invited()
  const env = { ENABLE_INVITE: 'true', REQUIRE_EMAIL_2FA: 'true' }
  const here = await world({ databaseUrl: open.database.url, withMail: true, env })
  return { ...here, form: open.form, visitor: here.browser() }
}
