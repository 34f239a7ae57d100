import { describe, expect, it } from 'vitest'
import { ada, addPasskey, signedInAda, withTotp } from '../../../../test/support/factored.ts'
import { elevatedUntil, STEP_UP_MS, stepUp } from '../../../../test/support/stepped-up.ts'

describe('POST /auth/step-up for an account with an authenticator app', () => {
  it('takes a code of the app or a recovery code, and nothing weaker', async () => {
    const { owner, app, recoveryCodes, clock } = await withTotp()
    expect(await stepUp(owner, { password: ada.password })).toMatchObject({ status: 400, body: { error: 'step_up_method' } })
    expect((await stepUp(owner, { code: app.wrong() })).body.error).toBe('two_factor_code_invalid')
    expect((await stepUp(owner, { code: app.code() })).body).toEqual({
      elevatedUntil: new Date(clock.now() + STEP_UP_MS).toISOString(),
    })
    clock.advance(STEP_UP_MS)
    expect(await elevatedUntil(owner)).toBeNull()
    expect((await stepUp(owner, { code: recoveryCodes[0] })).status).toBe(200)
    expect((await stepUp(owner, { code: recoveryCodes[0] })).status).toBe(400)
    expect(await owner.post('/auth/step-up/send')).toMatchObject({ status: 400, body: { error: 'step_up_method' } })
  })

  it('takes a sign-in for as much as it was', async () => {
    const { enter, app, recoveryCodes } = await withTotp()
    const { visitor, verify } = await enter()
    await verify({ code: app.code() })
    expect(await elevatedUntil(visitor)).not.toBeNull()
    const other = await enter()
    await other.verify({ code: recoveryCodes[0] })
    expect(await elevatedUntil(other.visitor)).not.toBeNull()
  })

  it("opens the administrators' routes, which a password never does", async () => {
    const { owner, app, sql, clock } = await withTotp()
    await sql(`UPDATE accounts SET role = 'admin'`)
    expect((await owner.get('/admin/users')).body.error).toBe('two_factor_required')
    await stepUp(owner, { code: app.code() })
    expect((await owner.get('/admin/users')).status).toBe(200)
    clock.advance(STEP_UP_MS)
    expect((await owner.get('/admin/users')).status).toBe(200)
    const plain = await signedInAda()
    await plain.sql(`UPDATE accounts SET role = 'admin'`)
    await stepUp(plain.owner)
    expect((await plain.owner.get('/admin/users')).body.error).toBe('two_factor_required')
  })

  it.each([
    ['POST /auth/change-password', { oldPassword: ada.password, newPassword: 'battery staple 2' }],
    ['POST /auth/2fa/enable', { password: ada.password }],
    ['POST /auth/2fa/disable', { password: ada.password }],
    ['DELETE /auth/account', { password: ada.password }],
    ['POST /auth/account/delete/confirm', { code: 'AAAA-AAAA-AAAA' }],
    ['POST /auth/oauth/corp/unlink', {}],
  ])('is wanted by %s, though a password is sent', async (route, body) => {
    const { owner } = await withTotp()
    const [method = '', path = ''] = route.split(' ')
    expect(await owner.send(method, path, body)).toMatchObject({ status: 403, body: { error: 'step_up_required' } })
    expect((await owner.get('/auth/me')).status).toBe(200)
  })
})

describe('POST /auth/step-up with a passkey', () => {
  async function withPasskey() {
    const here = await signedInAda()
    const { authenticator } = await addPasskey(here.owner, { keepOtherSessions: true })
    here.clock.advance(STEP_UP_MS)
    const begin = async (by = here.owner) => (await by.post('/auth/step-up/options')).body
    return { ...here, authenticator, begin }
  }

  it('is one way beside the password where nothing stronger is owed', async () => {
    const { owner, authenticator, begin } = await withPasskey()
    expect((await owner.get('/auth/step-up')).body).toEqual({ elevatedUntil: null, methods: ['password', 'passkey'] })
    const { options, state } = await begin()
    expect((await stepUp(owner, { state, passkey: authenticator.assert(options) })).status).toBe(200)
    expect(await elevatedUntil(owner)).not.toBeNull()
  })

  it('works once, in the session and the browser that asked', async () => {
    const { owner, authenticator, begin, browser } = await withPasskey()
    const { options, state } = await begin()
    const answer = { state, passkey: authenticator.assert(options) }
    const other = browser()
    await other.post('/auth/login', ada)
    other.jar.set('_passkey', owner.jar.get('_passkey') ?? '')
    expect((await stepUp(other, answer)).body.error).toBe('two_factor_code_invalid')
    const twin = owner.clone()
    twin.jar.delete('_passkey')
    expect((await stepUp(twin, answer)).body.error).toBe('two_factor_code_invalid')
    expect((await stepUp(owner, answer)).status).toBe(200)
    expect((await stepUp(owner, answer)).body.error).toBe('two_factor_code_invalid')
  })

  it('is refused with a passkey of another account, and the state of another ceremony', async () => {
    const { owner, begin, signedUp, browser } = await withPasskey()
    const bob = await signedUp('bob@example.com')
    const { authenticator: his } = await addPasskey(bob)
    const { options, state } = await begin()
    const { allowCredentials: _, ...open } = options
    expect((await stepUp(owner, { state, passkey: his.assert(open) })).body.error).toBe('two_factor_code_invalid')
    const visitor = browser()
    const signIn = (await visitor.post('/auth/passkey/options')).body
    owner.jar.set('_passkey', visitor.jar.get('_passkey') ?? '')
    expect((await stepUp(owner, { state: signIn.state, passkey: his.assert(signIn.options) })).status).toBe(400)
  })

  it('answers step_up_method 400 where there is none', async () => {
    const { owner } = await signedInAda()
    expect(await owner.post('/auth/step-up/options')).toMatchObject({ status: 400, body: { error: 'step_up_method' } })
    expect(await stepUp(owner, { state: 'x', passkey: {} })).toMatchObject({ status: 400, body: { error: 'step_up_method' } })
  })
})
