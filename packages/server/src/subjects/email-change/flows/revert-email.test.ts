import { describe, expect, it } from 'vitest'
import { addPasskey, addTotp, EMAIL, enterByPasskey } from '../../../../test/support/factored.ts'
import { DAY, moving, NEW, settledMoving, signIn } from '../../../../test/support/moving.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const NEW_PASSWORD = 'battery staple 2'
const refused = (status: number, error: string) => ({ status, body: { error }, setCookies: [] })

describe('POST /auth/email/change/revert', () => {
  it('gives the address back, signs no one in, voids the password and mails a reset', async () => {
    const { move, revert, owner, browser, mail, countOf, auditTypes } = await settledMoving()
    const { revertCode } = await move()
    const before = countOf(EMAIL)
    const visitor = browser()
    expect(await revert(revertCode, visitor)).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
      setCookies: [],
    })
    expect((await visitor.get('/auth/me')).status).toBe(401)
    expect((await owner.get('/auth/me')).status).toBe(401)
    for (const email of [EMAIL, NEW]) expect((await signIn(browser(), email)).status).toBe(401)
    const reset = await mail.newest(EMAIL, before + 1)
    expect((await mail.newest(NEW, 3)).subject).toContain('no longer has this email address')
    await browser().post('/auth/reset-password', { code: reset.code, newPassword: NEW_PASSWORD })
    expect((await signIn(browser(), EMAIL, NEW_PASSWORD)).body.requiresTwoFactor).toBe(true)
    expect(await auditTypes()).toContain('email.change.reverted')
  })

  it.each(['', 'x', 'a'.repeat(43), '\u0000'])('answers code_invalid 400 to %j', async (code) => {
    const { revert } = await moving()
    expect(await revert(code)).toMatchObject(refused(400, 'code_invalid'))
  })

  it('answers code_already_used 410 the second time, and code_expired 410 after a week', async () => {
    const { move, revert, clock, prove, owner, browser, mail, countOf, totp } = await settledMoving()
    const { revertCode } = await move()
    await revert(revertCode)
    expect(await revert(revertCode)).toMatchObject(refused(410, 'code_already_used'))
    const before = countOf(EMAIL)
    await browser().post('/auth/forgot-password', { email: EMAIL })
    const { code } = await mail.newest(EMAIL, before + 1)
    await browser().post('/auth/reset-password', { code, newPassword: NEW_PASSWORD })
    const { body } = await signIn(owner, EMAIL, NEW_PASSWORD)
    clock.advance(30_000)
    await owner.post('/auth/2fa/verify', { challengeId: body.challengeId, code: totp.code() })
    await prove()
    const second = await move()
    clock.advance(7 * DAY)
    expect(await revert(second.revertCode)).toMatchObject(refused(410, 'code_expired'))
  })

  it('removes what was enrolled later than a week before the request, and an older factor still gates', async () => {
    const here = await moving({ EMAIL_CHANGE_CONFIRM: 'new' })
    const old = await addPasskey(here.owner)
    here.clock.advance(8 * DAY)
    const owner = here.browser()
    await enterByPasskey(owner, old.authenticator)
    const young = await addPasskey(owner, { keepOtherSessions: true })
    await addTotp(here, owner, { keepOtherSessions: true })
    await owner.post('/auth/2fa/enable', { password: PASSWORD, method: 'passkey', keepOtherSessions: true })
    await enterByPasskey(here.owner, old.authenticator)
    const { revertCode } = await here.move()
    await here.revert(revertCode)
    expect((await enterByPasskey(here.browser(), young.authenticator)).body.error).toBe('passkey_unknown')
    const back = here.browser()
    expect((await enterByPasskey(back, old.authenticator)).status).toBe(200)
    const { body } = await back.get('/auth/factors')
    expect(body).toMatchObject({ totp: null, passkeys: [{ id: old.id }] })
    expect(await here.sql(`SELECT hash FROM recovery_codes`)).toEqual([])
  })

  it('goes back to the first of several addresses, and no later link leads to one in between', async () => {
    const { move, revert, prove, sql } = await settledMoving()
    const first = await move('second@example.org')
    await prove()
    const second = await move('third@example.org', 'second@example.org')
    expect((await revert(first.revertCode)).status).toBe(200)
    expect(await sql(`SELECT email FROM accounts`)).toEqual([{ email: EMAIL }])
    expect(await revert(second.revertCode)).toMatchObject(refused(400, 'code_invalid'))
  })

  it('ends a further change that waits', async () => {
    const { move, ask, revert, prove, confirm } = await settledMoving()
    const { revertCode } = await move()
    await prove()
    const { newCode } = await ask('third@example.org', NEW)
    await revert(revertCode)
    expect((await confirm(newCode)).body.error).toBe('code_invalid')
  })

  it('is nothing once the account is deleted, and its addresses are free', async () => {
    const { move, revert, owner, signedUp } = await settledMoving()
    const { revertCode } = await move()
    expect((await owner.delete('/auth/account', { password: PASSWORD })).status).toBe(200)
    expect(await revert(revertCode)).toMatchObject(refused(400, 'code_invalid'))
    for (const email of [EMAIL, NEW]) expect((await (await signedUp(email)).get('/auth/me')).status).toBe(200)
  })

  it('mails no reset to a banned account', async () => {
    const { move, revert, sql } = await settledMoving()
    const { revertCode } = await move()
    await sql(`UPDATE accounts SET banned_at = 1`)
    expect((await revert(revertCode)).status).toBe(200)
    expect(await sql(`SELECT email FROM accounts`)).toEqual([{ email: EMAIL }])
    expect(await sql(`SELECT id FROM outbox WHERE kind = 'password-reset'`)).toEqual([])
  })
})
