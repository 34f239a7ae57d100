import { describe, expect, it } from 'vitest'
import { asked, authorizing, EMAIL, leadsTo, locationOf, type Params, told } from '../../../../test/support/authorizing.ts'
import type { Browser } from '../../../../test/support/browser.ts'
import { addPasskey, addTotp } from '../../../../test/support/factored.ts'
import { PASSWORD } from '../../../../test/support/world.ts'
import { sign } from '../keys/sign.ts'

type Here = Omit<Awaited<ReturnType<typeof authorizing>>, 'visitor'>

const MINUTE = 60_000

/** Ada, who signed in ten seconds ago. */
async function aMomentAgo(client: Parameters<typeof authorizing>[0] = {}, env: Record<string, string> = {}) {
  const here = await authorizing(client, env)
  const ada = await here.signedUp(EMAIL)
  here.clock.advance(10_000)
  return { ...here, ada, visitor: here.visitor(ada) }
}

const silent = async ({ begin }: Pick<Here, 'begin'>, browser: Browser, params: Params = {}) =>
  told(locationOf(await begin(browser, { ...params, prompt: 'none' })))

/** Ada adds an authenticator app in another browser, and this one has not shown it. */
async function withTotpElsewhere(here: Here) {
  const other = here.browser()
  await other.post('/auth/login', { email: EMAIL, password: PASSWORD })
  return addTotp(here, other, { keepOtherSessions: true })
}

const proofIn = async ({ sql }: Pick<Here, 'sql'>) => {
  const rows = await sql(`SELECT proof FROM oidc_codes ORDER BY created_at DESC LIMIT 1`)
  return JSON.parse(String(rows[0]?.['proof']))
}

describe('prompt=login', () => {
  it('asks for a proof that is newer than the request, whatever was proved a moment ago', async () => {
    const here = await aMomentAgo()
    await here.visitor.open('/step-up?returnTo=/account')
    expect(here.visitor.page.path).toBe('/account')
    const page = await here.visitor.open(asked({ prompt: 'login' }))
    expect([page.path, page.text.includes('Wiki wants to be sure that it is still you.')]).toEqual(['/step-up', true])
    here.clock.advance(1000)
    const leaving = await here.visitor.submit('confirm', { password: PASSWORD })
    expect(told(leadsTo(leaving))).toHaveProperty('code')
    expect((await proofIn(here)).at).toBe(here.clock.now())
    expect((await here.visitor.open(asked({ prompt: 'login' }))).path).toBe('/step-up')
  })

  it('is not gone round by the address that everything leads back to', async () => {
    const here = await aMomentAgo()
    const page = await here.visitor.open(asked({ prompt: 'login' }))
    const back = new URL(page.address, 'http://x').searchParams.get('returnTo') ?? ''
    expect((await here.visitor.open(back.replace('~', ''))).path).toBe('/step-up')
    expect(await here.sql(`SELECT * FROM oidc_codes`)).toEqual([])
  })

  it('is fulfilled by signing in', async () => {
    const here = await authorizing()
    await here.signedUp(EMAIL)
    const visitor = here.visitor()
    await visitor.open(asked({ prompt: 'login' }))
    here.clock.advance(1)
    expect(told(leadsTo(await visitor.submit('signIn', { email: EMAIL, password: PASSWORD })))).toHaveProperty('code')
  })

  it('can be declined, and the application is told', async () => {
    const here = await aMomentAgo()
    const page = await here.visitor.open(asked({ prompt: 'login' }))
    const cancel = page.links.find((link) => link.includes('answer=cancel')) ?? ''
    const leaving = await here.visitor.open(cancel)
    expect([leaving.status, told(leadsTo(leaving))]).toEqual([
      200,
      expect.objectContaining({ error: 'access_denied', state: 'some state' }),
    ])
    expect((await here.visitor.open(cancel)).status).toBe(410)
    expect((await here.visitor.open(page.address)).status).toBe(410)
  })
})

describe('max_age', () => {
  it('counts from the last proof, and asks for another', async () => {
    const here = await aMomentAgo()
    expect(await silent(here, here.ada, { max_age: '11' })).toHaveProperty('code')
    expect(await silent(here, here.ada, { max_age: '10' })).toMatchObject({ error: 'login_required' })
    here.clock.advance(MINUTE)
    expect((await here.visitor.open(asked({ max_age: '60' }))).path).toBe('/step-up')
    here.clock.advance(1000)
    expect(told(leadsTo(await here.visitor.submit('confirm', { password: PASSWORD })))).toHaveProperty('code')
    expect(await silent(here, here.ada, { max_age: '60' })).toHaveProperty('code')
  })

  it('of zero is prompt=login', async () => {
    const here = await authorizing()
    const browser = await here.signedUp(EMAIL)
    expect(await silent(here, browser, { max_age: '0' })).toMatchObject({ error: 'login_required' })
    const visitor = here.visitor(browser)
    expect((await visitor.open(asked({ max_age: '0' }))).path).toBe('/step-up')
    here.clock.advance(MINUTE)
    expect(told(leadsTo(await visitor.submit('confirm', { password: PASSWORD })))).toHaveProperty('code')
  })
})

