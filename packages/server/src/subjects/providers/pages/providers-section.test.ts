import { describe, expect, it } from 'vitest'
import { ADA, oauthWorld, pathOf } from '../../../../test/support/oauth-world.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { twoProviders } from '../../../../test/support/two-providers.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

/** Ada, who has a password, where `corp` is offered. */
async function atAccount() {
  const here = await oauthWorld({ withMail: true })
  const visitor = new PageVisitor(await here.signedUp('ada@home.example'))
  return { ...here, visitor, first: await visitor.open('/account/connections') }
}

const rowsOf = (page: PageVisitor['page']): string[] => page.section('providers').textsOf('<li>(.*?)</li>')
/** Where the page sends the browser by itself. */
const leadsTo = ({ html }: PageVisitor['page']): string =>
  /<meta http-equiv="refresh" content="0; url=([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''

describe('the providers on /account', () => {
  it('are connected by way of a page that leads there', async () => {
    const { visitor, first, corp } = await atAccount()
    expect(rowsOf(first)).toEqual(['corp Connect'])
    const leaving = await visitor.submit('link', { provider: 'corp' })
    expect([leaving.status, leaving.heading]).toEqual([200, 'Continue to corp'])
    expect(leaving.links).toContain(leadsTo(leaving))
    const page = await visitor.open(pathOf(await corp.approve(leadsTo(leaving), { as: ADA })))
    expect(page.address).toBe('/account/connections?done=linked#done')
    expect(page.section('providers').notice).toBe('Connected. You can sign in with it from now on.')
    expect(rowsOf(page)).toEqual([expect.stringMatching(/^corp Connected Disconnect…/)])
  })

  it('say why somebody came back without success, and nothing that stands in the address', async () => {
    const { visitor, corp } = await atAccount()
    const leaving = await visitor.submit('link', { provider: 'corp' })
    const page = await visitor.open(pathOf(await corp.deny(leadsTo(leaving))))
    expect(page.section('providers').alert).toBe('The sign-in was cancelled at the provider.')
    expect(page.notice).toBeUndefined()
    const forged = await visitor.open('/account/connections?error=%3Cb%3Eyou%20won%3C%2Fb%3E')
    expect([forged.status, forged.alert]).toEqual([200, undefined])
    expect((await visitor.open('/account/connections?error=toString')).alert).toBeUndefined()
  })

  it('forget what went wrong at the provider as soon as something else is done', async () => {
    const { visitor } = await atAccount()
    const before = await visitor.open('/account/connections?error=already_linked')
    const { alert, status } = await visitor.post('/account/connections?error=already_linked', {
      ...before.section('providers').forms[0]?.values,
      _action: 'unlink',
    })
    expect([status, alert]).toEqual([404, expect.not.stringContaining(before.alert ?? '')])
  })

  it('are disconnected', async () => {
    const { visitor, link } = await atAccount()
    await link(visitor.browser, ADA)
    await visitor.open('/account/connections')
    const page = await visitor.submit('unlink', { provider: 'corp' })
    expect(page.address).toBe('/account/connections?done=unlinked#done')
    expect(page.section('providers').notice).toBe('Disconnected.')
    expect(rowsOf(page)).toEqual(['corp Connect'])
  })

  it('stay while they are the only way in', async () => {
    const { newcomer } = await oauthWorld()
    const visitor = new PageVisitor(await newcomer())
    await visitor.open('/account/connections')
    const page = await visitor.submit('unlink', { provider: 'corp' })
    expect(page.status).toBe(400)
    expect(page.section('providers').alert).toBe('This is the only way to sign in to the account. Set a password first.')
    expect(page.section('providers').links).toContain('/account/security#password')
  })

  it('say once what went wrong, however many there are', async () => {
    const here = await twoProviders()
    const visitor = new PageVisitor(await here.signedUp('ada@home.example'))
    await visitor.open('/account/connections')
    await here.link(visitor.browser, ADA)
    const page = await visitor.submit('link', { provider: 'corp' })
    expect(page.status).toBe(409)
    expect(page.textsOf('<div class="alert"[^>]*>(.*?)</div>')).toEqual(['This identity is already linked.'])
    expect(rowsOf(page)).toHaveLength(2)
  })

  it('are not mentioned where there are none', async () => {
    const { signedUp } = await oauthWorld({ env: { ENABLE_OAUTH: 'false' } })
    const visitor = new PageVisitor(await signedUp())
    expect((await visitor.open('/account')).links).not.toContain('/account/connections')
    expect((await visitor.open('/account/connections')).status).toBe(404)
  })

  it('are shown even when they are connected and not offered any more', async () => {
    const { visitor, sql } = await atAccount()
    await sql(
      `INSERT INTO identities (issuer, subject, provider, account_id, created_at, used_at)
       SELECT 'https://old.example', 'ada', 'old<b>', id, 1, 1 FROM accounts`,
    )
    const page = await visitor.open('/account/connections')
    expect(rowsOf(page)).toEqual(['corp Connect', 'old<b> Connected Not offered any more'])
  })
})

