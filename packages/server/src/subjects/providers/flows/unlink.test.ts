import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { idOf, signedInAsAdmin } from '../../../../test/support/administered.ts'
import { ADA, landing, oauthWorld } from '../../../../test/support/oauth-world.ts'
import { twoProviders } from '../../../../test/support/two-providers.ts'
import { world } from '../../../../test/support/world.ts'

const EMAIL = 'ada@example.com'
const ROUNDS = 12

describe('POST /auth/oauth/{provider}/unlink', () => {
  it('answers 200 {message}, audits it, and the provider opens the account no more', async () => {
    const { signedUp, link, signIn, browser, auditTypes, ...here } = await oauthWorld()
    const ada = await signedUp(EMAIL)
    await link(ada)
    const reply = await ada.post('/auth/oauth/corp/unlink')
    expect(reply).toMatchObject({ status: 200, body: { message: expect.stringContaining('corp') } })
    expect(await auditTypes()).toContain('oauth.unlinked')
    const visitor = browser()
    expect(landing(await signIn(visitor))).toMatchObject({ path: '/sign-in', error: 'email_already_exists' })
    expect((await ada.get('/auth/oauth/providers')).body).toEqual({ available: ['corp'], linked: [] })
    expect(await here.sql(`SELECT * FROM identities`)).toEqual([])
  })

  it('answers 401 session_expired, 404 provider_not_found and provider_not_linked', async () => {
    const { signedUp, browser } = await oauthWorld()
    const anonymous = await browser().post('/auth/oauth/corp/unlink')
    expect(anonymous).toMatchObject({ status: 401, body: { error: 'session_expired' } })
    const ada = await signedUp()
    expect(await ada.post('/auth/oauth/google/unlink')).toMatchObject({ status: 404, body: { error: 'provider_not_found' } })
    expect(await ada.post('/auth/oauth/corp/unlink')).toMatchObject({ status: 404, body: { error: 'provider_not_linked' } })
  })

  it('does not touch the same provider of another account', async () => {
    const { signedUp, link, corp } = await oauthWorld()
    const [ada, bob] = [await signedUp(EMAIL), await signedUp('bob@example.com')]
    await link(ada)
    await link(bob, corp.person({ ...ADA, sub: 'bob-at-corp' }))
    await ada.post('/auth/oauth/corp/unlink')
    expect((await bob.get('/auth/oauth/providers')).body.linked).toEqual(['corp'])
  })

  it('refuses to take the only way in: 400 cannot_unlink_last_provider, until there is another', async () => {
    const { newcomer, linkClub } = await twoProviders()
    const ada = await newcomer()
    const refusal = { status: 400, body: { error: 'cannot_unlink_last_provider' } }
    expect(await ada.post('/auth/oauth/corp/unlink')).toMatchObject(refusal)
    await linkClub(ada)
    expect((await ada.post('/auth/oauth/corp/unlink')).status).toBe(200)
    expect(await ada.post('/auth/oauth/club/unlink')).toMatchObject(refusal)
  })

  it('ends a sign-in through it that waits for its second factor', async () => {
    const { signedUp, link, signIn, browser, mail, sql } = await oauthWorld({ withMail: true })
    const ada = await signedUp(EMAIL)
    await link(ada)
    await sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
    const visitor = browser()
    const { challengeId } = landing(await signIn(visitor))
    const { code } = await mail.newest(EMAIL)
    expect((await ada.post('/auth/oauth/corp/unlink')).status).toBe(200)
    const reply = await visitor.post('/auth/2fa/verify', { challengeId, code })
    expect(reply).toMatchObject({ status: 400, body: { error: 'two_factor_code_invalid' } })
    expect(await sql(`SELECT id FROM sessions`)).toHaveLength(1)
  })

  it('does not count a provider that is no longer configured as a way in', async () => {
    const { newcomer, linkClub, corp, database } = await twoProviders()
    const ada = await newcomer()
    await linkClub(ada)
    const later = await world({
      databaseUrl: database.url,
      env: { OAUTH_CORP_ISSUER: corp.issuer, OAUTH_CORP_CLIENT_ID: 'x', OAUTH_CORP_CLIENT_SECRET: 'x' },
    })
    const again = later.browser()
    for (const [name, value] of ada.jar) again.jar.set(name, value)
    expect((await again.post('/auth/oauth/corp/unlink')).body.error).toBe('cannot_unlink_last_provider')
  })

  it(`leaves one of two providers, when both are taken at once from an account without a password (${ROUNDS} rounds)`, async () => {
    const { newcomer, linkClub, link, sql } = await twoProviders()
    const ada = await newcomer()
    for (let round = 0; round < ROUNDS; round++) {
      const { linked } = (await ada.get('/auth/oauth/providers')).body
      if (!linked.includes('club')) await linkClub(ada)
      if (!linked.includes('corp')) await link(ada)
      const replies = await Promise.all(['corp', 'club'].map((name) => ada.post(`/auth/oauth/${name}/unlink`)))
      const answers = replies.map(({ body }) => body.error ?? 'unlinked').sort()
      expect(answers, `round ${round}`).toEqual(['cannot_unlink_last_provider', 'unlinked'])
      expect(await sql(`SELECT provider FROM identities`)).toHaveLength(1)
    }
  })

  it(`lets a sign-in at the same moment come before it, or not at all (${ROUNDS} rounds)`, async () => {
    const { signedUp, link, browser, approved, sql, signIn, statements } = await oauthWorld()
    const ada = await signedUp(EMAIL)
    const lookups = () => statements().filter((text) => text.includes('FROM identities WHERE issuer')).length
    for (let round = 0; round < ROUNDS; round++) {
      await link(ada)
      const visitor = browser()
      const callback = await approved(visitor)
      const [sessions, before] = [(await sql(`SELECT id FROM sessions`)).length, lookups()]
      const arrival = visitor.get(callback)
      // Every other time just when the sign-in has found the identity.
      while (round % 2 === 1 && lookups() === before) await turn()
      const [reply, unlinked] = await Promise.all([arrival, ada.post('/auth/oauth/corp/unlink')])
      expect(unlinked.status).toBe(200)
      const { error } = landing(reply)
      const isIn = (await visitor.get('/auth/me')).status === 200
      expect([undefined, 'provider_not_linked', 'email_already_exists']).toContain(error)
      expect([isIn, (await sql(`SELECT id FROM sessions`)).length - sessions]).toEqual(error ? [false, 0] : [true, 1])
      // Failures are left out: those of a minute that are alike are one event, at its end.
      const rows = await sql(`SELECT type FROM audit_events WHERE success = 1 ORDER BY created_at, id`)
      const types = rows.map(({ type }) => type)
      if (isIn) expect(types.lastIndexOf('oauth.login')).toBeLessThan(types.lastIndexOf('oauth.unlinked'))
      expect(landing(await signIn(browser()))['error']).toBe('email_already_exists')
    }
  })
})

