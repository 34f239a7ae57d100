import { describe, expect, it } from 'vitest'
import { addPasskey, EMAIL, enterByPasskey, signedInAda } from '../../../../test/support/factored.ts'
import { SoftwareAuthenticator } from '../../../../test/support/software-authenticator.ts'
import { elevatedUntil } from '../../../../test/support/stepped-up.ts'
import { world } from '../../../../test/support/world.ts'

async function withPasskey(env: Record<string, string> = {}, authenticator = new SoftwareAuthenticator()) {
  const here = await signedInAda(env)
  return { ...here, ...(await addPasskey(here.owner, {}, authenticator)) }
}

describe('POST /auth/passkey/options', () => {
  it('is the same for all, names no passkey, and writes nothing', async () => {
    const { browser, sql } = await withPasskey()
    const { status, body, setCookies } = await browser().post('/auth/passkey/options')
    expect(status).toBe(200)
    expect(body.options).toEqual({
      rpId: 'localhost',
      challenge: expect.any(String),
      timeout: 300_000,
      userVerification: 'required',
    })
    expect(setCookies).toEqual([expect.stringContaining('_passkey=')])
    expect(await sql(`SELECT hash FROM spent_states`)).toHaveLength(1)
  })

  it('answers method_disabled 405 where passkeys are off', async () => {
    const { browser } = await world({ env: { PASSKEYS: 'false' } })
    const disabled = { status: 405, body: { error: 'method_disabled' } }
    expect(await browser().post('/auth/passkey/options')).toMatchObject(disabled)
    expect(await browser().post('/auth/passkey/login', { state: 'x', passkey: {} })).toMatchObject(disabled)
  })
})

describe('POST /auth/passkey/login', () => {
  it('signs in, passes the gate, and counts as a second factor', async () => {
    const { browser, authenticator, sql, clock, auditTypes } = await withPasskey()
    await sql(`UPDATE accounts SET role = 'admin', two_factor_enabled_at = 1`)
    const visitor = browser()
    const reply = await enterByPasskey(visitor, authenticator)
    expect(reply.body).toMatchObject({ user: { email: EMAIL }, session: { id: expect.any(String) } })
    expect((await visitor.get('/admin/users')).status).toBe(200)
    expect(await elevatedUntil(visitor)).not.toBeNull()
    expect((await visitor.get('/auth/passkeys')).body.passkeys[0].lastUsedAt).toBe(new Date(clock.now()).toISOString())
    expect(await auditTypes()).toContain('passkey.login')
  })

  it('satisfies REQUIRE_EMAIL_2FA', async () => {
    const { database, authenticator } = await withPasskey()
    const strict = await world({ withMail: true, databaseUrl: database.url, env: { REQUIRE_EMAIL_2FA: 'true' } })
    expect((await enterByPasskey(strict.browser(), authenticator)).body).toHaveProperty('session')
  })

  it('takes an answer once, in the browser that asked, for five minutes', async () => {
    const { browser, authenticator, clock } = await withPasskey()
    const visitor = browser()
    const { body } = await visitor.post('/auth/passkey/options')
    const answer = { state: body.state, passkey: authenticator.assert(body.options) }
    const invalid = { status: 400, body: { error: 'passkey_invalid' }, setCookies: [] }
    expect(await browser().post('/auth/passkey/login', answer)).toMatchObject(invalid)
    const all = await Promise.all(Array.from({ length: 5 }, () => visitor.clone().post('/auth/passkey/login', answer)))
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])
    const late = (await visitor.post('/auth/passkey/options')).body
    clock.advance(5 * 60_000)
    expect(
      await visitor.post('/auth/passkey/login', { state: late.state, passkey: authenticator.assert(late.options) }),
    ).toMatchObject(invalid)
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }, 400, 'passkey_invalid'],
    ['a foreign frame', { crossOrigin: true }, 400, 'passkey_invalid'],
    ['another challenge', { challenge: 'A'.repeat(43) }, 400, 'passkey_invalid'],
    ['no user verification', { flags: { uv: false } }, 400, 'passkey_invalid'],
    ['no user', { flags: { up: false } }, 400, 'passkey_invalid'],
    ['a copy of what cannot be copied', { flags: { be: false, bs: true } }, 400, 'passkey_invalid'],
    ['a changed nature', { flags: { be: false, bs: false } }, 401, 'passkey_refused'],
    ['no handle', { userHandle: null }, 401, 'passkey_refused'],
    ['another handle', { userHandle: 'A'.repeat(43) }, 401, 'passkey_refused'],
    ['another signature', { signature: 'of another key' }, 401, 'passkey_refused'],
  ])('answers to %s', async (_what, knobs, status, error) => {
    const { browser, authenticator } = await withPasskey()
    expect(await enterByPasskey(browser(), authenticator, knobs)).toMatchObject({ status, body: { error }, setCookies: [] })
  })

  it('answers passkey_unknown 401 to one that was removed', async () => {
    const { browser, authenticator, owner, id } = await withPasskey()
    await owner.delete(`/auth/passkeys/${id}`)
    expect(await enterByPasskey(browser(), authenticator)).toMatchObject({ status: 401, body: { error: 'passkey_unknown' } })
  })

  it('answers user_banned 403, and waits for the verification that is owed', async () => {
    const { browser, authenticator, sql, database } = await withPasskey()
    const strict = await world({ withMail: true, databaseUrl: database.url, env: { REQUIRE_EMAIL_VERIFICATION: 'true' } })
    expect((await enterByPasskey(strict.browser(), authenticator)).body).toMatchObject({ requiresVerification: true })
    await sql(`UPDATE accounts SET banned_at = 1`)
    expect(await enterByPasskey(browser(), authenticator)).toMatchObject({ status: 403, body: { error: 'user_banned' } })
  })

  it('refuses a key that counts back, unless it is one that is copied, and tells its owner', async () => {
    const single = await withPasskey(
      { SECURITY_NOTICES: 'true' },
      new SoftwareAuthenticator({ isBackupEligible: false, countsBy: 1 }),
    )
    expect((await enterByPasskey(single.browser(), single.authenticator)).status).toBe(200)
    expect((await enterByPasskey(single.browser(), single.authenticator, { counter: 1 })).body.error).toBe('passkey_refused')
    await single.outbox.idle()
    expect(single.mail.mails.map(({ subject }) => subject).join()).toContain('may have been copied')
    const copied = await withPasskey({}, new SoftwareAuthenticator({ countsBy: 1 }))
    await enterByPasskey(copied.browser(), copied.authenticator)
    expect((await enterByPasskey(copied.browser(), copied.authenticator, { counter: 1 })).status).toBe(200)
    expect(await copied.auditTypes()).toContain('passkey.counter')
  })
})
