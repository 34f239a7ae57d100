import { describe, expect, inject, it } from 'vitest'
import { ROOT, signedInAsAdmin } from '../../../../test/support/administered.ts'
import type { Reply } from '../../../../test/support/browser.ts'
import { ada, EMAIL, gated } from '../../../../test/support/gated.ts'
import type { World } from '../../../../test/support/world.ts'

const INVALID = { status: 400, body: { error: 'two_factor_code_invalid' }, setCookies: [] }

/** All that a client can see of an answer, but for what differs in every answer there is. */
function visible({ status, text, headers }: Reply): string {
  const { 'x-request-id': _id, date: _date, ...rest } = headers
  return JSON.stringify([status, text, rest])
}

/** Lets the database itself change the challenge right after a guess was counted, as another request might. */
async function afterTheGuess({ sql }: Pick<World, 'sql'>, change: string): Promise<void> {
  const update = `UPDATE challenges SET ${change} WHERE id = NEW.id`
  const [timing, row] = ['AFTER UPDATE OF guesses ON challenges', 'FOR EACH ROW']
  if (inject('engine') === 'sqlite') return void (await sql(`CREATE TRIGGER rival ${timing} BEGIN ${update}; END`))
  await sql(`CREATE FUNCTION rival() RETURNS trigger AS $$ BEGIN ${update}; RETURN NEW; END $$ LANGUAGE plpgsql`)
  await sql(`CREATE TRIGGER rival ${timing} ${row} EXECUTE FUNCTION rival()`)
}

