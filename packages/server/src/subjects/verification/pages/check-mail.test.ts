import { describe, expect, it } from 'vitest'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const ADA = 'ada@example.com'
const MINUTE = 60_000
const newcomer = { name: 'Ada', email: ADA, password: PASSWORD }

async function visiting(env: Record<string, string> = {}) {
  const here = await world({ withMail: true, env: { REQUIRE_EMAIL_VERIFICATION: 'true', ...env } })
  return { ...here, visitor: new PageVisitor(here.browser()) }
}

async function signedUp(env: Record<string, string> = {}) {
  const here = await visiting(env)
  await here.visitor.open('/sign-up?returnTo=%2Fdocs')
  return { ...here, page: await here.visitor.submit('signUp', newcomer) }
}

async function forgetful(email = ADA) {
  const here = await visiting()
  await here.signedUp(ADA)
  await here.mail.newest(ADA)
  await here.visitor.open('/forgot-password?returnTo=%2Fdocs')
  return { ...here, page: await here.visitor.submit('request', { email }) }
}

describe('/check-your-mail', () => {
  it('names the address that was typed, and sends again without asking for it', async () => {
    const { visitor, page, clock, mail } = await signedUp()
    expect(page.text).toContain(`We have sent a code to ${ADA} .`)
    expect(page.field('email')).toBeUndefined()
    clock.advance(16 * MINUTE)
    const again = await visitor.submit('sendAgain')
    expect([again.status, again.notice]).toEqual([200, expect.stringContaining('a new one is on its way')])
    expect(again.text).toContain(ADA)
    const { code } = await mail.newest(ADA, 2)
    expect((await visitor.submit('verify', { code })).address).toBe('/docs')
  })

  it('does the same for a reset', async () => {
    const { visitor, page, mail } = await forgetful()
    expect(page.text).toContain(`If there is an account for ${ADA} , an email is on its way.`)
    const again = await visitor.submit('resetAgain')
    expect([again.address, again.notice]).toEqual([
      '/check-your-mail?for=reset&done=again&returnTo=%2Fdocs',
      'If there is an account for this address, another email is on its way.',
    ])
    expect((await mail.newest(ADA, 3)).link).toContain('/reset-password#code=')
  })

  it('is the same page for an address without an account', async () => {
    const known = await forgetful()
    const unknown = await forgetful('bob@example.com')
    expect(unknown.page.html.replaceAll('bob@', 'ada@')).toBe(known.page.html)
    const [first, second] = [await known.visitor.submit('resetAgain'), await unknown.visitor.submit('resetAgain')]
    expect([second.status, second.html.replaceAll('bob@', 'ada@')]).toEqual([200, first.html])
  })

  it('offers a way out where the address is wrong, and keeps where one wanted to go', async () => {
    expect((await signedUp()).page.links).toContain('/sign-up?returnTo=%2Fdocs')
    const { page } = await forgetful()
    expect([page.text.includes('Wrong address?'), page.links.includes('/forgot-password?returnTo=%2Fdocs')]).toEqual([true, true])
  })

  it('also names it to somebody who signs in before it is confirmed', async () => {
    const { visitor } = await signedUp()
    visitor.browser.jar.clear()
    await visitor.open('/sign-in')
    expect((await visitor.submit('signIn', { email: ADA, password: PASSWORD })).text).toContain(`a code to ${ADA} .`)
  })

  it('keeps it sealed, out of reach of scripts and for an hour', async () => {
    const { visitor } = await visiting()
    await visitor.open('/forgot-password')
    const reply = await visitor.browser.post('/forgot-password', undefined, {
      raw: new URLSearchParams({ _action: 'request', email: ADA }).toString(),
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(reply.setCookies).toEqual([
      expect.stringMatching(/^_mailbox=[\w-]{60,}; Max-Age=3600; Path=\/; SameSite=Lax; HttpOnly$/),
    ])
    expect(reply.headers['location']).toBe('/check-your-mail?for=reset')
  })

  it('asks for the address where it is no longer known', async () => {
    const { visitor, clock } = await signedUp()
    clock.advance(60 * MINUTE)
    const page = await visitor.submit('sendAgain')
    expect([page.status, page.field('email')?.['error']]).toEqual([400, 'Please enter an email address.'])
    expect((await visitor.submit('sendAgain', { email: ADA })).text).toContain(`a code to ${ADA} .`)
  })

  it.each([
    ['made up', 'AAAA'],
    ['empty', ''],
  ])('believes no cookie that is %s', async (_, value) => {
    const { visitor } = await visiting()
    visitor.browser.jar.set('_mailbox', value)
    const page = await visitor.open('/check-your-mail?for=verification')
    expect([page.status, page.field('email')?.['value']]).toEqual([200, undefined])
  })

  it('does not take the address of one mail for that of another', async () => {
    const { visitor } = await forgetful()
    expect((await visitor.open('/check-your-mail?for=verification')).text).not.toContain(ADA)
  })

  it('names none to those whom a provider has sent, who may wait at another', async () => {
    const { visitor } = await signedUp()
    const page = await visitor.open('/check-your-mail?requiresVerification=true')
    expect([page.text.includes(ADA), page.field('email')?.['type']]).toEqual([false, 'email'])
  })

  it('forgets it once one is in', async () => {
    const { visitor, mail } = await signedUp()
    expect(visitor.browser.jar.has('_mailbox')).toBe(true)
    const { code } = await mail.newest(ADA)
    await visitor.submit('verify', { code })
    expect(visitor.browser.jar.has('_mailbox')).toBe(false)
  })
})
