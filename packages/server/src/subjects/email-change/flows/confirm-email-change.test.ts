import { describe, expect, it } from 'vitest'
import { administered } from '../../../../test/support/administered.ts'
import { addPasskey, addTotp, EMAIL } from '../../../../test/support/factored.ts'
import { moving, NEW, settledMoving, signIn } from '../../../../test/support/moving.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const refused = (status: number, error: string) => ({ status, body: { error }, setCookies: [] })

describe('POST /auth/email/change/confirm', () => {
  it.each([
    ['old', 'new'],
    ['new', 'old'],
  ])('completes with the second of two codes, %s first, and sets no cookie', async (first) => {
    const { ask, confirm, owner, browser } = await moving()
    const { newCode, oldCode } = await ask()
    const [one, other] = first === 'old' ? [oldCode, newCode] : [newCode, oldCode]
    expect(await confirm(one)).toMatchObject({ status: 200, body: { completed: false }, setCookies: [] })
    expect((await owner.get('/auth/me')).body.email).toBe(EMAIL)
    expect(await confirm(one)).toMatchObject(refused(410, 'code_already_used'))
    expect(await confirm(other)).toMatchObject({ status: 200, body: { completed: true }, setCookies: [] })
    expect((await owner.get('/auth/me')).body).toMatchObject({ email: NEW, isVerified: true })
    for (const used of [one, other]) expect(await confirm(used)).toMatchObject(refused(410, 'code_already_used'))
    expect((await signIn(browser(), EMAIL)).status).toBe(401)
    expect((await signIn(browser(), NEW)).status).toBe(200)
  })

  it('takes a code as people type it', async () => {
    const { ask, confirm } = await moving({ EMAIL_CHANGE_CONFIRM: 'new' })
    const { newCode } = await ask()
    expect((await confirm(` ${newCode.toLowerCase().replaceAll('-', ' ')} `)).body.completed).toBe(true)
  })

  it.each(['', 'x', '\u0000', 'a'.repeat(60_000)])('answers code_invalid 400 to a code that is none (%#)', async (code) => {
    const { confirm } = await moving()
    expect(await confirm(code)).toMatchObject(refused(400, 'code_invalid'))
  })

  it('answers code_expired 410 after an hour', async () => {
    const { ask, confirm, clock } = await moving()
    const { newCode } = await ask()
    clock.advance(3_600_000)
    expect(await confirm(newCode)).toMatchObject(refused(410, 'code_expired'))
  })

  it('knows no code of a request that another one has ended, and sets the address of its own row alone', async () => {
    const { ask, confirm, owner } = await moving({ EMAIL_CHANGE_CONFIRM: 'new' })
    const first = await ask('first@example.org')
    const second = await ask('second@example.org')
    expect(await confirm(first.newCode)).toMatchObject(refused(400, 'code_invalid'))
    expect((await confirm(second.newCode)).body.completed).toBe(true)
    expect((await owner.get('/auth/me')).body.email).toBe('second@example.org')
  })

  it('answers user_not_found 404 when the account is gone, of which no address is left', async () => {
    const { ask, confirm, owner, sql } = await moving()
    const { newCode } = await ask()
    expect((await owner.delete('/auth/account', { password: PASSWORD })).status).toBe(200)
    expect(await confirm(newCode)).toMatchObject(refused(404, 'user_not_found'))
    expect(await sql(`SELECT new_email FROM email_changes`)).toEqual([{ new_email: '' }])
  })

  it('answers email_already_exists 409 when the address was taken meanwhile, and the change is over', async () => {
    const { ask, confirm, signedUp, owner, auditTypes } = await moving()
    const { newCode, oldCode } = await ask()
    await confirm(oldCode)
    await signedUp(NEW)
    expect(await confirm(newCode)).toMatchObject(refused(409, 'email_already_exists'))
    expect((await owner.get('/auth/email/change')).body.pending).toBeNull()
    expect(await confirm(newCode)).toMatchObject(refused(400, 'code_invalid'))
    expect((await owner.get('/auth/me')).body.email).toBe(EMAIL)
    expect(await auditTypes()).toContain('email.change.cancelled')
  })

  it('tells the old mailbox alone nothing of an address that was taken meanwhile', async () => {
    const { ask, confirm, signedUp } = await moving()
    const { oldCode } = await ask()
    await signedUp(NEW)
    expect(await confirm(oldCode)).toMatchObject({ status: 200, body: { completed: false } })
  })
})

