import { describe, expect, it } from 'vitest'
import { atAccount, atAccountWithoutPassword, EMAIL, elsewhere } from '../../../../test/support/at-account.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const NEW = 'battery staple 2'
const CHANGE = { oldPassword: PASSWORD, newPassword: NEW }

describe('the password on /account', () => {
  it('is changed, and signs the other devices out', async () => {
    const here = await atAccount('/account/security')
    const other = await elsewhere(here)
    const page = await here.visitor.submit('changePassword', CHANGE)
    expect(page.address).toBe('/account/security?done=password#done')
    expect(page.section('password').notice).toBe('Your password was changed. Your other devices were signed out.')
    expect((await other.open('/account/security')).path).toBe('/sign-in')
    expect((await here.browser().post('/auth/login', { email: EMAIL, password: NEW })).status).toBe(200)
  })

  it('tells password managers which is which', async () => {
    const { first } = await atAccount('/account/security')
    expect(first.section('password').html).toContain('<details class="ask"><summary class="button">')
    expect(first.section('password').html).toContain('autocomplete="username" value="ada@example.com" hidden')
    expect(first.field('oldPassword')).toMatchObject({ type: 'password', autocomplete: 'current-password' })
    expect(first.field('newPassword')).toMatchObject({ type: 'password', autocomplete: 'new-password' })
  })

  it.each([
    ['oldPassword', { oldPassword: 'wrong' }, 'The password is not right.'],
    ['newPassword', { newPassword: 'short' }, 'The password needs at least 8 characters and a digit.'],
  ])('says beside %s what is wrong with it, and shows no password again', async (name, change, error) => {
    const { visitor } = await atAccount('/account/security')
    const page = await visitor.submit('changePassword', { ...CHANGE, ...change })
    expect(page.status).toBe(400)
    expect(page.section('password').html).toContain('<details class="ask" open>')
    expect(page.section('password').field(name)).toMatchObject({ error, autofocus: '' })
    for (const typed of [PASSWORD, NEW]) expect(page.html).not.toContain(typed)
    expect(page.section('two-factor').html).not.toContain('open')
  })

  it('is set for the first time with a code from the mail', async () => {
    const { visitor, first, mail } = await atAccountWithoutPassword('/account/security')
    expect(first.field('oldPassword')).toBeUndefined()
    expect((await visitor.submit('requestPassword')).path).toBe('/set-password')
    const { code } = await mail.newest(EMAIL)
    const page = await visitor.submit('set', { code, newPassword: NEW })
    expect(page.section('password').notice).toBe('Your password was set.')
    expect(page.field('oldPassword')).toBeDefined()
  })

  it('says so when the mail for a first one could not be sent', async () => {
    const { visitor, mail } = await atAccountWithoutPassword('/account/security')
    mail.treat('rejects the mail')
    const page = await visitor.submit('requestPassword')
    expect([page.status, page.section('password').alert]).toEqual([500, 'The email could not be sent.'])
  })
})
