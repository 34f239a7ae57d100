import { describe, expect, it } from 'vitest'
import { ADA, landing, oauthWorld, pathOf } from '../../../../test/support/oauth-world.ts'
import { STEP_UP_MS, stepUp } from '../../../../test/support/stepped-up.ts'
import { CLUB_ADA, twoProviders } from '../../../../test/support/two-providers.ts'

const EMAIL = 'ada@example.com'
const BOB = 'bob@example.com'

const ended = { status: 303, path: '/account', error: 'session_expired' }

/** Ada, signed in with a password, who has said yes at the provider and is about to come back. */
async function linking() {
  const here = await oauthWorld()
  const ada = await here.signedUp(EMAIL)
  const { body } = await ada.post('/auth/oauth/corp/link', {})
  const callback = pathOf(await here.corp.approve(body.url, { as: ADA }))
  const linked = async () => (await here.sql(`SELECT account_id FROM identities`)).map((row) => row['account_id'])
  return { ...here, ada, callback, linked }
}

describe('POST /auth/oauth/{provider}/link', () => {
  it('answers 200 with the address of the provider, bound to this browser', async () => {
    const { signedUp, corp } = await oauthWorld()
    const reply = await (await signedUp()).post('/auth/oauth/corp/link', {})
    expect(reply).toMatchObject({ status: 200, body: { url: expect.stringContaining(corp.issuer) } })
    expect(Object.keys(reply.body)).toEqual(['url'])
    expect(reply.setCookies).toEqual([expect.stringMatching(/^_oauth_[\w-]{8}=[\w-]{43}; Max-Age=600; .*HttpOnly$/)])
  })

  it('answers 401 session_expired without a session, before anything else', async () => {
    const { browser } = await oauthWorld()
    for (const name of ['corp', 'nobody']) {
      const reply = await browser().post(`/auth/oauth/${name}/link`, {})
      expect(reply, name).toMatchObject({ status: 401, body: { error: 'session_expired' } })
    }
  })

  it('answers 403 step_up_required ten minutes after the sign-in, and works after a step-up', async () => {
    const { signedUp, clock } = await oauthWorld()
    const ada = await signedUp()
    clock.advance(STEP_UP_MS - 1)
    expect((await ada.post('/auth/oauth/corp/link', {})).status).toBe(200)
    clock.advance(1)
    for (const name of ['corp', 'nobody']) {
      const reply = await ada.post(`/auth/oauth/${name}/link`, {})
      expect(reply, name).toMatchObject({ status: 403, body: { error: 'step_up_required' }, setCookies: [] })
    }
    await stepUp(ada)
    expect((await ada.post('/auth/oauth/corp/link', {})).status).toBe(200)
  })

  it('wants the password of an account that has one, not a provider or the mailbox', async () => {
    const { signedUp, link, linkClub, signInAtClub, browser } = await twoProviders()
    await linkClub(await signedUp(EMAIL))
    const visitor = browser()
    await signInAtClub(visitor)
    const begin = () => visitor.post('/auth/oauth/corp/link', {})
    expect(await begin()).toMatchObject({ status: 403, body: { error: 'step_up_required' } })
    await stepUp(visitor)
    expect(landing(await link(visitor))).toEqual({ status: 303, path: '/account' })
  })

  it('says in the OpenAPI document what it wants', async () => {
    const { browser } = await oauthWorld()
    const { responses, security } = (await browser().get('/openapi.json')).body.paths['/auth/oauth/{provider}/link'].post
    const [, codes] = responses[403].content['application/json'].schema.allOf
    expect(codes.properties.error.enum).toContain('step_up_required')
    expect(security).toEqual([{ session: [] }])
  })

  it('keeps a session that was refreshed on the way in', async () => {
    const { signedUp, clock } = await oauthWorld({ env: { SESSION_TTL: '1m' } })
    const ada = await signedUp()
    clock.advance(60_000)
    expect((await ada.post('/auth/oauth/corp/link', {})).status).toBe(200)
    clock.advance(30_000)
    expect((await ada.get('/auth/me')).status).toBe(200)
  })

  it('answers 404 provider_not_found, 409 already_linked and 502 provider_error', async () => {
    const { signedUp, link, corp } = await oauthWorld()
    const ada = await signedUp()
    const error = async (name: string) => {
      const { status, body } = await ada.post(`/auth/oauth/${name}/link`, {})
      return [status, body.error]
    }
    expect(await error('google')).toEqual([404, 'provider_not_found'])
    await corp.goAway()
    expect(await error('corp')).toEqual([502, 'provider_error'])
    await corp.comeBack()
    await link(ada)
    expect(await error('corp')).toEqual([409, 'already_linked'])
  })
})