describe('a change that was asked for while the old mailbox had no say', () => {
  it.each(['its owner proves that', 'an administrator does'])('is over once %s', async (how) => {
    const here = await administered()
    await here.ada.post('/auth/email/change', { email: NEW })
    const { code } = await here.mail.newest(NEW)
    if (how === 'an administrator does') await here.root.send('PATCH', `/admin/users/${here.adaId}/verify`)
    else {
      await here.ada.post('/auth/resend-verification')
      const mailed = await here.mail.newest(EMAIL)
      await here.browser().post('/auth/verify-email', { code: mailed.code, password: PASSWORD })
    }
    expect(await here.browser().post('/auth/email/change/confirm', { code })).toMatchObject(refused(400, 'code_invalid'))
    expect((await here.ada.get('/auth/email/change')).body).toEqual({ pending: null })
  })
})

type Here = Awaited<ReturnType<typeof moving>>

describe('a change that waits ends with', () => {
  const causes: Readonly<Record<string, (here: Here) => Promise<unknown>>> = {
    'a change of the password': ({ owner }) =>
      owner.post('/auth/change-password', { oldPassword: PASSWORD, newPassword: 'battery staple 2' }),
    'a reset of the password': async ({ browser, mail, countOf }) => {
      const before = countOf(EMAIL)
      await browser().post('/auth/forgot-password', { email: EMAIL })
      const { code } = await mail.newest(EMAIL, before + 1)
      await browser().post('/auth/reset-password', { code, newPassword: 'battery staple 2' })
    },
    'an authenticator app': (here) => addTotp(here, here.owner, { keepOtherSessions: true }),
    'a passkey': ({ owner }) => addPasskey(owner, { keepOtherSessions: true }),
    'mailed codes at sign-in': ({ owner }) => owner.post('/auth/2fa/enable', { password: PASSWORD, keepOtherSessions: true }),
  }
  it.each(Object.keys(causes))('%s', async (cause) => {
    const here = await moving()
    const { newCode, oldCode } = await here.ask()
    await causes[cause]?.(here)
    for (const code of [newCode, oldCode]) expect(await here.confirm(code)).toMatchObject(refused(400, 'code_invalid'))
    const found = await here.sql(`SELECT email FROM accounts WHERE email = ?`, [EMAIL])
    expect(found).toHaveLength(1)
  })
})

describe('a change that is complete', () => {
  it('ends every other session, code, challenge and trusted browser, and keeps the one that asked', async () => {
    const { owner, totp, ask, confirm, browser, mail, sql, clock, prove } = await settledMoving()
    const trusted = browser()
    const { body } = await signIn(trusted)
    clock.advance(30_000)
    await trusted.post('/auth/2fa/verify', { challengeId: body.challengeId, code: totp.code(), trustDevice: true })
    const waiting = await signIn(browser())
    await prove()
    await browser().post('/auth/forgot-password', { email: EMAIL })
    const reset = await mail.newest(EMAIL)
    const { newCode } = await ask()
    expect((await confirm(newCode)).body.completed).toBe(true)
    expect((await owner.get('/auth/me')).body.email).toBe(NEW)
    expect((await trusted.get('/auth/me')).status).toBe(401)
    expect((await signIn(trusted, NEW)).body.requiresTwoFactor).toBe(true)
    expect(await sql(`SELECT id FROM challenges WHERE id = ?`, [waiting.body.challengeId])).toEqual([])
    const late = await browser().post('/auth/reset-password', { code: reset.code, newPassword: 'battery staple 2' })
    expect(late.body.error).toBe('reset_token_already_used')
  })

  it('is told to both mailboxes, and can be searched for by its new address', async () => {
    const { move, mail, auditTypes, sql } = await moving()
    const { told } = await move()
    expect(told).toContain(NEW)
    expect((await mail.newest(NEW, 2)).subject).toContain('is now the email address')
    expect(await auditTypes()).toEqual(expect.arrayContaining(['email.change.confirmed', 'email.changed']))
    const words = (await sql(`SELECT word FROM account_words`)).map(({ word }) => String(word).trim())
    expect(words).toContain('ada@example org')
  })
})
