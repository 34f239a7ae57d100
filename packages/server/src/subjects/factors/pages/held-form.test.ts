import { describe, expect, it } from 'vitest'
import { atAccount } from '../../../../test/support/at-account.ts'
import { addTotp, STEP_MS } from '../../../../test/support/factored.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { STEP_UP_MS } from '../../../../test/support/stepped-up.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const NEW = 'new@example.org'
const HELD = '_held'

/** Ada, who has to prove who she is before a change of address is asked for. */
async function waiting(path = '/account', env: Record<string, string> = {}) {
  const here = await atAccount(path, env)
  here.clock.advance(STEP_UP_MS)
  const ask = () => here.visitor.submit('changeEmail', { email: NEW })
  const prove = () => here.visitor.submit('confirm', { password: PASSWORD })
  const changes = () => here.sql(`SELECT new_email FROM email_changes`)
  return { ...here, ask, prove, changes }
}

const returnOf = (address: string): string => new URL(address, 'http://x').searchParams.get('returnTo') ?? ''

describe('a form that needs a step-up', () => {
  it('is kept sealed, and in a cookie that no script reads', async () => {
    const { ask, visitor } = await waiting()
    await ask()
    const kept = visitor.browser.jar.get(HELD)
    expect(kept).toMatch(/^[\w-]{100,}$/)
    expect(Buffer.from(kept ?? '', 'base64url').toString('latin1')).not.toContain(NEW)
  })

  it('is done once, and its page is merely shown when that is reloaded', async () => {
    const { ask, prove, visitor, changes } = await waiting()
    const back = returnOf((await ask()).address)
    expect((await prove()).section('email').text).toContain(NEW)
    expect(visitor.browser.jar.get(HELD)).toBeUndefined()
    const again = await visitor.post(`${back}&repeated=1`, { _action: 'confirm', password: PASSWORD })
    expect([again.status, again.address]).toEqual([200, '/account'])
    expect(await changes()).toHaveLength(1)
  })

  it('shows what is wrong with it as if it had just been sent', async () => {
    const { visitor, prove } = await waiting()
    await visitor.submit('changeEmail', { email: 'ada@example.com' })
    const page = await prove()
    expect([page.status, page.section('email').field('email')?.['value']]).toEqual([400, 'ada@example.com'])
    expect(page.html).toContain('action="/account"')
  })

  it.each([
    ['a link that a stranger made', async () => '/account?resume=changeEmail'],
    ['another page', async (back: string) => back.replace('/account?', '/account/security?')],
    ['another form', async (back: string) => back.replace(/held=.*/, 'held=AAAAAAAAAAAAAAAA')],
  ])('is not done by way of %s', async (_, of) => {
    const { ask, visitor, prove, changes } = await waiting()
    const back = returnOf((await ask()).address)
    await visitor.open(`/step-up?${new URLSearchParams({ returnTo: await of(back) })}`)
    const page = await prove()
    expect([page.status, page.html.includes(NEW)]).toEqual([200, false])
    expect(await changes()).toEqual([])
  })

  it('is not done by a page of another site, nor by a GET', async () => {
    const { ask, visitor, changes } = await waiting()
    const back = returnOf((await ask()).address)
    const stolen = await visitor.post(`${back}&repeated=1`, {}, { origin: 'https://evil.example' })
    expect(stolen.status).toBe(403)
    await visitor.open(`${back}&repeated=1`)
    expect(await changes()).toEqual([])
  })

  it('is not done in another session, nor ten minutes later', async () => {
    const { ask, visitor, browser, changes, clock, prove } = await waiting()
    await ask()
    const kept = visitor.browser.jar.get(HELD) ?? ''
    const other = new PageVisitor(browser())
    await other.browser.post('/auth/login', { email: 'ada@example.com', password: PASSWORD })
    other.browser.jar.set(HELD, kept)
    const back = returnOf(visitor.page.address)
    await other.open('/account')
    expect((await other.post(`${back}&repeated=1`, { _action: 'confirm' })).address).toBe('/account')
    clock.advance(600_000)
    await prove()
    expect(await changes()).toEqual([])
  })

  it('still has what was typed where another tab has proved it meanwhile', async () => {
    const { ask, visitor } = await waiting()
    const { address } = await ask()
    await visitor.browser.post('/auth/step-up', { password: PASSWORD })
    const page = await visitor.open(address)
    expect(page.section('email').field('email')?.['value']).toBe(NEW)
    expect(page.section('email').html).toContain('<details class="ask" open')
    expect((await visitor.submit('changeEmail', { email: 'other@example.org' })).section('email').text).toContain(
      'other@example.org',
    )
  })

  it('comes back without the passwords that were in it, and says so', async () => {
    const here = await waiting('/account/security')
    await here.visitor.browser.post('/auth/step-up', { password: PASSWORD })
    const { app } = await addTotp(here, here.visitor.browser, { keepOtherSessions: true })
    here.clock.advance(STEP_UP_MS + STEP_MS)
    await here.visitor.open('/account/security')
    await here.visitor.submit('changePassword', { oldPassword: PASSWORD, newPassword: 'battery staple 2' })
    expect(here.visitor.page.path).toBe('/step-up')
    const back = await here.visitor.submit('confirm', { code: app.code() })
    expect(back.section('password').notice).toContain('Please enter the password again')
    expect(back.section('password').html).toContain('<details class="ask" open')
    expect((await here.browser().post('/auth/login', { email: 'ada@example.com', password: PASSWORD })).status).toBe(200)
  })
})