describe('acr_values', () => {
  it('asks for a second factor where there is one, and for that alone', async () => {
    const here = await aMomentAgo()
    const { app } = await withTotpElsewhere(here)
    const page = await here.visitor.open(asked({ acr_values: 'urn:latchkey:2' }))
    expect([page.path, page.field('password')]).toEqual(['/step-up', undefined])
    const leaving = await here.visitor.submit('confirm', { code: app.code() })
    expect(told(leadsTo(leaving))).toHaveProperty('code')
    expect(await proofIn(here)).toMatchObject({ acr: 'urn:latchkey:2', amr: ['mfa', 'otp', 'pwd'] })
  })

  it('is a wish: who has nothing better goes on, and the token says so', async () => {
    const here = await aMomentAgo()
    const reply = await here.begin(here.ada, { acr_values: 'urn:latchkey:2 phr' })
    expect(told(locationOf(reply))).toHaveProperty('code')
    expect(await proofIn(here)).toMatchObject({ acr: 'urn:latchkey:1', amr: ['pwd'] })
  })

  it('asks the owner of a passkey for it, and the token says that it was shown', async () => {
    const here = await aMomentAgo()
    const { authenticator } = await addPasskey(here.ada)
    const page = await here.visitor.open(asked({ acr_values: 'phr' }))
    expect([page.path, page.heading]).toEqual(['/step-up', 'Confirm that it’s you'])
    expect(page.field('password')).toBeUndefined()
    here.clock.advance(1000)
    const { body } = await here.ada.post('/auth/step-up/options')
    const passkey = authenticator.assert(body.options)
    expect((await here.ada.post('/auth/step-up', { state: body.state, passkey })).status).toBe(200)
    expect(told(leadsTo(await here.visitor.open(page.address)))).toHaveProperty('code')
    expect(await proofIn(here)).toMatchObject({ acr: 'phr', amr: ['mfa', 'pop', 'pwd', 'user'], at: here.clock.now() })
  })

  it('is nothing for an application that asks silently, or for what we do not know', async () => {
    const here = await aMomentAgo()
    await addPasskey(here.ada)
    expect(await silent(here, here.ada, { acr_values: 'phr' })).toHaveProperty('code')
    expect(told(locationOf(await here.begin(here.ada, { acr_values: 'urn:mace:incommon:iap:silver' })))).toHaveProperty('code')
  })
})

describe('prompt=select_account', () => {
  it('asks as whom to go on, once for a request', async () => {
    const here = await aMomentAgo()
    const page = await here.visitor.open(asked({ prompt: 'select_account' }))
    expect([page.path, page.heading, page.text.includes(EMAIL)]).toEqual(['/consent', 'Which account?', true])
    expect(page.text).toContain('With which account do you want to go on to Wiki?')
    expect(page.text).toContain('To use another account, you are signed out here first.')
    expect(told(leadsTo(await here.visitor.submit('stay')))).toHaveProperty('code')
    expect((await here.visitor.open(asked({ prompt: 'select_account' }))).heading).toBe('Which account?')
  })

  it('lets another one sign in, who has chosen by that', async () => {
    const here = await aMomentAgo()
    await here.signedUp('bob@example.com')
    await here.visitor.open(asked({ prompt: 'select_account' }))
    const page = await here.visitor.submit('other')
    expect([page.path, page.text.includes('Wiki')]).toEqual(['/sign-in', true])
    here.clock.advance(1)
    const chosen = await here.visitor.submit('signIn', { email: 'bob@example.com', password: PASSWORD })
    expect(told(leadsTo(chosen))).toHaveProperty('code')
    expect(await here.sql(`SELECT a.email FROM oidc_codes c JOIN accounts a ON a.id = c.account_id`)).toEqual([
      { email: 'bob@example.com' },
    ])
  })
})

describe('id_token_hint', () => {
  const hintFor = async (here: Here, sub: string, more: object = {}) =>
    sign(here.depsFor(), 'RS256', { iss: here.config.server.publicUrl, sub, aud: 'wiki', exp: 1, ...more }, 'JWT')

  it('lets the person in whom it names, be it old, and asks for another one otherwise', async () => {
    const here = await aMomentAgo()
    const bob = (await (await here.signedUp('bob@example.com')).get('/auth/me')).body.id
    const { id } = (await here.ada.get('/auth/me')).body
    expect(await silent(here, here.ada, { id_token_hint: await hintFor(here, id) })).toHaveProperty('code')
    const other = await hintFor(here, bob)
    expect(await silent(here, here.ada, { id_token_hint: other })).toMatchObject({ error: 'login_required' })
    const page = await here.visitor.open(asked({ id_token_hint: other }))
    expect([page.path, page.heading]).toEqual(['/consent', 'Another account is needed'])
    await here.visitor.submit('other')
    expect(told(leadsTo(await here.visitor.submit('signIn', { email: 'bob@example.com', password: PASSWORD })))).toHaveProperty(
      'code',
    )
  })

  it('names a person as the client knows them', async () => {
    const here = await aMomentAgo({ isPairwise: true })
    const { id } = (await here.ada.get('/auth/me')).body
    expect(await silent(here, here.ada, { id_token_hint: await hintFor(here, id) })).toMatchObject({ error: 'login_required' })
  })

  it('is refused where another issuer made it', async () => {
    const here = await aMomentAgo()
    const hint = await hintFor(here, 'x', { iss: 'https://evil.example' })
    expect(await silent(here, here.ada, { id_token_hint: hint })).toMatchObject({ error: 'invalid_request' })
  })
})
