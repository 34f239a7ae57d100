import { describe, expect, it } from 'vitest'
import { ada, addPasskey, enterByPasskey, STEP_MS, signedInAda } from '../../../../test/support/factored.ts'

describe('a passkey as second factor', () => {
  /** Ada with a passkey, whose gate is on. */
  async function withGate(env: Record<string, string> = {}) {
    const here = await signedInAda(env)
    const { authenticator } = await addPasskey(here.owner, { keepOtherSessions: true })
    expect((await here.owner.post('/auth/2fa/enable', { method: 'passkey', keepOtherSessions: true })).status).toBe(200)
    const enter = async () => {
      const visitor = here.browser()
      const { body } = await visitor.post('/auth/login', ada)
      const options = () => visitor.post('/auth/2fa/passkey/options', { challengeId: body.challengeId })
      return { visitor, gated: body, challengeId: body.challengeId as string, options }
    }
    return { ...here, authenticator, enter }
  }

  it('is asked for, and completes the sign-in', async () => {
    const { enter, authenticator, mail, auditTypes } = await withGate()
    const { visitor, gated, challengeId, options } = await enter()
    expect(gated).toMatchObject({ methods: ['passkey'], codeSent: false })
    const { body } = await options()
    expect(body.options.allowCredentials).toHaveLength(1)
    const passkey = authenticator.assert(body.options)
    const reply = await visitor.post('/auth/2fa/verify', { challengeId, state: body.state, passkey })
    expect(reply.body).toHaveProperty('session')
    expect((await visitor.get('/auth/step-up')).body.elevatedUntil).not.toBeNull()
    expect(mail.mails).toEqual([])
    expect(await auditTypes()).toEqual(expect.arrayContaining(['2fa.passkey.verified', 'login.success']))
  })

  it('works with one ceremony once, in its browser and for its challenge alone', async () => {
    const { enter, authenticator, browser } = await withGate()
    const one = await enter()
    const { body } = await one.options()
    const passkey = authenticator.assert(body.options)
    const verify = (by = one.visitor, challengeId = one.challengeId) =>
      by.post('/auth/2fa/verify', { challengeId, state: body.state, passkey })
    const stranger = browser()
    stranger.jar.set('_2fa_challenge', one.visitor.jar.get('_2fa_challenge') ?? '')
    expect((await verify(stranger)).body.error).toBe('two_factor_code_invalid')
    const other = await enter()
    expect((await verify(other.visitor, other.challengeId)).body.error).toBe('two_factor_code_invalid')
    const twin = one.visitor.clone()
    expect((await verify()).status).toBe(200)
    expect((await verify(twin)).body.error).toBe('two_factor_code_already_used')
  })

  it('is told only to the browser that has typed the password', async () => {
    const { enter, browser } = await withGate()
    const { challengeId } = await enter()
    const unknown = { status: 400, body: { error: 'two_factor_code_invalid' } }
    expect(await browser().post('/auth/2fa/passkey/options', { challengeId })).toMatchObject(unknown)
    expect(await browser().post('/auth/2fa/passkey/options', { challengeId: 'nonsense' })).toMatchObject(unknown)
  })

  it('costs one of five guesses, as a code does', async () => {
    const { enter, authenticator } = await withGate()
    const { visitor, challengeId, options } = await enter()
    for (let guess = 0; guess < 5; guess++) {
      const { body } = await options()
      const passkey = authenticator.assert(body.options, { origin: 'https://evil.example' })
      const reply = await visitor.post('/auth/2fa/verify', { challengeId, state: body.state, passkey })
      expect(reply.body.error).toBe('two_factor_code_invalid')
    }
    const { body } = await options()
    const passkey = authenticator.assert(body.options)
    expect((await visitor.post('/auth/2fa/verify', { challengeId, state: body.state, passkey })).status).toBe(400)
  })

  it('is offered first beside mailed codes, and gates nothing by itself', async () => {
    const here = await signedInAda()
    const { authenticator } = await addPasskey(here.owner, { keepOtherSessions: true })
    expect((await here.browser().post('/auth/login', ada)).body).toHaveProperty('session')
    await here.owner.post('/auth/2fa/enable', { password: ada.password })
    const { body } = await here.browser().post('/auth/login', ada)
    expect(body).toMatchObject({ codeSent: true, methods: ['passkey', 'email'] })
    expect((await enterByPasskey(here.browser(), authenticator)).body).toHaveProperty('session')
  })

  it('is switched with a step-up and a passkey, by no password', async () => {
    const { owner, clock } = await signedInAda()
    const enable = () => owner.post('/auth/2fa/enable', { method: 'passkey', password: ada.password })
    expect(await enable()).toMatchObject({ status: 400, body: { error: 'passkey_required' } })
    await addPasskey(owner)
    clock.advance(10 * 60_000)
    expect(await enable()).toMatchObject({ status: 403, body: { error: 'step_up_required' } })
    expect(await owner.post('/auth/2fa/enable', { method: 'pigeon' })).toMatchObject({
      status: 400,
      body: { error: 'validation_error' },
    })
  })

  it('is no longer asked for once it is switched off, and recovery codes go with the last gate', async () => {
    const { owner, authenticator, browser, clock } = await withGate()
    const stepUp = async () => {
      const { body } = await owner.post('/auth/step-up/options')
      return owner.post('/auth/step-up', { state: body.state, passkey: authenticator.assert(body.options) })
    }
    expect((await owner.post('/auth/2fa/disable', { method: 'passkey' })).body.error).toBe('step_up_required')
    expect((await stepUp()).status).toBe(200)
    await owner.post('/auth/2fa/recovery-codes')
    clock.advance(STEP_MS)
    expect((await owner.post('/auth/2fa/disable', { method: 'passkey' })).status).toBe(200)
    expect((await owner.get('/auth/factors')).body).toMatchObject({
      passkeyGate: false,
      recoveryCodes: null,
      twoFactorEnabled: false,
    })
    expect((await browser().post('/auth/login', ada)).body).toHaveProperty('session')
  })
})
