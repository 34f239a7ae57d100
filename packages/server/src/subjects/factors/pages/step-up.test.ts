import { describe, expect, it } from 'vitest'
import { hostileReturnPaths } from '../../../../test/support/hostile-return-paths.ts'
import { oauthWorld } from '../../../../test/support/oauth-world.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { STEP_UP_MS } from '../../../../test/support/stepped-up.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const EMAIL = 'ada@example.com'
const BACK = '/step-up?returnTo=%2Faccount%2Fconnections%3Fresume%3Dlink'
const CONFIRMED = 'Thank you for confirming. You can connect the account now.'

/** Ada, who signed in a while ago, in her account centre. */
async function aWhileAgo(env: Record<string, string> = {}) {
  const here = await oauthWorld({ withMail: true, env })
  const visitor = new PageVisitor(await here.signedUp(EMAIL))
  here.clock.advance(STEP_UP_MS)
  await visitor.open('/account/connections')
  return { ...here, visitor }
}

/** The same where Ada has no password. */
async function withoutPassword() {
  const here = await aWhileAgo()
  await here.sql(`UPDATE accounts SET password_hash = NULL`)
  return { ...here, first: await here.visitor.submit('link', { provider: 'corp' }) }
}

describe('/step-up', () => {
  it('takes the code of its mail along to no application, where nothing has to be confirmed any more', async () => {
    const app = 'https://app.example.com/docs'
    const { signedUp } = await oauthWorld({ env: { ALLOWED_ORIGINS: 'https://app.example.com' } })
    const visitor = new PageVisitor(await signedUp(EMAIL))
    const page = await visitor.open(`/step-up?${new URLSearchParams({ sent: 'before', returnTo: app })}#code=ABCD-EFGH`)
    expect(page.address).toBe(`${app}#`)
    expect((await visitor.open(`/step-up?${new URLSearchParams({ returnTo: app })}`)).address).toBe(app)
  })

  it('asks somebody who connects a provider for the password, and goes on with it', async () => {
    const { visitor } = await aWhileAgo()
    const page = await visitor.submit('link', { provider: 'corp' })
    expect([page.status, page.address.startsWith(BACK), page.heading]).toEqual([200, true, 'Confirm that it’s you'])
    expect(page.field('password')).toMatchObject({ type: 'password', autocomplete: 'current-password', autofocus: '' })
    expect(page.html).toContain(`autocomplete="username" value="${EMAIL}" hidden`)
    expect(page.field('code')).toBeUndefined()

    const leaving = await visitor.submit('confirm', { password: PASSWORD })
    expect([leaving.status, leaving.path, leaving.heading]).toEqual([200, '/account/connections', 'Continue to corp'])
  })

  it('says beside the password that it is wrong, and keeps the way back', async () => {
    const { visitor } = await aWhileAgo()
    await visitor.submit('link', { provider: 'corp' })
    const page = await visitor.submit('confirm', { password: 'wrong horse 1' })
    expect([page.status, page.field('password')?.['error']]).toEqual([401, 'The password is not right.'])
    expect(page.html).not.toContain('wrong horse 1')
    expect((await visitor.submit('confirm', { password: PASSWORD })).heading).toBe('Continue to corp')
  })

  it('mails a code where there is no password, and takes it', async () => {
    const { visitor, first, mail } = await withoutPassword()
    expect([first.path, first.field('password'), first.field('code')]).toEqual(['/step-up', undefined, undefined])
    expect(first.text).toContain(EMAIL)
    expect(mail.mails).toEqual([])

    const sent = await visitor.submit('send')
    expect(sent.address).toContain('/step-up?sent=now&returnTo=%2Faccount%2Fconnections%3Fresume%3Dlink')
    expect(sent.text).toContain(`We have sent a code to ${EMAIL} .`)
    expect(sent.field('code')).toMatchObject({ 'data-from-link': 'code', autocomplete: 'one-time-code', autofocus: '' })
    const again = await visitor.submit('send')
    expect(again.text).toContain(`A code was already sent to ${EMAIL} , and it still works.`)

    const wrong = await visitor.submit('confirm', { code: 'AAAA-BBBB-CCCC' })
    expect([wrong.status, wrong.field('code')?.['error']]).toEqual([400, 'This code is not valid.'])
    expect(wrong.text).toContain('It only works in the browser you asked for it in')
    expect((await visitor.submit('confirm', { code: '' })).status).toBe(400)

    const { code } = await mail.newest(EMAIL)
    expect((await visitor.submit('confirm', { code })).heading).toBe('Continue to corp')
  })

  it('shows where to type the code to somebody who comes by the link of the mail', async () => {
    const { visitor, mail } = await withoutPassword()
    await visitor.submit('send')
    const { link } = await mail.newest(EMAIL)
    const page = await visitor.open(link.replace('http://localhost:3000', ''))
    expect(page.field('code')).toBeDefined()
  })

  it('says so when the code could not be mailed', async () => {
    const { visitor, mail } = await withoutPassword()
    mail.treat('rejects the mail')
    const page = await visitor.submit('send')
    expect([page.status, page.alert]).toEqual([500, 'The email could not be sent.'])
  })

  it('leads on at once where nothing has to be confirmed', async () => {
    const { visitor } = await aWhileAgo()
    await visitor.open(BACK)
    await visitor.submit('confirm', { password: PASSWORD })
    expect((await visitor.open('/step-up?returnTo=%2Fconsole%2Fsign-in')).address).toBe('/console/sign-in')
    expect((await visitor.open('/step-up')).address).toBe('/account')
  })

  it('leads home instead of to a place that is not ours', async () => {
    const { visitor } = await aWhileAgo({ ALLOW_LOOPBACK_ORIGINS: 'false' })
    await visitor.open('/step-up?returnTo=%2F%2Fevil.example')
    expect((await visitor.submit('confirm', { password: PASSWORD })).address).toBe('/account')
    for (const returnTo of hostileReturnPaths) {
      expect((await visitor.open(`/step-up?${new URLSearchParams({ returnTo })}`)).address, returnTo).toBe('/account')
    }
  })

  it('lets one cancel, and says nothing of a confirmation then', async () => {
    const { visitor } = await aWhileAgo()
    const page = await visitor.submit('link', { provider: 'corp' })
    expect(page.links).toContain('/account/connections')
    expect(page.links.join()).not.toMatch(/resume|held/)
  })

  it('leads whoever is signed out to sign in, which is proof enough', async () => {
    const { visitor } = await aWhileAgo()
    visitor.browser.jar.clear()
    const page = await visitor.open(BACK)
    expect(page.path).toBe('/sign-in')
    const back = await visitor.submit('signIn', { email: EMAIL, password: PASSWORD })
    expect([back.address, back.section('providers').notice]).toEqual(['/account/connections?resume=link', CONFIRMED])
  })

  it('is passed with a CSRF token where one is demanded', async () => {
    const here = await oauthWorld({ env: { REQUIRE_CSRF_TOKEN: 'true' } })
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/sign-up')
    await visitor.submit('signUp', { email: EMAIL, password: PASSWORD, name: 'Ada' })
    here.clock.advance(STEP_UP_MS)
    await visitor.open('/account/connections')
    await visitor.submit('link', { provider: 'corp' })
    expect((await visitor.submit('confirm', { password: PASSWORD })).heading).toBe('Continue to corp')
  })
})

describe('the providers on /account/connections, after a step-up', () => {
  it('say no more that one can go on once something else has gone wrong', async () => {
    const { visitor } = await aWhileAgo()
    await visitor.open(BACK)
    const { address } = await visitor.submit('confirm', { password: PASSWORD })
    const page = await visitor.post(address, { _action: 'link', provider: 'nowhere' })
    expect([page.status, page.section('providers').html === '', page.section('providers').notice]).toEqual([
      404,
      false,
      undefined,
    ])
    expect(
      (await visitor.open('/account/connections?resume=link&error=access_denied')).section('providers').notice,
    ).toBeUndefined()
    expect((await visitor.open('/account/connections?resume=rename')).section('providers').notice).toBeUndefined()
  })
})