describe('coming back from a provider to link it', () => {
  it('adds it to the account, audits it, and changes no cookie but its own', async () => {
    const { ada, callback, auditTypes } = await linking()
    const reply = await ada.get(callback)
    expect(landing(reply)).toEqual({ status: 303, path: '/account' })
    expect(reply.setCookies).toEqual([expect.stringMatching(/^_oauth_/)])
    expect((await ada.get('/auth/oauth/providers')).body.linked).toEqual(['corp'])
    expect(await auditTypes()).toEqual(['user.registered', 'session.created', 'oauth.linked'])
  })

  it('lets the provider open the same account from then on, whatever its address there', async () => {
    const { signedUp, linkClub, signInAtClub, browser } = await twoProviders()
    const ada = await signedUp(EMAIL)
    await linkClub(ada)
    const visitor = browser()
    expect(landing(await signInAtClub(visitor, CLUB_ADA))).toEqual({ status: 303, path: '/account' })
    const { id } = (await ada.get('/auth/me')).body
    expect((await visitor.get('/auth/me')).body).toMatchObject({ id, email: EMAIL, isVerified: false, hasPassword: true })
  })

  it('returns to where the link was begun, also with an error', async () => {
    const { signedUp, link, corp } = await oauthWorld()
    const ada = await signedUp(EMAIL)
    expect(landing(await link(ada, ADA, '/settings?tab=2'))).toEqual({ status: 303, path: '/settings', tab: '2' })
    const bob = await signedUp(BOB)
    const refusal = { status: 303, path: '/settings', tab: '2', error: 'already_linked' }
    expect(landing(await link(bob, ADA, '/settings?tab=2'))).toEqual(refusal)
    const { body } = await bob.post('/auth/oauth/corp/link', {})
    const denied = pathOf(await corp.deny(body.url))
    expect(landing(await bob.get(denied))).toEqual({ status: 303, path: '/account', error: 'access_denied' })
  })

  it('is refused in another browser, and signs nobody in there', async () => {
    const { ada, browser, callback, linked } = await linking()
    const bare = browser()
    expect(landing(await bare.get(callback))).toEqual({ status: 303, path: '/sign-in', error: 'invalid_state' })
    const sharing = browser()
    for (const [name, value] of ada.jar) if (name.startsWith('_oauth_')) sharing.jar.set(name, value)
    const reply = await sharing.get(callback)
    expect(landing(reply)).toEqual(ended)
    expect(sharing.jar.size).toBe(0)
    expect(await linked()).toEqual([])
  })

  it('is refused after logout', async () => {
    const { ada, callback, linked } = await linking()
    await ada.post('/auth/logout')
    expect(landing(await ada.get(callback))).toEqual(ended)
    expect(await linked()).toEqual([])
  })

  it('is refused in a session of another account, and in another session of the same', async () => {
    const { ada, callback, linked, corp, signedUp, signInWithPassword } = await linking()
    const second = pathOf(await corp.approve((await ada.post('/auth/oauth/corp/link', {})).body.url, { as: ADA }))
    await signedUp(BOB)
    await signInWithPassword(ada, BOB)
    expect(landing(await ada.get(callback))).toEqual(ended)
    await signInWithPassword(ada, EMAIL)
    expect(landing(await ada.get(second))).toEqual(ended)
    expect(await linked()).toEqual([])
  })

  it('is refused when the session ends while the provider is still answering', async () => {
    const { ada, callback, linked, corp, signInWithPassword, browser } = await linking()
    const elsewhere = browser()
    await signInWithPassword(elsewhere)
    corp.alter('token', async (answer) => {
      await elsewhere.delete('/auth/sessions')
      return answer
    })
    expect(landing(await ada.get(callback))).toEqual(ended)
    expect(await linked()).toEqual([])
  })

  it('is refused for an identity that opens another account, which keeps it: already_linked', async () => {
    const { newcomer, signedUp, link, corp, sql, browser, signIn } = await oauthWorld()
    const person = corp.person({ ...ADA, email: 'ada@corp.example' })
    const owner = await newcomer(person)
    const bob = await signedUp(BOB)
    expect(landing(await link(bob, person))).toEqual({ status: 303, path: '/account', error: 'already_linked' })
    expect((await bob.get('/auth/oauth/providers')).body.linked).toEqual([])
    const visitor = browser()
    await signIn(visitor, person)
    expect((await visitor.get('/auth/me')).body.id).toBe((await owner.get('/auth/me')).body.id)
    expect(await sql(`SELECT subject FROM identities`)).toHaveLength(1)
  })

  it('gives an identity to one of two accounts that claim it at once', async () => {
    const { signedUp, corp, sql } = await oauthWorld()
    const claimants = [await signedUp(EMAIL), await signedUp(BOB)]
    const callbacks: string[] = []
    for (const one of claimants) {
      const { body } = await one.post('/auth/oauth/corp/link', {})
      callbacks.push(pathOf(await corp.approve(body.url, { as: ADA })))
    }
    const replies = await Promise.all(claimants.map((one, n) => one.get(callbacks[n] ?? '')))
    expect(replies.map((reply) => landing(reply)['error'] ?? 'linked').sort()).toEqual(['already_linked', 'linked'])
    expect(await sql(`SELECT subject FROM identities`)).toHaveLength(1)
  })
})
