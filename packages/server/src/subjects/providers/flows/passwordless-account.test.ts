import { describe, expect, it } from 'vitest'
import { landing, oauthWorld } from '../../../../test/support/oauth-world.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

describe('an account without a password', () => {
  it('cannot sign in with one, like an unknown address: the same bytes, the same work', async () => {
    const { browser, newcomer, hasher } = await oauthWorld()
    await newcomer()
    const tries: unknown[] = []
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      const before = hasher.calls
      const { status, text } = await browser().post('/auth/login', { email, password: PASSWORD })
      tries.push({ status, text, hashes: hasher.calls - before })
    }
    expect(tries[0]).toEqual(tries[1])
    expect(tries[0]).toMatchObject({ status: 401, hashes: 1 })
  })

  it('has no password to change or to delete by, and gets a first one by a mailed code', async () => {
    const { newcomer, mail, browser, signInWithPassword } = await oauthWorld({ withMail: true })
    const ada = await newcomer()
    expect((await ada.post('/auth/change-password', { oldPassword: 'x', newPassword: PASSWORD })).body.error).toBe('no_password')
    expect((await ada.delete('/auth/account', { password: PASSWORD })).body.error).toBe('no_password')
    expect((await ada.post('/auth/set-password/request')).status).toBe(200)
    const { code } = await mail.newest('ada@example.com')
    const userId = (await ada.get('/auth/me')).body.id
    expect((await browser().post('/auth/set-password/confirm', { userId, code, newPassword: PASSWORD })).status).toBe(200)
    const again = browser()
    expect((await signInWithPassword(again)).status).toBe(200)
    expect((await again.post('/auth/set-password/request')).body.error).toBe('already_set')
    expect((await again.post('/auth/account/delete/request')).body.error).toBe('password_account')
  })

  it('is deleted by a mailed code, and the same identity then signs up as a stranger', async () => {
    const { newcomer, mail, browser, signIn } = await oauthWorld({ withMail: true })
    const ada = await newcomer()
    const { id } = (await ada.get('/auth/me')).body
    expect((await ada.post('/auth/account/delete/request')).status).toBe(200)
    const { code } = await mail.newest('ada@example.com')
    expect((await ada.post('/auth/account/delete/confirm', { code })).status).toBe(200)
    expect((await ada.get('/auth/me')).status).toBe(401)
    const visitor = browser()
    expect(landing(await signIn(visitor)).path).toBe('/account')
    expect((await visitor.get('/auth/me')).body.id).not.toBe(id)
  })
})
