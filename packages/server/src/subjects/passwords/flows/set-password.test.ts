import { describe, expect, it } from 'vitest'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const EMAIL = 'ada@example.com'

async function passwordless() {
  const here = await world({ withMail: true })
  const browser = await here.signedUp()
  await here.sql(`UPDATE accounts SET password_hash = NULL`)
  const { body: me } = await browser.get('/auth/me')
  return { ...here, signedIn: browser, userId: me.id as string }
}

async function withCode() {
  const here = await passwordless()
  await here.signedIn.post('/auth/set-password/request')
  const letter = await here.mail.newest(EMAIL)
  const confirm = (change: object = {}, by = here.browser()) =>
    by.post('/auth/set-password/confirm', { userId: here.userId, code: letter.code, newPassword: PASSWORD, ...change })
  return { ...here, letter, confirm }
}

describe('POST /auth/set-password/request', () => {
  it('mails a code, and a link that carries the user id', async () => {
    const { letter, userId } = await withCode()
    expect(letter.link).toBe(`http://localhost:3000/set-password#userId=${userId}&code=${letter.code}`)
  })

  it('answers already_set 400 to an account with a password', async () => {
    const { signedUp } = await world()
    expect(await (await signedUp()).post('/auth/set-password/request')).toMatchObject({
      status: 400,
      body: { error: 'already_set' },
    })
  })

  it('answers email_failed 500, and a retry works', async () => {
    const { signedIn, mail } = await passwordless()
    mail.treat('rejects the mail')
    expect(await signedIn.post('/auth/set-password/request')).toMatchObject({ status: 500, body: { error: 'email_failed' } })
    mail.treat('accepts')
    expect((await signedIn.post('/auth/set-password/request')).status).toBe(200)
  })

  it('replaces an older code', async () => {
    const { signedIn, mail, confirm, letter } = await withCode()
    await signedIn.post('/auth/set-password/request')
    const newer = await mail.newest(EMAIL, 2)
    expect((await confirm({ code: letter.code })).body.error).toBe('code_used')
    expect((await confirm({ code: newer.code })).status).toBe(200)
  })

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await world()
    expect((await browser().post('/auth/set-password/request')).body.error).toBe('session_expired')
  })
})

describe('POST /auth/set-password/confirm', () => {
  it('sets the password, without a session of its own', async () => {
    const { confirm, browser, signedIn, auditTypes } = await withCode()
    expect(await confirm({}, signedIn)).toMatchObject({ status: 200, body: { message: expect.any(String) }, setCookies: [] })
    expect((await browser().post('/auth/login', { email: EMAIL, password: PASSWORD })).status).toBe(200)
    expect((await signedIn.get('/auth/me')).body.hasPassword).toBe(true)
    expect(await auditTypes()).toContain('password.set')
  })

  it('answers code_used 400 to a replay', async () => {
    const { confirm } = await withCode()
    await confirm()
    expect(await confirm()).toMatchObject({ status: 400, body: { error: 'code_used' } })
  })

  it('answers reset_token_expired 410 after ten minutes', async () => {
    const { confirm, clock } = await withCode()
    clock.advance(600_000)
    expect(await confirm()).toMatchObject({ status: 410, body: { error: 'reset_token_expired' } })
  })

  it.each([
    ['a wrong code', { code: '0000-0000-0000' }],
    ['an empty code', { code: '' }],
    ['an unknown user', { userId: '01890000-0000-7000-8000-000000000000' }],
    ['a user id that is none', { userId: "x' OR 1=1" }],
  ])('answers invalid_code 400 to %s, and the code stays good', async (_what, change) => {
    const { confirm } = await withCode()
    expect(await confirm(change)).toMatchObject({ status: 400, body: { error: 'invalid_code' } })
    expect((await confirm()).status).toBe(200)
  })

  it('answers weak_password 400, spends nothing and counts no guess', async () => {
    const { confirm } = await withCode()
    for (let n = 0; n < 6; n++) expect((await confirm({ newPassword: 'weak' })).body.error).toBe('weak_password')
    expect((await confirm()).status).toBe(200)
  })

  it('evaluates five guesses and no more, also when fifty come at once', async () => {
    const { confirm, sql } = await withCode()
    const guesses = Array.from({ length: 50 }, (_, n) => confirm({ code: `0000-0000-00${String(n).padStart(2, '0')}` }))
    expect(new Set((await Promise.all(guesses)).map(({ body }) => body.error))).toEqual(new Set(['invalid_code']))
    expect(await sql(`SELECT guesses FROM codes`)).toMatchObject([{ guesses: 5 }])
    expect(await confirm()).toMatchObject({ status: 400, body: { error: 'invalid_code' } })
  })
})
