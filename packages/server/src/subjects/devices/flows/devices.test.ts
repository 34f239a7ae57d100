import { describe, expect, it } from 'vitest'
import { ada, STEP_MS, signedInAda, withTotp } from '../../../../test/support/factored.ts'
import { elevatedUntil } from '../../../../test/support/stepped-up.ts'

const MONTH = 30 * 86_400_000

/** Ada has typed a code in a browser, and trusts it. */
async function trusting(env: Record<string, string> = {}) {
  const here = await withTotp(env)
  const { visitor, verify } = await here.enter()
  await verify({ code: here.app.code(), trustDevice: true })
  here.clock.advance(STEP_MS)
  const again = (browser = visitor.clone()) => browser.post('/auth/login', ada)
  return { ...here, visitor, again }
}

describe('a browser that is trusted', () => {
  it('is asked for no second factor for thirty days, and its sessions have passed none', async () => {
    const { visitor, again, clock, sql } = await trusting()
    const twin = visitor.clone()
    expect((await again(twin)).body).toHaveProperty('session')
    await sql(`UPDATE accounts SET role = 'admin'`)
    expect((await twin.get('/admin/users')).body.error).toBe('two_factor_required')
    expect(await elevatedUntil(twin)).toBeNull()
    clock.advance(MONTH - 2 * STEP_MS)
    expect((await again()).body).toHaveProperty('session')
    clock.advance(2 * STEP_MS)
    expect((await again()).body.requiresTwoFactor).toBe(true)
  })

  it('is so only where that was asked for literally', async () => {
    const { enter, app, clock } = await withTotp()
    const { visitor, verify } = await enter()
    expect((await verify({ code: app.code(), trustDevice: 'true' })).body.error).toBe('invalid_json')
    expect((await verify({ code: app.code() })).status).toBe(200)
    clock.advance(STEP_MS)
    expect((await visitor.get('/auth/devices')).body).toEqual({ devices: [], total: 0, currentDeviceId: null })
    expect((await visitor.post('/auth/login', ada)).body.requiresTwoFactor).toBe(true)
  })

  it('is known by its cookie alone', async () => {
    const { visitor, browser } = await trusting()
    const stranger = browser()
    expect((await stranger.post('/auth/login', ada)).body.requiresTwoFactor).toBe(true)
    stranger.jar.set('_device', visitor.jar.get('_device') ?? '')
    expect((await stranger.post('/auth/login', ada)).body).toHaveProperty('session')
  })

  it("spares nothing at the administrators' door", async () => {
    const { visitor, sql } = await trusting()
    await sql(`UPDATE accounts SET role = 'admin'`)
    expect((await visitor.post('/auth/admin/login', ada)).body.requiresTwoFactor).toBe(true)
  })

  it("is never made one at the administrators' door", async () => {
    const { app, browser, sql, clock } = await withTotp()
    await sql(`UPDATE accounts SET role = 'admin'`)
    const visitor = browser()
    const { challengeId } = (await visitor.post('/auth/admin/login', ada)).body
    expect((await visitor.post('/auth/2fa/verify', { challengeId, code: app.code(), trustDevice: true })).status).toBe(200)
    expect((await visitor.get('/auth/devices')).body.total).toBe(0)
    clock.advance(STEP_MS)
    expect((await visitor.post('/auth/login', ada)).body.requiresTwoFactor).toBe(true)
  })

  it('spares nothing where TRUSTED_DEVICE_TTL is 0s', async () => {
    const { visitor, again } = await trusting({ TRUSTED_DEVICE_TTL: '0s' })
    expect(visitor.jar.has('_device')).toBe(false)
    expect((await again()).body.requiresTwoFactor).toBe(true)
  })

  it.each(['change-password', 'ban', 'reset', 'factors'])('is trusted no more after a %s', async (what) => {
    const { visitor, again, owner, app, sql, browser, mail, clock } = await trusting()
    const credentials = { ...ada }
    await sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1`)
    if (what === 'change-password' || what === 'factors') await owner.post('/auth/step-up', { code: app.code() })
    if (what === 'change-password') {
      credentials.password = 'battery staple 2'
      await owner.post('/auth/change-password', { oldPassword: ada.password, newPassword: credentials.password })
    }
    if (what === 'factors') await owner.post('/auth/2fa/enable', { password: ada.password, keepOtherSessions: true })
    if (what === 'ban') await sql(`UPDATE accounts SET credential_version = credential_version + 1`)
    if (what === 'reset') {
      credentials.password = 'battery staple 2'
      await browser().post('/auth/forgot-password', { email: ada.email })
      const { code } = await mail.newest(ada.email)
      await browser().post('/auth/reset-password', { code, newPassword: credentials.password })
    }
    clock.advance(STEP_MS)
    expect((await visitor.clone().post('/auth/login', credentials)).body.requiresTwoFactor).toBe(true)
    expect((await again()).body).not.toHaveProperty('session')
  })
})

describe('GET and DELETE /auth/devices', () => {
  it('lists what is trusted, and which of them is asking', async () => {
    const { visitor, owner, clock } = await trusting()
    const since = new Date(clock.now() - STEP_MS)
    const { body } = await visitor.get('/auth/devices')
    expect(body).toMatchObject({ total: 1, currentDeviceId: body.devices[0].id })
    expect(body.devices).toEqual([
      {
        id: expect.any(String),
        browser: null,
        system: null,
        trustedAt: since.toISOString(),
        trustedUntil: new Date(since.getTime() + MONTH).toISOString(),
        lastSeenAt: since.toISOString(),
      },
    ])
    expect((await owner.get('/auth/devices')).body).toMatchObject({ total: 1, currentDeviceId: null })
  })

  it('ends the trust in one of them, of the own account alone', async () => {
    const { visitor, again, owner, signedUp, auditTypes } = await trusting()
    const [{ id }] = (await owner.get('/auth/devices')).body.devices
    const bob = await signedUp('bob@example.com')
    const missing = { status: 404, body: { error: 'device_not_found' } }
    expect(await bob.delete(`/auth/devices/${id}`)).toMatchObject(missing)
    for (const none of ['nonsense', '%00']) expect(await owner.delete(`/auth/devices/${none}`)).toMatchObject(missing)
    expect((await owner.delete(`/auth/devices/${id}`)).status).toBe(200)
    expect(await owner.delete(`/auth/devices/${id}`)).toMatchObject(missing)
    expect((await visitor.get('/auth/devices')).body.total).toBe(0)
    expect((await again()).body.requiresTwoFactor).toBe(true)
    expect(await auditTypes()).toEqual(expect.arrayContaining(['device.trusted', 'device.revoked']))
  })

  it('ends the trust in all of them', async () => {
    const { owner, again } = await trusting()
    expect((await owner.delete('/auth/devices')).status).toBe(200)
    expect((await owner.get('/auth/devices')).body.total).toBe(0)
    expect((await again()).body.requiresTwoFactor).toBe(true)
  })

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await signedInAda()
    for (const [method, path] of [
      ['GET', '/auth/devices'],
      ['DELETE', '/auth/devices'],
      ['DELETE', '/auth/devices/x'],
    ] as const)
      expect(await browser().send(method, path)).toMatchObject({ status: 401, body: { error: 'session_expired' } })
  })
})