describe('GET /auth/oauth/providers', () => {
  it('lists what is available, and with a session what is linked', async () => {
    const { browser, newcomer, linkClub } = await twoProviders()
    const { available, ...rest } = (await browser().get('/auth/oauth/providers')).body
    expect([available.sort(), rest]).toEqual([['club', 'corp'], {}])
    const ada = await newcomer()
    expect((await ada.get('/auth/oauth/providers')).body.linked).toEqual(['corp'])
    await linkClub(ada)
    expect((await ada.get('/auth/oauth/providers')).body.linked).toEqual(['club', 'corp'])
  })
})

describe('GET /admin/users/{id}', () => {
  it('shows the linked providers', async () => {
    const here = await oauthWorld({ withMail: true })
    const root = await signedInAsAdmin(here, 'root@example.com')
    const ada = await here.newcomer()
    const { body } = await root.get(`/admin/users/${await idOf(ada)}`)
    expect(body).toMatchObject({ providers: ['corp'], hasPassword: false, activeSessionCount: 1 })
    expect((await root.get(`/admin/users/${await idOf(root)}`)).body.providers).toEqual([])
  })
})

describe('POST /auth/account/delete/confirm', () => {
  it('refuses the last administrator, who signs in with a provider: 400 last_admin', async () => {
    const { newcomer, signedUp, mail, sql } = await oauthWorld({ withMail: true, env: { DISABLE_ADMIN_TWO_FACTOR: 'true' } })
    const admin = await newcomer()
    await sql(`UPDATE accounts SET role = 'admin'`)
    await admin.post('/auth/account/delete/request')
    const { code } = await mail.newest(EMAIL)
    const confirm = () => admin.post('/auth/account/delete/confirm', { code })
    expect(await confirm()).toMatchObject({ status: 400, body: { error: 'last_admin' } })
    await signedUp('second@example.com')
    await sql(`UPDATE accounts SET role = 'admin'`)
    expect((await confirm()).status).toBe(200)
  })
})
