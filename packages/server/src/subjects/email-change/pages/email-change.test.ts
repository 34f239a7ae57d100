import { describe, expect, it } from 'vitest'
import { EMAIL } from '../../../../test/support/at-account.ts'
import { moving, NEW } from '../../../../test/support/moving.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { STEP_UP_MS } from '../../../../test/support/stepped-up.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

async function atProfile(env: Record<string, string> = {}) {
  const here = await moving(env)
  const visitor = new PageVisitor(here.owner)
  return { ...here, visitor, first: await visitor.open('/account') }
}

describe('a change of address on /account', () => {
  it('is asked for, and shows who has confirmed it and until when', async () => {
    const { visitor, mail, confirm, first } = await atProfile()
    expect(first.section('email').text).not.toContain('A change is waiting')
    const page = await visitor.submit('changeEmail', { email: NEW })
    expect(page.address).toBe('/account?done=change-requested#done')
    expect(page.section('email').notice).toBe(
      'If this address is free, we have sent it a link. Your address changes once it is confirmed.',
    )
    expect(page.section('email').text).toContain(
      `A change is waiting New email address ${NEW} New mailbox Not confirmed yet Old mailbox Not confirmed yet ` +
        `To be confirmed until Jan 1, 2030, 1:00 AM UTC Code from the email`,
    )
    await confirm((await mail.newest(NEW)).code)
    expect((await visitor.open('/account')).section('email').text).toContain(
      'New mailbox Confirmed Old mailbox Not confirmed yet',
    )
  })

  it('takes the code of each mailbox in the account', async () => {
    const { visitor, mail } = await atProfile()
    await visitor.submit('changeEmail', { email: NEW })
    const [old, fresh] = [await mail.newest(EMAIL), await mail.newest(NEW)]
    const wrong = await visitor.submit('confirmEmailChange', { code: '0000-0000-0000' })
    expect([wrong.status, wrong.section('email').field('code')?.['error']]).toEqual([400, 'This code is not valid.'])
    const half = await visitor.submit('confirmEmailChange', { code: old.code.toLowerCase() })
    expect(half.section('email').notice).toBe('Thank you. This mailbox has confirmed.')
    const twice = await visitor.submit('confirmEmailChange', { code: old.code })
    expect([twice.status, twice.section('email').field('code')?.['error']]).toEqual([410, 'This code was already used.'])
    const done = await visitor.submit('confirmEmailChange', { code: fresh.code })
    expect([done.address, done.section('email').notice]).toEqual([
      '/account?done=change-completed#done',
      'The address was changed.',
    ])
    expect(done.section('email').text).toContain(NEW)
    expect(done.html).not.toContain('name="code"')
  })

  it('takes no code of another account’s change', async () => {
    const { visitor, mail, signedUp } = await atProfile({ EMAIL_CHANGE_CONFIRM: 'new' })
    const eve = await signedUp('eve@example.com')
    await eve.post('/auth/email/change', { email: 'third@example.com' })
    const { code } = await mail.newest('third@example.com')
    await visitor.submit('changeEmail', { email: NEW })
    const page = await visitor.submit('confirmEmailChange', { code })
    expect([page.status, page.section('email').field('code')?.['error']]).toEqual([400, 'This code is not valid.'])
    expect((await eve.get('/auth/me')).body.email).toBe('eve@example.com')
  })

  it('says why nothing waits any more where the address was taken meanwhile', async () => {
    const { visitor, mail, signedUp } = await atProfile({ EMAIL_CHANGE_CONFIRM: 'new' })
    await visitor.submit('changeEmail', { email: NEW })
    const { code } = await mail.newest(NEW)
    await signedUp(NEW)
    const page = await visitor.submit('confirmEmailChange', { code })
    expect([page.status, page.section('email').alert]).toEqual([409, expect.any(String)])
    expect(page.section('email').text).not.toContain('A change is waiting')
  })

  it('is cancelled', async () => {
    const { visitor, confirm, mail } = await atProfile()
    await visitor.submit('changeEmail', { email: NEW })
    const page = await visitor.submit('cancelEmailChange')
    expect(page.section('email').notice).toBe('Your address stays as it is.')
    expect(page.section('email').text).not.toContain('A change is waiting')
    expect((await confirm((await mail.newest(NEW)).code)).body.error).toBe('code_invalid')
  })

  it('looks the same where the address is taken', async () => {
    const { visitor, signedUp } = await atProfile()
    await signedUp('eve@example.com')
    const free = (await visitor.submit('changeEmail', { email: 'new@example.com' })).section('email').text
    const taken = (await visitor.submit('changeEmail', { email: 'eve@example.com' })).section('email').text
    expect(taken.replace('eve@', 'new@')).toBe(free)
  })

  it.each([
    [400, '', 'Please enter an email address.'],
    [400, 'nonsense', 'Please enter a valid email address.'],
    [400, EMAIL.toUpperCase(), 'This is the email address of the account already.'],
  ])('answers %i to %j, and says why beside the field', async (status, email, words) => {
    const { visitor } = await atProfile()
    const page = (await visitor.submit('changeEmail', { email })).section('email')
    expect([page.status, page.field('email')?.['error'], page.field('email')?.['value']]).toEqual([status, words, email])
    expect(page.html).toContain('<details class="ask" open')
  })

  it('says above the form when no mail can be sent', async () => {
    const { visitor, mail } = await atProfile()
    await mail.goAway()
    const page = await visitor.submit('changeEmail', { email: NEW })
    expect([page.status, page.section('email').alert]).toEqual([500, 'The email could not be sent.'])
  })

  it('says so after three on one day, and the last one still waits', async () => {
    const { visitor } = await atProfile({ RATE_LIMITS: 'true' })
    for (const name of ['one', 'two', 'three']) await visitor.submit('changeEmail', { email: `${name}@example.org` })
    const page = await visitor.submit('changeEmail', { email: NEW })
    expect([page.status, page.section('email').alert]).toEqual([429, expect.stringContaining('Too many attempts.')])
    expect(page.section('email').text).toContain('three@example.org')
  })

  it('asks first who one is, when the sign-in is long ago, and is then asked for without another press', async () => {
    const { visitor, clock } = await atProfile()
    clock.advance(STEP_UP_MS)
    const asked = await visitor.submit('changeEmail', { email: NEW })
    expect(asked.path).toBe('/step-up')
    const back = await visitor.submit('confirm', { password: PASSWORD })
    expect(back.address).toBe('/account?done=change-requested#done')
    expect(back.section('email').text).toContain(`A change is waiting New email address ${NEW}`)
  })

  it('is not offered where addresses cannot be changed', async () => {
    const { first, visitor } = await atProfile({ EMAIL_CHANGE: 'false' })
    expect(first.section('email').forms).toEqual([])
    expect((await visitor.post('/account', { _action: 'changeEmail', email: NEW })).status).toBe(405)
  })
})