describe('POST /auth/2fa/verify', () => {
  it('answers 200 with user and session, sets the cookies only now and clears the binding cookie', async () => {
    const { verify, visitor, sql } = await gated()
    const reply = await verify()
    expect(reply).toMatchObject({ status: 200, body: { user: { email: EMAIL }, session: { isRevoked: false } } })
    expect(Object.keys(reply.body).sort()).toEqual(['session', 'user'])
    expect(reply.setCookies.at(-1)).toBe('_2fa_challenge=; Max-Age=0; Path=/; SameSite=Lax; HttpOnly')
    expect([...visitor.jar.keys()]).toEqual(['app_session', 'app_refresh', '_csrf'])
    expect((await visitor.get('/auth/me')).status).toBe(200)
    expect(await sql(`SELECT id FROM sessions WHERE second_factor_at IS NOT NULL`)).toMatchObject([{ id: reply.body.session.id }])
  })

  it('writes who passed it into the audit log', async () => {
    const { verify, sql } = await gated()
    const { body } = await verify()
    const rows = await sql(`SELECT success, actor_id, target_user_id FROM audit_events WHERE type = '2fa.code.verified'`)
    expect(rows).toMatchObject([{ success: 1, actor_id: body.user.id, target_user_id: body.user.id }])
  })

  it('is written down as a sign-in of the door that its browser came through, once it is one', async () => {
    const { verify, browser, sql, mail, challengeId } = await gated()
    await sql(`UPDATE accounts SET role = 'admin'`)
    const signIns = () => sql(`SELECT type, session_id FROM audit_events WHERE type LIKE '%login.success'`)
    const other = browser()
    expect((await other.post('/auth/admin/login', ada)).body.challengeId).toBe(challengeId)
    expect(await signIns()).toEqual([])
    const { body } = await other.post('/auth/2fa/verify', { challengeId, code: (await mail.newest(EMAIL)).code })
    expect(await signIns()).toEqual([{ type: 'admin.login.success', session_id: body.session.id }])
    expect((await verify()).status).toBe(410)
    expect(await signIns()).toHaveLength(1)
  })

  it('is written down where no cookie says which browser it is', async () => {
    const { verify, browser, auditTypes } = await gated({ DISABLE_CHALLENGE_BINDING: 'true' })
    expect((await verify(browser())).status).toBe(200)
    expect(await auditTypes()).toContain('login.success')
  })

  it('takes the code with spaces around it', async () => {
    const { verify, visitor, code } = await gated()
    expect((await verify(visitor, { code: ` ${code} ` })).status).toBe(200)
  })

  it('answers two_factor_code_invalid 400 to a wrong code, counts it and writes it into the audit log', async () => {
    const { verify, wrong, visitor, sql, reply } = await gated()
    expect(await verify(visitor, { code: wrong })).toMatchObject(INVALID)
    expect(await sql(`SELECT guesses FROM challenges`)).toMatchObject([{ guesses: 1 }])
    const rows = await sql(`SELECT success, actor_id, target_user_id FROM audit_events WHERE type = '2fa.code.failed'`)
    expect(rows).toMatchObject([{ success: 0, actor_id: null, target_user_id: reply.body.user.id }])
  })

  it('refuses even the right code after five wrong ones', async () => {
    const { verify, wrong, visitor, sql } = await gated()
    for (let n = 0; n < 5; n++) await verify(visitor, { code: wrong })
    expect(await verify()).toMatchObject(INVALID)
    expect(await sql(`SELECT guesses, used_at FROM challenges`)).toMatchObject([{ guesses: 5, used_at: null }])
  })

  it('accepts the right code as the fifth guess', async () => {
    const { verify, wrong, visitor } = await gated()
    for (let n = 0; n < 4; n++) await verify(visitor, { code: wrong })
    expect((await verify()).status).toBe(200)
  })

  it('accepts the code until the last moment of TwoFactorConfig.CodeTTL', async () => {
    const { verify, clock } = await gated({ TWO_FACTOR_CODE_TTL: '7m' })
    clock.advance(7 * 60_000 - 1)
    expect((await verify()).status).toBe(200)
  })

  it('answers two_factor_code_expired 410 from then on', async () => {
    const { verify, clock, sql } = await gated()
    clock.advance(300_000)
    expect(await verify()).toMatchObject({ status: 410, body: { error: 'two_factor_code_expired' }, setCookies: [] })
    expect(await sql(`SELECT guesses FROM challenges`)).toMatchObject([{ guesses: 0 }])
  })

  it('answers two_factor_code_already_used 410 to a second use', async () => {
    const { verify, visitor, sql } = await gated()
    const twin = visitor.clone()
    await verify()
    expect(await verify(twin)).toMatchObject({ status: 410, body: { error: 'two_factor_code_already_used' }, setCookies: [] })
    expect(await sql(`SELECT id FROM sessions WHERE second_factor_at IS NOT NULL`)).toHaveLength(1)
  })

  it.each([
    ['no binding cookie', undefined],
    ['somebody else’s binding cookie', 'a'.repeat(43)],
    ['a binding cookie that is none', 'x'],
  ])('answers one and the same to %s, whatever became of the challenge', async (_what, cookie) => {
    const { verify, browser, sql, challengeId } = await gated()
    const stranger = browser()
    if (cookie !== undefined) stranger.jar.set('_2fa_challenge', cookie)
    const open = await verify(stranger)
    expect(open).toMatchObject(INVALID)
    const others = [
      await verify(stranger, { challengeId: '00000000-0000-4000-8000-000000000000' }),
      await verify(stranger, { challengeId: 'nonsense' }),
      await verify(stranger, { challengeId: '' }),
      await verify(stranger, { challengeId: '\u0000' }),
    ]
    for (const change of ['guesses = 5', 'guesses = 0, expires_at = 1', 'used_at = 1', 'expires_at = 9000000000000']) {
      await sql(`UPDATE challenges SET ${change} WHERE id = ?`, [challengeId])
      others.push(await verify(stranger))
    }
    for (const other of others) expect(visible(other)).toBe(visible(open))
  })

  it('costs no guess without the binding cookie', async () => {
    const { verify, browser, sql } = await gated()
    for (let n = 0; n < 6; n++) await verify(browser())
    expect(await sql(`SELECT guesses FROM challenges`)).toMatchObject([{ guesses: 0 }])
    expect((await verify()).status).toBe(200)
  })

  it('does not take the binding cookie of another challenge', async () => {
    const { verify, browser, signedUp, sql, wrong } = await gated()
    await signedUp('eve@example.com')
    await sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
    const eve = browser()
    await eve.post('/auth/login', { email: 'eve@example.com', password: 'correct horse 1' })
    expect(await verify(eve)).toMatchObject(INVALID)
    expect(await verify(eve, { code: wrong })).toMatchObject(INVALID)
    expect((await verify()).status).toBe(200)
  })

  it('needs no binding cookie when DisableChallengeBinding is set', async () => {
    const { verify, browser } = await gated({ DISABLE_CHALLENGE_BINDING: 'true' })
    for (const challengeId of ['nonsense', '\u0000', '00000000-0000-4000-8000-000000000000'])
      expect(await verify(browser(), { challengeId })).toMatchObject(INVALID)
    expect((await verify(browser())).status).toBe(200)
  })

  it('answers user_banned 403 to a banned account with the right code, and issues nothing', async () => {
    const { verify, sql, visitor } = await gated()
    await sql(`UPDATE accounts SET banned_at = 1`)
    expect(await verify(visitor.clone())).toMatchObject({ status: 403, body: { error: 'user_banned' }, setCookies: [] })
    expect(await sql(`SELECT id FROM sessions WHERE second_factor_at IS NOT NULL`)).toEqual([])
    await sql(`UPDATE accounts SET banned_at = NULL`)
    expect((await verify()).status).toBe(200)
  })

  it('refuses a code that was mailed before a ban, also once the ban was lifted', async () => {
    const here = await gated()
    const { verify, visitor, browser, mail, sql } = here
    const root = await signedInAsAdmin(here, ROOT)
    const [row] = await sql(`SELECT id FROM accounts WHERE email = ?`, [EMAIL])
    await root.send('PATCH', `/admin/users/${row?.['id']}/ban`)
    await root.send('PATCH', `/admin/users/${row?.['id']}/unban`)
    expect(await verify(visitor.clone())).toMatchObject(INVALID)

    const again = browser()
    const { body } = await again.post('/auth/login', ada)
    expect(body).toMatchObject({ requiresTwoFactor: true, codeSent: true })
    expect(body.challengeId).not.toBe(here.challengeId)
    const { code } = await mail.newest(EMAIL)
    expect((await again.post('/auth/2fa/verify', { challengeId: body.challengeId, code })).status).toBe(200)
  })

  it('refuses a code whose account has changed its credentials, even where its challenge was not ended', async () => {
    const { verify, sql } = await gated()
    await sql(`UPDATE accounts SET credential_version = credential_version + 1`)
    expect(await verify()).toMatchObject(INVALID)
  })

  it('tells nobody of a ban who has not the right code', async () => {
    const { verify, sql, visitor, wrong, browser } = await gated()
    await sql(`UPDATE accounts SET banned_at = 1`)
    expect(await verify(visitor, { code: wrong })).toMatchObject(INVALID)
    expect(await verify(browser())).toMatchObject(INVALID)
  })

  it.each([
    ['the account is deleted', `DELETE FROM accounts`],
    ['its row is gone', `DELETE FROM challenges`],
  ])('answers two_factor_code_invalid when %s', async (_what, statement) => {
    const { verify, sql } = await gated()
    await sql(statement)
    expect(await verify()).toMatchObject(INVALID)
  })

  it.each([
    ['two_factor_code_already_used', 410, 'it was completed by another request', `used_at = 1`],
    ['two_factor_code_invalid', 400, 'a resend has replaced the code', `code_hash = 'another'`],
    ['two_factor_code_invalid', 400, 'it has expired', `expires_at = 1`],
  ])('answers %s %i when, after the guess was counted, %s', async (error, status, _what, change) => {
    const here = await gated()
    await afterTheGuess(here, change)
    expect(await here.verify()).toMatchObject({ status, body: { error }, setCookies: [] })
    expect(await here.sql(`SELECT id FROM sessions WHERE second_factor_at IS NOT NULL`)).toEqual([])
  })

  it('dies with a change of password', async () => {
    const { verify, browser, mail } = await gated()
    await browser().post('/auth/forgot-password', { email: EMAIL })
    const { code } = await mail.newest(EMAIL, 2)
    await browser().post('/auth/reset-password', { code, newPassword: 'battery staple 2' })
    expect(await verify()).toMatchObject(INVALID)
  })

  it('keeps the count when what follows the comparison fails, so that failures buy no further guess', async () => {
    const { verify, visitor, wrong, sql } = await gated()
    await sql(`ALTER TABLE audit_events RENAME TO lost`)
    expect((await verify()).status).toBe(500)
    expect(await sql(`SELECT guesses, used_at FROM challenges`)).toMatchObject([{ guesses: 1, used_at: null }])
    for (let n = 0; n < 4; n++) expect((await verify(visitor, { code: wrong })).status).toBe(500)
    expect(await sql(`SELECT guesses, used_at FROM challenges`)).toMatchObject([{ guesses: 5, used_at: null }])
    await sql(`ALTER TABLE lost RENAME TO audit_events`)
    expect(await verify()).toMatchObject(INVALID)
    expect(await sql(`SELECT id FROM sessions WHERE second_factor_at IS NOT NULL`)).toEqual([])
  })
})
