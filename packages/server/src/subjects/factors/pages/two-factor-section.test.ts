import { describe, expect, it } from 'vitest'
import { atAccount, atAccountWithoutPassword, elsewhere } from '../../../../test/support/at-account.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

describe('two-factor sign-in on /account', () => {
  it('is switched on with the password, and signs the other devices out where that is ticked', async () => {
    const here = await atAccount('/account/security')
    const other = await elsewhere(here)
    expect(here.first.section('two-factor').text).toMatch(/^Email codes Off/)
    const page = await here.visitor.submit('enableTwoFactor', { password: PASSWORD, endOtherSessions: 'on' })
    expect(page.address).toBe('/account/security?done=two-factor-on-alone#done')
    expect(page.section('two-factor').notice).toBe('Email codes are on. Other devices were signed out.')
    expect((await other.open('/account/security')).path).toBe('/sign-in')
  })

  it('leaves the other devices signed in unless told otherwise, and says so', async () => {
    const here = await atAccount('/account/security')
    const other = await elsewhere(here)
    expect(here.first.section('two-factor').text).toContain('Otherwise they stay signed in.')
    const page = await here.visitor.submit('enableTwoFactor', { password: PASSWORD })
    expect(page.section('two-factor').notice).toBe('Email codes are on. Other devices stay signed in.')
    expect((await other.open('/account/security')).section('two-factor').text).toMatch(/^Email codes On/)
  })

  it('is switched off with the password', async () => {
    const { visitor } = await atAccount('/account/security')
    await visitor.submit('enableTwoFactor', { password: PASSWORD })
    const page = await visitor.submit('disableTwoFactor', { password: PASSWORD })
    expect(page.address).toBe('/account/security?done=two-factor-off#done')
    expect(page.section('two-factor').text).toMatch(/^Email codes Off .* Email codes are off\./)
  })

  it.each([
    ['wrong', 401, 'The password is not right.'],
    ['', 400, 'Please enter the password.'],
  ])('is not switched with the password "%s"', async (password, status, error) => {
    const { visitor } = await atAccount('/account/security')
    const on = await visitor.submit('enableTwoFactor', { password, endOtherSessions: 'on' })
    expect(on.status).toBe(status)
    expect(on.section('two-factor').field('password')).toMatchObject({ error, autofocus: '' })
    expect(on.section('two-factor').field('endOtherSessions')).toHaveProperty('checked')
    expect(on.section('two-factor').html).toContain('<details class="ask" open>')
    await visitor.submit('enableTwoFactor', { password: PASSWORD })
    const off = await visitor.submit('disableTwoFactor', { password })
    expect(off.status).toBe(status)
    expect(off.section('two-factor').field('password')).toMatchObject({ error, autofocus: '' })
  })

  it('does not tick the box for anybody', async () => {
    const { first } = await atAccount('/account/security')
    expect(first.field('endOtherSessions')).not.toHaveProperty('checked')
  })

  it('is nobody’s own decision where it is required of all', async () => {
    const here = await world({ withMail: true, env: { REQUIRE_EMAIL_2FA: 'true' } })
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/sign-up')
    await visitor.submit('signUp', { name: 'Ada', email: 'ada@example.com', password: PASSWORD })
    const { code } = await here.mail.newest('ada@example.com')
    await visitor.submit('verify', { code })
    const section = (await visitor.open('/account/security')).section('two-factor')
    expect(section.text).toContain('Every account here is protected by a second step')
    expect(section.text).toMatch(/^Email codes On/)
    expect(section.forms).toEqual([])
  })

  it('wants a password first from those who have none', async () => {
    const { first } = await atAccountWithoutPassword('/account/security')
    const section = first.section('two-factor')
    expect(section.text).toContain('Set a password first')
    expect(section.links).toEqual(['#password'])
    expect(section.forms).toEqual([])
  })
})