describe('the providers on /account, after a new password', () => {
  const NEW = 'battery staple 2'
  const STILL = 'Connected accounts can still open yours. Disconnect any that you do not recognise.'

  it('are shown beside a password that was changed, and can be disconnected right there', async () => {
    const { visitor, link, sql } = await atAccount()
    await link(visitor.browser, ADA)
    await visitor.open('/account/security')
    const page = await visitor.submit('changePassword', { oldPassword: PASSWORD, newPassword: NEW })
    const section = page.section('password')
    expect(section.text).toContain(`Your password was changed. Your other devices were signed out. ${STILL} corp Disconnect`)
    expect(section.forms.map(({ values }) => [values['_action'], values['provider']])).toContainEqual(['unlink', 'corp'])
    expect((await visitor.submit('unlink', { provider: 'corp' })).address).toBe('/account/connections?done=unlinked#done')
    expect(await sql(`SELECT provider FROM identities`)).toEqual([])
  })

  it('are not mentioned there when none opens the account', async () => {
    const { visitor, sql } = await atAccount()
    await sql(
      `INSERT INTO identities (issuer, subject, provider, account_id, created_at, used_at)
       SELECT 'https://old.example', 'ada', 'old', id, 1, 1 FROM accounts`,
    )
    await visitor.open('/account/security')
    const page = await visitor.submit('changePassword', { oldPassword: PASSWORD, newPassword: NEW })
    expect(page.address).toBe('/account/security?done=password#done')
    expect(page.text).not.toContain(STILL)
  })

  /** Ada has reset her password on the pages, and is about to sign in. */
  async function afterReset(env: Record<string, string> = {}) {
    const here = await oauthWorld({ withMail: true, env })
    const owner = await here.signedUp('ada@home.example')
    await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1`)
    const reset = async (query = '') => {
      const visitor = new PageVisitor(here.browser())
      await visitor.open(`/forgot-password${query}`)
      await visitor.submit('request', { email: 'ada@home.example' })
      const { code } = await here.mail.newest('ada@home.example')
      await visitor.open('/reset-password')
      await visitor.submit('reset', { code, newPassword: NEW })
      return visitor
    }
    const signIn = (visitor: PageVisitor) => visitor.submit('signIn', { email: 'ada@home.example', password: NEW })
    return { ...here, owner, reset, signIn }
  }

  it('are what the sign-in after a reset leads to', async () => {
    const { owner, link, reset, signIn } = await afterReset()
    await link(owner, ADA)
    const visitor = await reset()
    expect(visitor.page.address).toBe('/sign-in?notice=password&returnTo=%7E%2Faccount%2Fconnections%3Fafter%3Dreset')
    expect(visitor.page.text).not.toContain(STILL)
    const page = await signIn(visitor)
    expect(page.address).toBe('/account/connections?done=reset#done')
    expect(page.section('providers').notice).toBe(STILL)
    expect((await visitor.submit('unlink', { provider: 'corp' })).section('providers').notice).toBe('Disconnected.')
  })

  it('have the way on beside them to where the visitor wanted to go', async () => {
    const { owner, link, reset, signIn } = await afterReset({ ALLOWED_ORIGINS: 'https://app.example.com' })
    await link(owner, ADA)
    const page = await signIn(await reset(`?${new URLSearchParams({ returnTo: 'https://app.example.com/docs?x=1' })}`))
    expect([page.path, page.section('providers').notice]).toEqual(['/account/connections', STILL])
    expect(page.links).toContain('https://app.example.com/docs?x=1')
  })

  it('are what it leads to after a second factor, too', async () => {
    const { owner, link, reset, signIn, sql, mail } = await afterReset()
    await link(owner, ADA)
    await sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
    const visitor = await reset()
    expect((await signIn(visitor)).path).toBe('/two-factor')
    const { code } = await mail.newest('ada@home.example', 2)
    expect((await visitor.submit('verify', { code })).address).toBe('/account/connections?done=reset#done')
  })

  it('are not what it leads to where none opens the account, and nobody who is signed out can tell', async () => {
    const { reset, signIn } = await afterReset({ PAGES_HOME: '/docs' })
    const visitor = await reset()
    expect(visitor.page.address).toBe('/sign-in?notice=password&returnTo=%7E%2Faccount%2Fconnections%3Fafter%3Dreset')
    expect((await signIn(visitor)).address).toBe('/docs')
  })
})
