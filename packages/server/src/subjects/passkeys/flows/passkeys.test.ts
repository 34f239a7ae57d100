import { describe, expect, it } from 'vitest'
import { ada, addPasskey, EMAIL, signedInAda } from '../../../../test/support/factored.ts'
import { oauthWorld } from '../../../../test/support/oauth-world.ts'
import { SoftwareAuthenticator } from '../../../../test/support/software-authenticator.ts'
import { STEP_UP_MS } from '../../../../test/support/stepped-up.ts'

const INVALID = { status: 400, body: { error: 'passkey_invalid' } }

describe('POST /auth/passkeys/options', () => {
  it('asks for a passkey that can be found and verifies its user, and writes nothing', async () => {
    const { owner, sql } = await signedInAda({ APP_NAME: 'Acme' })
    const { body, setCookies } = await owner.post('/auth/passkeys/options')
    expect(body.options).toMatchObject({
      rp: { id: 'localhost', name: 'Acme' },
      user: { name: EMAIL, displayName: 'Ada' },
      pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    expect(Buffer.from(body.options.challenge, 'base64url')).toHaveLength(32)
    expect(Buffer.from(body.options.user.id, 'base64url')).toHaveLength(32)
    expect(setCookies).toEqual([expect.stringMatching(/^_passkey=[\w-]{43}; .*HttpOnly/)])
    expect(await sql(`SELECT user_handle FROM accounts`)).toEqual([{ user_handle: null }])
  })

  it('answers step_up_required 403, passkey_limit 400 and method_disabled 405', async () => {
    const { owner, clock } = await signedInAda({ PASSKEY_MAX: '1' })
    await addPasskey(owner)
    expect(await owner.post('/auth/passkeys/options')).toMatchObject({ status: 400, body: { error: 'passkey_limit' } })
    clock.advance(STEP_UP_MS)
    expect(await owner.post('/auth/passkeys/options')).toMatchObject({ status: 403, body: { error: 'step_up_required' } })
    const off = await signedInAda({ PASSKEYS: 'false' })
    expect(await off.owner.post('/auth/passkeys/options')).toMatchObject({ status: 405, body: { error: 'method_disabled' } })
    const onAddress = await signedInAda({ PUBLIC_URL: 'http://127.0.0.1:3000', ALLOWED_ORIGINS: 'http://localhost:3000' })
    expect((await onAddress.owner.post('/auth/passkeys/options')).status).toBe(405)
  })
})

describe('POST /auth/passkeys', () => {
  it('adds one, answers nothing that a client has no use for, and ends what was handed out before', async () => {
    const { owner, browser, auditTypes, sql } = await signedInAda()
    const other = browser()
    await other.post('/auth/login', ada)
    const { reply } = await addPasskey(owner, { name: ' My key ' })
    expect([reply.status, reply.setCookies]).toEqual([201, []])
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'My key',
      aaguid: '00000000-0000-0000-0000-000000000000',
      provider: null,
      transports: expect.any(Array),
      isBackedUp: expect.any(Boolean),
      isUsable: true,
      createdAt: expect.any(String),
      lastUsedAt: null,
    })
    expect((await other.get('/auth/me')).status).toBe(401)
    expect((await owner.get('/auth/me')).body.twoFactorEnabled).toBe(false)
    expect(await auditTypes()).toContain('passkey.added')
    const [{ credential_id: credentialId }] = (await sql(`SELECT credential_id FROM passkeys`)) as [{ credential_id: string }]
    expect(reply.text).not.toContain(credentialId)
  })

  it('gives an account one handle, and tells the authenticator what it has already', async () => {
    const { owner, sql } = await signedInAda()
    const { authenticator } = await addPasskey(owner)
    const { body } = await owner.post('/auth/passkeys/options')
    expect(body.options.excludeCredentials).toHaveLength(1)
    expect(await sql(`SELECT user_handle FROM accounts`)).toEqual([{ user_handle: body.options.user.id }])
    expect(() => authenticator.register(body.options)).toThrow('It has one already.')
  })

  it('takes one answer of a ceremony, in the session and browser that began it', async () => {
    const { owner, browser } = await signedInAda()
    const { body } = await owner.post('/auth/passkeys/options')
    const answer = { state: body.state, passkey: new SoftwareAuthenticator().register(body.options) }
    const other = browser()
    await other.post('/auth/login', ada)
    other.jar.set('_passkey', owner.jar.get('_passkey') ?? '')
    expect(await other.post('/auth/passkeys', answer)).toMatchObject(INVALID)
    const twin = owner.clone()
    twin.jar.delete('_passkey')
    expect(await twin.post('/auth/passkeys', answer)).toMatchObject(INVALID)
    const both = await Promise.all([owner.clone(), owner.clone()].map((one) => one.post('/auth/passkeys', answer)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400])
  })

  it('takes none after five minutes', async () => {
    const { owner, clock } = await signedInAda()
    const { body } = await owner.post('/auth/passkeys/options')
    clock.advance(5 * 60_000)
    const passkey = new SoftwareAuthenticator().register(body.options)
    expect(await owner.post('/auth/passkeys', { state: body.state, passkey })).toMatchObject(INVALID)
  })

  it('keeps other sessions when asked to, and only then', async () => {
    const { owner, browser } = await signedInAda()
    const other = browser()
    await other.post('/auth/login', ada)
    expect((await addPasskey(owner, { keepOtherSessions: 1 })).reply.body.error).toBe('invalid_json')
    await addPasskey(owner, { keepOtherSessions: true })
    expect((await other.get('/auth/me')).status).toBe(200)
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a foreign frame', { crossOrigin: true }],
    ['a foreign frame that says whose', { topOrigin: 'https://evil.example' }],
    ['no user verification', { flags: { uv: false } }],
    ['no user', { flags: { up: false } }],
    ['a copy of what cannot be copied', { flags: { be: false, bs: true } }],
    ['an answer to something else', { type: 'webauthn.get' }],
    ['another algorithm', { alg: -65535 }],
    ['a name of 1,024 bytes', { credentialIdBytes: 1024 }],
    ['client data that is no JSON', { clientData: 'x' }],
  ])('answers passkey_invalid 400 to %s', async (_what, knobs) => {
    const { owner, sql } = await signedInAda()
    const { body } = await owner.post('/auth/passkeys/options')
    const passkey = new SoftwareAuthenticator().register(body.options, knobs)
    expect(await owner.post('/auth/passkeys', { state: body.state, passkey })).toMatchObject(INVALID)
    expect(await sql(`SELECT id FROM passkeys`)).toEqual([])
  })

  it.each([null, 1, 'x', [], {}, { id: 1 }, { id: 'x', response: null }])(
    'answers passkey_invalid 400 to %j',
    async (passkey) => {
      const { owner } = await signedInAda()
      const { body } = await owner.post('/auth/passkeys/options')
      expect(await owner.post('/auth/passkeys', { state: body.state, passkey })).toMatchObject(INVALID)
      expect(await owner.post('/auth/passkeys', { state: 'nonsense', passkey })).toMatchObject(INVALID)
    },
  )

  it('answers validation_error 400 to a name that is none, and passkey_exists 409 to one that is known', async () => {
    const { owner, signedUp } = await signedInAda()
    expect((await addPasskey(owner, { name: 'x'.repeat(61) })).reply.body.error).toBe('validation_error')
    const { body } = await owner.post('/auth/passkeys/options')
    const passkey = new SoftwareAuthenticator().register(body.options)
    await owner.post('/auth/passkeys', { state: body.state, passkey })
    const bob = await signedUp('bob@example.com')
    const his = (await bob.post('/auth/passkeys/options')).body
    const copy = new SoftwareAuthenticator().register(his.options, { takenId: passkey.id })
    expect(await bob.post('/auth/passkeys', { state: his.state, passkey: copy })).toMatchObject({
      status: 409,
      body: { error: 'passkey_exists' },
    })
  })

  it('adds no more than there is room for, of many at once', async () => {
    const { owner, sql } = await signedInAda({ PASSKEY_MAX: '2' })
    await addPasskey(owner, { keepOtherSessions: true })
    const begun = await Promise.all([0, 1, 2].map(async () => (await owner.clone().post('/auth/passkeys/options')).body))
    const replies = await Promise.all(
      begun.map(({ state, options }) =>
        owner.clone().post('/auth/passkeys', {
          state,
          passkey: new SoftwareAuthenticator().register(options),
          keepOtherSessions: true,
        }),
      ),
    )
    expect(replies.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1)
    expect((await sql(`SELECT id FROM passkeys`)).length).toBeLessThanOrEqual(2)
  })
})

