import { describe, expect, it } from 'vitest'
import { administered } from '../../../../test/support/administered.ts'
import { atAccount } from '../../../../test/support/at-account.ts'
import { limited } from '../../../../test/support/limited.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const ADA = 'ada@example.com'
const WRONG = { email: ADA, password: 'wrong horse 1' }

describe('a visitor who has tried too often', () => {
  async function refused(env: Record<string, string>, headers: Record<string, string> = {}) {
    const here = await limited({ LIMIT_ENTRY_PER_MINUTE: '1', ...env })
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/sign-in')
    await visitor.submit('signIn', WRONG)
    here.clock.advance(30_000)
    return visitor.submit('signIn', WRONG, headers)
  }

  it('is told when to try again, and a script can count it down', async () => {
    const page = await refused({})
    expect(page.status).toBe(429)
    const seconds = String(page.headers['retry-after'])
    expect(page.alert).toContain(`Too many attempts. Try again in ${seconds} seconds .`)
    expect(page.html).toContain(`<span aria-live="off" data-wait="${seconds}">`)
    expect(page.field('email')?.['value']).toBe(ADA)
  })

  it('is told in the language of the page', async () => {
    expect((await refused({}, { 'accept-language': 'fr' })).alert).toMatch(/Réessayez dans \d+\ssecondes \./)
  })
})

describe('a visitor who is banned', () => {
  const support = { PAGES_SUPPORT: 'mailto:help@example.com?subject=Account' }

  async function banned(env: Record<string, string>) {
    const here = await world({ env })
    await here.signedUp(ADA)
    await here.sql(`UPDATE accounts SET banned_at = 1`)
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/sign-in')
    return visitor
  }

  it('is told whom to ask', async () => {
    const page = await (await banned(support)).submit('signIn', { email: ADA, password: PASSWORD })
    expect([page.status, page.html.includes('<a href="mailto:help@example.com?subject=Account">help@example.com</a>')]).toEqual([
      403,
      true,
    ])
    expect(page.alert).toBe('This account is banned. If you think this is a mistake, contact help@example.com .')
  })

  it('is told so as well who comes back from a provider', async () => {
    const page = await (await banned({ PAGES_SUPPORT: 'https://example.com/help' })).open('/sign-in?error=user_banned')
    expect(page.alert).toContain('contact example.com/help')
    expect(page.links).toContain('https://example.com/help')
  })

  it('is told no more where the operator names no address', async () => {
    const page = await (await banned({})).submit('signIn', { email: ADA, password: PASSWORD })
    expect(page.alert).toBe('This account is banned.')
  })

  it('is told nothing with a wrong password', async () => {
    const page = await (await banned(support)).submit('signIn', WRONG)
    expect([page.status, page.html.includes('banned')]).toEqual([401, false])
  })
})

describe('a session that ended while something was typed', () => {
  it('is said to have, and one comes back to where one was', async () => {
    const { visitor, sql } = await atAccount()
    // What was done before is not said again to a visitor whose new name was not saved.
    expect((await visitor.submit('rename', { name: 'Ada' })).address).toBe('/account?done=name#done')
    await sql(`UPDATE sessions SET revoked_at = 1`)
    const page = await visitor.submit('rename', { name: 'Changed' })
    expect(page.address).toBe('/sign-in?returnTo=%2Faccount&notice=ended')
    expect(page.text).toContain('Your session has ended, so nothing was saved.')
    expect(page.html).toMatch(/<p class="note" role="status" tabindex="-1" autofocus>/)
    expect((await visitor.submit('signIn', { email: ADA, password: PASSWORD })).address).toBe('/account')
    expect(await sql(`SELECT name FROM accounts`)).toEqual([{ name: 'Ada' }])
  })

  it('is said at the door of the console as well', async () => {
    const here = await administered()
    const visitor = new PageVisitor(here.root)
    await visitor.open('/console/users/new')
    await here.sql(`UPDATE sessions SET revoked_at = 1`)
    const page = await visitor.submit('create')
    expect(page.address).toBe('/console/sign-in?returnTo=%2Fconsole%2Fusers%2Fnew&notice=ended')
    expect(page.text).toContain('Your session has ended, so nothing was saved.')
  })

  it('is not said of one that lives and lacks a second factor', async () => {
    const here = await administered()
    const visitor = new PageVisitor(here.root)
    await visitor.open('/console/users/new')
    await here.sql(`UPDATE sessions SET second_factor_at = NULL`)
    expect((await visitor.submit('create')).address).toBe('/console/sign-in?returnTo=%2Fconsole%2Fusers%2Fnew')
  })

  it('is not said of one who only comes to sign in', async () => {
    const { browser } = await world()
    const page = await new PageVisitor(browser()).open('/account')
    expect([page.address, page.text.includes('session')]).toEqual(['/sign-in?returnTo=%2Faccount', false])
  })
})
