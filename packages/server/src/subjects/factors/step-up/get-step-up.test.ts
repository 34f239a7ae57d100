import { describe, expect, it } from 'vitest'
import type { Browser } from '../../../../test/support/browser.ts'
import { gated } from '../../../../test/support/gated.ts'
import { invited } from '../../../../test/support/invited.ts'
import { ADA, oauthWorld } from '../../../../test/support/oauth-world.ts'
import { elevatedUntil, STEP_UP_MS, stepUp } from '../../../../test/support/stepped-up.ts'
import { PASSWORD, type World, world } from '../../../../test/support/world.ts'

const EMAIL = 'ada@example.com'
const NEW_PASSWORD = 'battery staple 2'

const inTenMinutes = ({ clock }: Pick<World, 'clock'>): string => new Date(clock.now() + STEP_UP_MS).toISOString()
const state = async (browser: Browser) => (await browser.get('/auth/step-up')).body

async function signedIn({ browser }: World): Promise<Browser> {
  const visitor = browser()
  await visitor.post('/auth/login', { email: EMAIL, password: PASSWORD })
  return visitor
}

/** Proves the mailbox in a browser of its own. */
async function verified({ mail, browser }: World, owner: Browser): Promise<Browser> {
  const visitor = browser()
  await owner.post('/auth/resend-verification')
  const { code } = await mail.newest(EMAIL)
  await visitor.post('/auth/verify-email', { code })
  return visitor
}

describe('GET /auth/step-up', () => {
  it('answers 401 session_expired without a session', async () => {
    const { browser } = await world()
    expect(await browser().get('/auth/step-up')).toMatchObject({ status: 401, body: { error: 'session_expired' } })
  })

  it('counts a registration and a sign-in as a password, for ten minutes', async () => {
    const here = await world()
    const byRegistration = await here.signedUp()
    for (const browser of [byRegistration, await signedIn(here)]) {
      expect(await state(browser)).toEqual({ elevatedUntil: inTenMinutes(here), methods: ['password'] })
    }
    here.clock.advance(STEP_UP_MS - 1)
    expect(await elevatedUntil(byRegistration)).not.toBeNull()
    here.clock.advance(1)
    expect(await state(byRegistration)).toEqual({ elevatedUntil: null, methods: ['password'] })
  })

  it('counts a password as one after a mailed second factor, too', async () => {
    const here = await gated()
    await here.verify()
    expect(await elevatedUntil(here.visitor)).toBe(inTenMinutes(here))
  })

  it('counts an invite as the password that it ends in', async () => {
    const { form, ...here } = await invited()
    const guest = here.browser()
    await guest.post('/auth/invite/register', form)
    expect(await state(guest)).toEqual({ elevatedUntil: inTenMinutes(here), methods: ['password'] })
  })

  it('takes a provider for a mailed code: enough for an account without a password, too little for one that has one', async () => {
    const here = await oauthWorld()
    expect(await state(await here.newcomer())).toEqual({ elevatedUntil: inTenMinutes(here), methods: ['email'] })
    const bob = here.corp.person({ ...ADA, sub: 'bob-at-corp', email: 'bob@corp.example' })
    await here.link(await here.signedUp('bob@example.com'), bob)
    const visitor = here.browser()
    await here.signIn(visitor, bob)
    expect(await state(visitor)).toEqual({ elevatedUntil: null, methods: ['password'] })
  })

  it('takes the provider for no more after a mailed second factor', async () => {
    const here = await oauthWorld({ withMail: true })
    const ada = await here.signedUp(EMAIL)
    await here.link(ada)
    await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
    const visitor = here.browser()
    const { headers } = await here.signIn(visitor)
    const challengeId = new URL(String(headers['location'])).searchParams.get('challengeId')
    const { code } = await here.mail.newest(EMAIL)
    expect((await visitor.post('/auth/2fa/verify', { challengeId, code })).status).toBe(200)
    expect(await elevatedUntil(visitor)).toBeNull()
  })

  it('takes the mailbox that verify-email proves for a mailed code', async () => {
    const here = await world({ withMail: true })
    const visitor = await verified(here, await here.signedUp(EMAIL))
    expect(await state(visitor)).toEqual({ elevatedUntil: null, methods: ['password'] })
    await here.sql(`UPDATE accounts SET password_hash = NULL`)
    expect(await state(visitor)).toEqual({ elevatedUntil: inTenMinutes(here), methods: ['email'] })
  })

  it('is not prolonged by use, and outlives a refresh as it is', async () => {
    const here = await world()
    const ada = await here.signedUp()
    const until = await elevatedUntil(ada)
    here.clock.advance(STEP_UP_MS / 2)
    await ada.get('/auth/me')
    expect((await ada.post('/auth/refresh')).status).toBe(200)
    expect(await elevatedUntil(ada)).toBe(until)
    here.clock.advance(STEP_UP_MS / 2)
    expect(await elevatedUntil(ada)).toBeNull()
  })

  it('lasts as long as STEP_UP_TTL says', async () => {
    const { signedUp, clock } = await world({ env: { STEP_UP_TTL: '90s' } })
    const ada = await signedUp()
    clock.advance(89_999)
    expect(await elevatedUntil(ada)).toBe(new Date(clock.now() + 1).toISOString())
    clock.advance(1)
    expect(await elevatedUntil(ada)).toBeNull()
  })

  it('is null for a session from before there was any', async () => {
    const { signedUp, sql } = await world()
    const ada = await signedUp()
    await sql(`UPDATE sessions SET elevated_at = NULL, elevation = NULL`)
    expect(await elevatedUntil(ada)).toBeNull()
  })

  it('asks for the password as soon as the account has its first one', async () => {
    const { newcomer, mail } = await oauthWorld({ withMail: true })
    const ada = await newcomer()
    const { id } = (await ada.get('/auth/me')).body
    await ada.post('/auth/set-password/request')
    const { code } = await mail.newest(EMAIL)
    expect(await elevatedUntil(ada)).not.toBeNull()
    expect((await ada.post('/auth/set-password/confirm', { userId: id, code, newPassword: NEW_PASSWORD })).status).toBe(200)
    expect(await state(ada)).toEqual({ elevatedUntil: null, methods: ['password'] })
    expect((await stepUp(ada, { password: NEW_PASSWORD })).status).toBe(200)
    expect(await elevatedUntil(ada)).not.toBeNull()
  })
})