describe('GET, PATCH and DELETE /auth/passkeys', () => {
  it('lists, renames and removes those of the own account alone', async () => {
    const { owner, signedUp, auditTypes, sql } = await signedInAda()
    const { id } = await addPasskey(owner)
    expect((await owner.get('/auth/passkeys')).body).toMatchObject({ passkeys: [{ id, name: 'Passkey' }], total: 1 })
    const bob = await signedUp('bob@example.com')
    const missing = { status: 404, body: { error: 'passkey_not_found' } }
    expect((await bob.get('/auth/passkeys')).body).toEqual({ passkeys: [], total: 0 })
    expect(await bob.send('PATCH', `/auth/passkeys/${id}`, { name: 'Mine' })).toMatchObject(missing)
    expect(await bob.delete(`/auth/passkeys/${id}`)).toMatchObject(missing)
    expect(await owner.send('PATCH', '/auth/passkeys/%00', { name: 'Mine' })).toMatchObject(missing)
    expect(await owner.delete('/auth/passkeys/%00')).toMatchObject(missing)
    expect((await owner.send('PATCH', `/auth/passkeys/${id}`, { name: ' Key ' })).body).toMatchObject({ id, name: 'Key' })
    for (const name of ['', ' ', 'x'.repeat(61), 'a\u0000b'])
      expect((await owner.send('PATCH', `/auth/passkeys/${id}`, { name })).body.error).toBe('validation_error')
    expect((await owner.delete(`/auth/passkeys/${id}`)).status).toBe(200)
    expect(await owner.delete(`/auth/passkeys/${id}`)).toMatchObject(missing)
    expect(await sql(`SELECT id FROM passkeys`)).toEqual([])
    expect(await auditTypes()).toEqual(expect.arrayContaining(['passkey.renamed', 'passkey.removed']))
  })

  it('wants a step-up for the removal', async () => {
    const { owner, clock } = await signedInAda()
    const { id } = await addPasskey(owner)
    clock.advance(STEP_UP_MS)
    expect((await owner.delete(`/auth/passkeys/${id}`)).body.error).toBe('step_up_required')
    expect((await owner.send('PATCH', `/auth/passkeys/${id}`, { name: 'Key' })).status).toBe(200)
  })

  it('switches the gate off with the last one, and says so by mail', async () => {
    const { owner, mail, outbox } = await signedInAda({ SECURITY_NOTICES: 'true' })
    const { id, authenticator } = await addPasskey(owner)
    await owner.post('/auth/2fa/enable', { method: 'passkey' })
    const { body } = await owner.post('/auth/step-up/options')
    await owner.post('/auth/step-up', { state: body.state, passkey: authenticator.assert(body.options) })
    expect((await owner.delete(`/auth/passkeys/${id}`)).status).toBe(200)
    expect((await owner.get('/auth/factors')).body).toMatchObject({ passkeyGate: false, twoFactorEnabled: false })
    await outbox.idle()
    expect(mail.mails.map(({ subject }) => subject)).toContainEqual(expect.stringContaining('last passkey was removed'))
  })

  it('never removes the last way in, also not by two removals at once', async () => {
    const { owner, sql } = await signedInAda({ STEP_UP_TTL: '1h' })
    const one = await addPasskey(owner, { keepOtherSessions: true })
    const two = await addPasskey(owner, { keepOtherSessions: true })
    await sql(`UPDATE accounts SET password_hash = NULL`)
    const removed = await Promise.all([one.id, two.id].map((id) => owner.clone().delete(`/auth/passkeys/${id}`)))
    expect(removed.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    const [left] = (await owner.get('/auth/passkeys')).body.passkeys
    expect(await owner.delete(`/auth/passkeys/${left.id}`)).toMatchObject({ status: 400, body: { error: 'last_sign_in_method' } })
    await sql(`UPDATE sessions SET second_factor_at = 1`)
    await sql(`UPDATE accounts SET role = 'admin'`)
    expect((await owner.delete(`/auth/passkeys/${left.id}`)).body.error).toBe('last_admin')
  })

  it('lets a provider be the way that is left', async () => {
    const here = await oauthWorld({ withMail: true })
    const owner = await here.newcomer()
    const { id } = await addPasskey(owner)
    expect((await owner.delete(`/auth/passkeys/${id}`)).status).toBe(200)
  })

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await signedInAda()
    for (const [method, path] of [
      ['GET', '/auth/passkeys'],
      ['POST', '/auth/passkeys'],
      ['POST', '/auth/passkeys/options'],
      ['PATCH', '/auth/passkeys/x'],
      ['DELETE', '/auth/passkeys/x'],
      ['GET', '/auth/factors'],
    ] as const)
      expect(await browser().send(method, path, method === 'GET' ? undefined : {})).toMatchObject({ status: 401 })
  })
})
