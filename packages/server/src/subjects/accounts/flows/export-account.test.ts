import { describe, expect, it } from 'vitest'
import { addPasskey, addTotp, STEP_MS } from '../../../../test/support/factored.ts'
import { enlargeActivity } from '../../../../test/support/large-activity.ts'
import { limited, refusedFor } from '../../../../test/support/limited.ts'
import { longestHold } from '../../../../test/support/longest-hold.ts'
import { organised } from '../../../../test/support/organised.ts'
import { STEP_UP_MS } from '../../../../test/support/stepped-up.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const EXPORT = '/auth/account/export'
const DAY = 86_400_000
const HOLD_MS = 50
const EMAIL = 'ada@example.com'
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const id = expect.stringMatching(/^[0-9a-f-]{36}$/)

describe('POST /auth/account/export', () => {
  it('answers a file with all that is kept about a bare account', async () => {
    const { signedUp, clock } = await world()
    const ada = await signedUp()
    const { status, headers, body } = await ada.post(EXPORT)
    expect({ status, type: headers['content-type'], file: headers['content-disposition'] }).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      file: 'attachment; filename="account-2030-01-01.json"',
    })
    const now = new Date(clock.now()).toISOString()
    const client = { ipAddress: '127.0.0.1', userAgent: 'TestBrowser/1.0' }
    const own = { by: 'you', ip: '127.0.0.1', browser: null, system: null, success: true, count: 1, createdAt: now, id }
    expect(body).toEqual({
      format: 'latchkey.account.v1',
      exportedAt: now,
      account: {
        ...{ id, email: EMAIL, name: 'Ada', role: 'user', emailVerified: false, emailVerifiedAt: null, hasPassword: true },
        ...{ twoFactorEnabled: false, twoFactorEnabledAt: null, language: null, createdAt: now, updatedAt: now },
      },
      data: {},
      sessions: [
        {
          ...{ id, name: null, method: 'password', ...client, secondFactorAt: null },
          ...{ createdAt: now, lastActiveAt: now, expiresAt: new Date(clock.now() + 30 * DAY).toISOString() },
        },
      ],
      devices: [],
      providers: [],
      passkeys: [],
      factors: { totp: null, recovery: null, email: null, passkey: null },
      origin: null,
      organisations: [],
      applications: [],
      events: [
        { ...own, type: 'account.exported', isCurrentSession: true },
        { ...own, type: 'user.registered', isCurrentSession: false },
      ],
      truncated: false,
    })
  })

  it('has factors, passkeys, browsers, organisations and invites, and of other people nothing but names of organisations', async () => {
    const here = await organised({ RATE_LIMITS: 'true' })
    const [ada, olga] = [await here.join('ada'), await here.join('olga')]
    await addPasskey(ada.browser, { name: 'Key' })
    const { app } = await addTotp(here, ada.browser)
    const { body: acme } = await olga.browser.post('/auth/orgs', { name: 'Acme', slug: 'acme' })
    const { body: other } = await olga.browser.post('/auth/orgs', { name: 'Other', slug: 'other' })
    await here.invite(olga.browser, acme.id, ada, 'admin')
    here.clock.advance(2 * STEP_MS)
    await olga.browser.post(`/auth/orgs/${other.id}/invites`, { email: ada.email, role: 'member' })
    here.clock.advance(STEP_MS)
    await ada.browser.post('/auth/step-up', { code: app.code() })
    const { body, text } = await ada.browser.post(EXPORT)
    expect(body).toMatchObject({
      account: { emailVerified: true, twoFactorEnabled: true, twoFactorEnabledAt: time },
      devices: [
        {
          id,
          browser: null,
          system: null,
          userAgent: 'TestBrowser/1.0',
          firstSeenAt: time,
          lastSeenAt: time,
          trustedUntil: null,
        },
      ],
      passkeys: [
        {
          id,
          name: 'Key',
          createdAt: time,
          lastUsedAt: null,
          isBackupEligible: expect.any(Boolean),
          isBackedUp: expect.any(Boolean),
        },
      ],
      factors: { totp: { enabledAt: time, lastUsedAt: time }, recovery: { remaining: 10, createdAt: time } },
      organisations: [
        { id: acme.id, name: 'Acme', slug: 'acme', role: 'admin', joinedAt: time, invitedAt: null, inviteExpiresAt: null },
        { id: null, name: 'Other', slug: null, role: 'member', joinedAt: null, invitedAt: time, inviteExpiresAt: time },
      ],
    })
    expect(text).not.toMatch(/olga/i)
    // An address that is not proved may be another person's.
    await here.sql(`UPDATE accounts SET verified_at = NULL WHERE id = ?`, [ada.id])
    expect((await ada.browser.post(EXPORT)).body.organisations).toMatchObject([{ name: 'Acme' }])
  })

  it('says when a browser is trusted, only while it is', async () => {
    const { signedUp, sql, clock } = await world({ env: { RATE_LIMITS: 'true' } })
    const ada = await signedUp()
    const until = clock.now() + DAY
    const trusted = async () => (await ada.post(EXPORT)).body.devices[0].trustedUntil
    await sql(`UPDATE devices SET trusted_at = 1, trusted_until = ?, trusted_version = 1`, [until])
    expect(await trusted()).toBe(new Date(until).toISOString())
    await sql(`UPDATE devices SET trusted_version = 0`)
    expect(await trusted()).toBeNull()
    await sql(`UPDATE devices SET trusted_version = 1, trusted_until = ?`, [clock.now()])
    expect(await trusted()).toBeNull()
  })

  it('is noted in the log, and counted: five a day for an account', async () => {
    const here = await limited()
    const ada = await here.signedUp()
    const eve = await here.signedUp('eve@example.com')
    for (let n = 0; n < 5; n++) expect((await ada.post(EXPORT)).status).toBe(200)
    here.clock.advance(STEP_UP_MS / 2)
    expect(await ada.post(EXPORT)).toMatchObject(refusedFor((DAY - STEP_UP_MS / 2) / 1000))
    expect((await eve.post(EXPORT)).status).toBe(200)
    expect((await here.auditTypes()).filter((type) => type === 'account.exported')).toHaveLength(6)
    here.clock.advance(DAY - STEP_UP_MS / 2)
    await ada.post('/auth/step-up', { password: PASSWORD })
    expect((await ada.post(EXPORT)).status).toBe(200)
  })

  it('is not limited where nothing is', async () => {
    const { signedUp } = await world()
    const ada = await signedUp()
    for (let n = 0; n < 6; n++) expect((await ada.post(EXPORT)).status).toBe(200)
  })

  it('answers step_up_required 403 to a session that has proved nothing lately', async () => {
    const { signedUp, clock, auditTypes } = await world()
    const ada = await signedUp()
    clock.advance(STEP_UP_MS + 1)
    expect(await ada.post(EXPORT)).toMatchObject({ status: 403, body: { error: 'step_up_required' } })
    expect(await auditTypes()).not.toContain('account.exported')
  })

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await world()
    expect(await browser().post(EXPORT)).toMatchObject({ status: 401, body: { error: 'session_expired' } })
  })

  it('answers method_disabled 405 to all when ACCOUNT_EXPORT is false, before anything else', async () => {
    const { browser, signedUp } = await world({ env: { ACCOUNT_EXPORT: 'false' } })
    for (const visitor of [browser(), await signedUp()])
      expect(await visitor.post(EXPORT)).toMatchObject({ status: 405, body: { error: 'method_disabled' } })
  })

  it('has the newest 10,000 events, says that there were more, and never holds the others up for long', async () => {
    const here = await world()
    const ada = await here.signedUp()
    const accountId = (await ada.get('/auth/me')).body.id
    await enlargeActivity(here, accountId, 12_000)
    let reply = await ada.post(EXPORT)
    const hold = await longestHold(HOLD_MS, async () => {
      reply = await ada.post(EXPORT)
    })
    const { events, truncated } = reply.body
    expect(truncated).toBe(true)
    expect(events).toHaveLength(10_000)
    expect(new Set(events.map((event: { id: string }) => event.id)).size).toBe(10_000)
    // Two of exports, one of the registration, and the rest from the newest on.
    expect(events.slice(-1)).toMatchObject([{ type: 'login.failed', ip: '203.0.113.0/24' }])
    expect(hold).toBeLessThan(HOLD_MS)
    await here.sql(`DELETE FROM activity WHERE count > 9000`)
    expect((await ada.post(EXPORT)).body).toMatchObject({ truncated: false })
  })

  it('says that nothing is missing where there are exactly as many', async () => {
    const here = await world()
    const ada = await here.signedUp()
    await enlargeActivity(here, (await ada.get('/auth/me')).body.id, 9998)
    const { body } = await ada.post(EXPORT)
    expect([body.events.length, body.truncated]).toEqual([10_000, false])
    const { body: next } = await ada.post(EXPORT)
    expect([next.events.length, next.truncated]).toEqual([10_000, true])
  })
})
