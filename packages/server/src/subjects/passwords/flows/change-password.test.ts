import { describe, expect, it } from 'vitest'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const ada = { email: 'ada@example.com', password: PASSWORD }
const NEW = 'battery staple 2'
const change = { oldPassword: PASSWORD, newPassword: NEW }

describe('POST /auth/change-password', () => {
  it('answers 200, keeps the current session alone and changes the password', async () => {
    const { signedUp, browser, auditTypes } = await world()
    const current = await signedUp()
    const other = browser()
    await other.post('/auth/login', ada)
    expect(await current.post('/auth/change-password', change)).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
      setCookies: [],
    })
    expect((await current.get('/auth/me')).status).toBe(200)
    expect((await other.get('/auth/me')).status).toBe(401)
    expect((await browser().post('/auth/login', ada)).status).toBe(401)
    expect((await browser().post('/auth/login', { ...ada, password: NEW })).status).toBe(200)
    expect(await auditTypes()).toContain('password.changed')
  })

  it('answers session_expired 401 and changes nothing where the session was ended while the password was compared', async () => {
    const { signedUp, browser, hasher } = await world()
    const thief = await signedUp()
    const owner = browser()
    await owner.post('/auth/login', ada)
    hasher.afterNext = async () => {
      expect((await owner.delete('/auth/sessions')).status).toBe(200)
    }
    expect(await thief.post('/auth/change-password', change)).toMatchObject({ status: 401, body: { error: 'session_expired' } })
    expect((await owner.get('/auth/me')).status).toBe(200)
    expect((await browser().post('/auth/login', ada)).status).toBe(200)
  })

  it('kills outstanding codes', async () => {
    const { signedUp, browser, mail } = await world({ withMail: true })
    const current = await signedUp()
    await browser().post('/auth/forgot-password', { email: ada.email })
    const { code } = await mail.newest(ada.email)
    await current.post('/auth/change-password', change)
    expect((await browser().post('/auth/reset-password', { code, newPassword: 'third staple 3' })).body.error).toBe(
      'reset_token_already_used',
    )
  })

  it.each([
    ['wrong_password', { ...change, oldPassword: 'wrong horse 1' }],
    ['wrong_password', { ...change, oldPassword: '' }],
    ['weak_password', { ...change, newPassword: 'weak' }],
    ['weak_password', { oldPassword: PASSWORD }],
  ])('answers %s 400 and changes nothing (%#)', async (error, body) => {
    const { signedUp, browser } = await world()
    expect(await (await signedUp()).post('/auth/change-password', body)).toMatchObject({ status: 400, body: { error } })
    expect((await browser().post('/auth/login', ada)).status).toBe(200)
  })

  it('answers no_password 400 to an account without one', async () => {
    const { signedUp, sql } = await world()
    const browser = await signedUp()
    await sql(`UPDATE accounts SET password_hash = NULL`)
    expect(await browser.post('/auth/change-password', change)).toMatchObject({ status: 400, body: { error: 'no_password' } })
  })

  it('lets one of two changes at once with the same old password win', async () => {
    const { signedUp, browser } = await world()
    const current = await signedUp()
    const wanted = ['first staple 1', 'second staple 2']
    const replies = await Promise.all(
      wanted.map((newPassword) => current.clone().post('/auth/change-password', { oldPassword: PASSWORD, newPassword })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(replies.find(({ status }) => status === 400)?.body.error).toBe('wrong_password')
    const winner = wanted[replies.findIndex(({ status }) => status === 200)]
    const logins = await Promise.all(wanted.map((password) => browser().post('/auth/login', { ...ada, password })))
    expect(logins.map(({ status }) => status)).toEqual(wanted.map((password) => (password === winner ? 200 : 401)))
  })

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await world()
    expect((await browser().post('/auth/change-password', change)).body.error).toBe('session_expired')
  })

  it('tells the owner by mail where notices are on', async () => {
    const { signedUp, mail } = await world({ withMail: true, env: { SECURITY_NOTICES: 'true' } })
    await (await signedUp()).post('/auth/change-password', change)
    expect((await mail.newest(ada.email)).code).toBe('')
  })
})
