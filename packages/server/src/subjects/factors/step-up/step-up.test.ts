import { describe, expect, it } from 'vitest'
import type { Browser } from '../../../../test/support/browser.ts'
import { passwordlessMember } from '../../../../test/support/mailed-codes.ts'
import { elevatedUntil, STEP_UP_MS, stepUp } from '../../../../test/support/stepped-up.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const EMAIL = 'ada@example.com'
const WRONG = 'wrong horse 1'

/** Ada, whose sign-in was a while ago. */
async function signedInBefore(env: Record<string, string> = {}) {
  const here = await world({ withMail: true, env })
  const ada = await here.signedUp(EMAIL)
  here.clock.advance(STEP_UP_MS)
  const events = (type: string) => here.sql(`SELECT * FROM audit_events WHERE type = ?`, [type])
  return { ...here, ada, events }
}

const idOfSession = async (browser: Browser): Promise<string> => (await browser.get('/auth/me')).body.session.id

describe('POST /auth/step-up', () => {
  it('answers 200 to the password with the end of its time, sets no cookie, issues no session, and audits it', async () => {
    const { ada, clock, sql, events } = await signedInBefore()
    expect(await elevatedUntil(ada)).toBeNull()
    const reply = await stepUp(ada)
    const until = new Date(clock.now() + STEP_UP_MS).toISOString()
    expect(reply).toMatchObject({ status: 200, setCookies: [] })
    expect(reply.body).toEqual({ elevatedUntil: until })
    expect(await elevatedUntil(ada)).toBe(until)
    expect(await sql(`SELECT id FROM sessions`)).toHaveLength(1)
    const [event, ...others] = await events('step_up.success')
    expect(others).toEqual([])
    expect(event).toMatchObject({ success: 1, session_id: await idOfSession(ada), metadata: '{"method":"password"}' })
  })

  it('raises this session and no other', async () => {
    const { ada, browser, clock } = await signedInBefore()
    const phone = browser()
    await phone.post('/auth/login', { email: EMAIL, password: PASSWORD })
    clock.advance(STEP_UP_MS)
    await stepUp(ada)
    expect(await elevatedUntil(phone)).toBeNull()
  })

  it('opens no administrators’ route', async () => {
    const { ada, sql } = await signedInBefore()
    await sql(`UPDATE accounts SET role = 'admin'`)
    expect((await stepUp(ada)).status).toBe(200)
    expect(await ada.get('/admin/users')).toMatchObject({ status: 403, body: { error: 'two_factor_required' } })
  })

  it('answers 401 session_expired without a session', async () => {
    const { browser } = await world()
    expect(await stepUp(browser())).toMatchObject({ status: 401, body: { error: 'session_expired' } })
  })

  it.each([{ password: WRONG }, { password: '' }, {}, { password: WRONG, code: 'x' }])(
    'answers 401 invalid_credentials to %j, raises nothing, and audits it',
    async (body) => {
      const { ada, events } = await signedInBefore()
      expect(await stepUp(ada, body)).toMatchObject({ status: 401, body: { error: 'invalid_credentials' }, setCookies: [] })
      expect(await elevatedUntil(ada)).toBeNull()
      expect(await events('step_up.failed')).toMatchObject([{ success: 0, session_id: await idOfSession(ada) }])
      expect((await ada.get('/auth/me')).status).toBe(200)
    },
  )

  it.each([
    { code: 'AAAA-BBBB-CCCC' },
    { code: 'AAAA-BBBB-CCCC', method: 'email' },
    { code: '123456', method: 'totp' },
    { password: PASSWORD, method: 'email' },
    { method: '__proto__' },
  ])('answers 400 step_up_method to %j for an account with a password', async (body) => {
    const { ada, events, hasher } = await signedInBefore()
    const before = hasher.calls
    expect(await stepUp(ada, body)).toMatchObject({ status: 400, body: { error: 'step_up_method' } })
    expect(hasher.calls).toBe(before)
    expect(await elevatedUntil(ada)).toBeNull()
    expect(await events('step_up.failed')).toEqual([])
  })

  it('answers 400 step_up_method to a password for an account without one, whatever was typed', async () => {
    const here = await world()
    const { browser } = await passwordlessMember(here, EMAIL)
    for (const body of [{ password: PASSWORD }, { method: 'password' }, { code: '123456', method: 'recovery' }]) {
      expect(await stepUp(browser, body), JSON.stringify(body)).toMatchObject({ status: 400, body: { error: 'step_up_method' } })
    }
  })

  it('proves nothing when the password changes while it is compared', async () => {
    const { ada, hasher, sql, events } = await signedInBefore()
    hasher.afterNext = async () => {
      await sql(`UPDATE accounts SET credential_version = credential_version + 1`)
    }
    expect(await stepUp(ada)).toMatchObject({ status: 401, body: { error: 'invalid_credentials' } })
    expect(await elevatedUntil(ada)).toBeNull()
    expect(await events('step_up.success')).toEqual([])
  })

  it('raises no session that ends while the password is compared', async () => {
    const { ada, hasher, sql, events } = await signedInBefore()
    hasher.afterNext = async () => {
      await sql(`UPDATE sessions SET revoked_at = 1`)
    }
    expect(await stepUp(ada)).toMatchObject({ status: 401, body: { error: 'session_expired' } })
    expect(await sql(`SELECT id FROM sessions WHERE elevated_at > created_at`)).toEqual([])
    expect(await events('step_up.success')).toEqual([])
  })

  it('counts wrong passwords for its session alone', async () => {
    const { ada, browser } = await signedInBefore({ RATE_LIMITS: 'true' })
    for (let n = 0; n < 10; n++) expect((await stepUp(ada, { password: WRONG })).status).toBe(401)
    expect(await stepUp(ada)).toMatchObject({ status: 429, body: { error: 'rate_limit_exceeded' } })
    expect((await browser().post('/auth/login', { email: EMAIL, password: PASSWORD })).status).toBe(200)
  })
})
