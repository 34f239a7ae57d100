import { describe, expect, it } from 'vitest'
import { ADA, oauthWorld, pathOf } from '../../../test/oauth-world.ts'
import { PageVisitor } from '../../../test/page-visitor.ts'
import { twoProviders } from '../../../test/two-providers.ts'

/** Ada, who has a password, where `corp` is offered. */
async function atAccount() {
  const here = await oauthWorld({ withMail: true })
  const visitor = new PageVisitor(await here.signedUp('ada@home.example'))
  return { ...here, visitor, first: await visitor.open('/account') }
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
    expect(page.address).toBe('/account?done=linked#providers')
    expect(page.section('providers').notice).toBe('Connected. You can sign in with it from now on.')
    expect(rowsOf(page)).toEqual([expect.stringMatching(/^corp Connected Disconnect…/)])
  })

  it('say why somebody came back without success, and nothing that stands in the address', async () => {
    const { visitor, corp } = await atAccount()
    const leaving = await visitor.submit('link', { provider: 'corp' })
    const page = await visitor.open(pathOf(await corp.deny(leadsTo(leaving))))
    expect(page.section('providers').alert).toBe('The sign-in was cancelled at the provider.')
    expect(page.notice).toBeUndefined()
    const forged = await visitor.open('/account?error=%3Cb%3Eyou%20won%3C%2Fb%3E')
    expect([forged.status, forged.alert]).toEqual([200, undefined])
    expect((await visitor.open('/account?error=toString')).alert).toBeUndefined()
  })

  it('forget what went wrong at the provider as soon as something else is done', async () => {
    const { visitor } = await atAccount()
    await visitor.open('/account?error=already_linked')
    const page = await visitor.submit('rename', { name: '' })
    expect([page.status, page.alert]).toEqual([400, undefined])
  })

  it('are disconnected', async () => {
    const { visitor, link } = await atAccount()
    await link(visitor.browser, ADA)
    await visitor.open('/account')
    const page = await visitor.submit('unlink', { provider: 'corp' })
    expect(page.address).toBe('/account?done=unlinked#providers')
    expect(page.section('providers').notice).toBe('Disconnected.')
    expect(rowsOf(page)).toEqual(['corp Connect'])
  })

  it('stay while they are the only way in', async () => {
    const { newcomer } = await oauthWorld()
    const visitor = new PageVisitor(await newcomer())
    await visitor.open('/account')
    const page = await visitor.submit('unlink', { provider: 'corp' })
    expect(page.status).toBe(400)
    expect(page.section('providers').alert).toBe('This is the only way to sign in to the account.')
  })

  it('say once what went wrong, however many there are', async () => {
    const here = await twoProviders()
    const visitor = new PageVisitor(await here.signedUp('ada@home.example'))
    await visitor.open('/account')
    await here.link(visitor.browser, ADA)
    const page = await visitor.submit('link', { provider: 'corp' })
    expect(page.status).toBe(409)
    expect(page.textsOf('<p class="alert"[^>]*>(.*?)</p>')).toEqual(['This identity is already linked.'])
    expect(rowsOf(page)).toHaveLength(2)
  })

  it('are not mentioned where there are none', async () => {
    const { signedUp } = await oauthWorld({ env: { ENABLE_OAUTH: 'false' } })
    expect((await new PageVisitor(await signedUp()).open('/account')).html).not.toContain('id="providers"')
  })

  it('are shown even when they are connected and not offered any more', async () => {
    const { visitor, sql } = await atAccount()
    await sql(
      `INSERT INTO identities (issuer, subject, provider, account_id, created_at, used_at)
       SELECT 'https://old.example', 'ada', 'old<b>', id, 1, 1 FROM accounts`,
    )
    const page = await visitor.open('/account')
    expect(rowsOf(page)).toEqual(['corp Connect', 'old<b> Connected Not offered any more'])
  })
})
