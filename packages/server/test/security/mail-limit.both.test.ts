import { describe, expect, it } from 'vitest'
import { signedInAsAdmin } from '../support/administered.ts'
import { EMAIL, guess, limited, refusedFor, visible } from '../support/limited.ts'
import { askFor, memberFor, purposes } from '../support/mailed-codes.ts'
import { landing, oauthWorld } from '../support/oauth-world.ts'
import { PASSWORD } from '../support/world.ts'

const MINUTE = 60_000
const ON = { LIMIT_MAILS_PER_MINUTE: '1', LIMIT_MAILS_PER_HOUR: '5' }
/** A code that still works is not mailed again; here none does for long. */
const SHORT = { ...ON, VERIFICATION_CODE_TTL: '1s', STEP_UP_CODE_TTL: '1s' }

describe.each(purposes)('mails for %s', (purpose) => {
  it('go to an address once a minute and five times an hour', async () => {
    const here = await limited(SHORT)
    const ada = await memberFor(here, purpose, EMAIL)
    for (let sent = 1; sent <= 5; sent++) {
      expect((await askFor[purpose](here, ada)).status).toBe(200)
      here.clock.advance(MINUTE - 1000)
      expect(await askFor[purpose](here, ada)).toMatchObject(refusedFor(1))
      here.clock.advance(1000)
    }
    expect(await askFor[purpose](here, ada)).toMatchObject(refusedFor(55 * 60))
    here.clock.advance(55 * MINUTE)
    expect((await askFor[purpose](here, ada)).status).toBe(200)
    await here.outbox.idle()
    expect(here.mail.mails).toHaveLength(6)
  })

  it('are limited for each address apart', async () => {
    const here = await limited(ON)
    for (const email of [EMAIL, 'eve@example.com']) {
      expect((await askFor[purpose](here, await memberFor(here, purpose, email))).status).toBe(200)
    }
  })
})

it('mails of one purpose do not use up those of another', async () => {
  const here = await limited(ON)
  const ada = await memberFor(here, 'verify-email', EMAIL)
  expect((await askFor['verify-email'](here, ada)).status).toBe(200)
  expect((await askFor['reset-password'](here, ada)).status).toBe(200)
})

describe.each(['/auth/forgot-password', '/auth/verify-email/resend'])('POST %s', (url) => {
  it('refuses known, verified, banned, unknown and malformed addresses alike, with the same work', async () => {
    const here = await limited(ON)
    const addresses = ['known@example.com', 'verified@example.com', 'banned@example.com', 'unknown@example.com', 'no address']
    for (const email of addresses.slice(0, 3)) await here.signedUp(email)
    await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1 WHERE email = 'verified@example.com'`)
    await here.sql(`UPDATE accounts SET banned_at = 1 WHERE email = 'banned@example.com'`)
    const seen = []
    for (const email of addresses) {
      const asked = here.statements().length
      const first = await here.browser().post(url, { email })
      await here.outbox.idle()
      const second = await here.browser().post(url, { email: ` ${email.toUpperCase()}` })
      const statements = here
        .statements()
        .slice(asked)
        .filter((statement) => !/\boutbox\b.*(?:WHERE)/s.test(statement))
      seen.push({ first: visible(first), second: visible(second), statements })
    }
    const malformed = seen.pop()
    for (const one of seen) expect(one).toEqual(seen[0])
    expect(seen[0]).toMatchObject({ first: { status: 200 }, second: { status: 429, headers: { 'retry-after': '60' } } })
    expect(malformed?.first).toEqual(seen[0]?.first)
  })
})

describe('POST /auth/verify-email/resend', () => {
  it('does not show that a code was mailed at registration, and mails no second one within the minute', async () => {
    const here = await limited({ ...SHORT, REQUIRE_EMAIL_VERIFICATION: 'true' })
    await here.signedUp()
    here.clock.advance(2000)
    const ask = (email: string) => here.browser().post('/auth/verify-email/resend', { email })
    expect(visible(await ask(EMAIL))).toEqual(visible(await ask('unknown@example.com')))
    await here.outbox.idle()
    expect(here.mail.mails).toHaveLength(1)
  })

  it('mails a code to whoever needs one, however often strangers have asked', async () => {
    const here = await limited({ ...ON, REQUIRE_EMAIL_VERIFICATION: 'true' })
    await here.signedUp()
    const ask = () => here.browser().post('/auth/verify-email/resend', { email: EMAIL })
    here.clock.advance(15 * MINUTE) // the first code has run out
    for (let asked = 0; asked < 10; asked++) {
      expect((await ask()).status).toBe(200)
      here.clock.advance(MINUTE)
    }
    await here.outbox.idle()
    expect(here.mail.mails).toHaveLength(2)
    here.clock.advance(5 * MINUTE)
    expect((await ask()).status).toBe(200)
    await here.outbox.idle()
    expect(here.mail.mails).toHaveLength(3)
  })

  it('does not keep anybody from signing up with an address that strangers have asked for', async () => {
    const here = await limited({ ...ON, REQUIRE_EMAIL_VERIFICATION: 'true' })
    await here.browser().post('/auth/verify-email/resend', { email: EMAIL })
    const reply = await here.browser().post('/auth/register', { email: EMAIL, password: PASSWORD, name: 'Ada' })
    expect(reply.status).toBe(201)
  })
})

describe('a sign-in that has to mail a code', () => {
  it('is refused when it may not, and let in by the code that was mailed', async () => {
    const here = await limited({ ...ON, TWO_FACTOR_CODE_TTL: '30s' })
    await here.signedUp()
    await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
    expect((await guess(here, EMAIL, PASSWORD)).body).toMatchObject({ codeSent: true })
    expect((await guess(here, EMAIL, PASSWORD)).body).toMatchObject({ codeSent: false })
    here.clock.advance(31_000)
    expect(await guess(here, EMAIL, PASSWORD)).toMatchObject(refusedFor(29))
    expect(await here.sql(`SELECT id FROM challenges`)).toHaveLength(1)
    here.clock.advance(29_000)
    expect((await guess(here, EMAIL, PASSWORD)).body).toMatchObject({ codeSent: true })
    expect(here.mail.mails).toHaveLength(2)
  })

  it('shares its mails with the request for another code', async () => {
    const here = await limited(ON)
    await here.signedUp()
    await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
    const visitor = here.browser()
    const { body } = await visitor.post('/auth/login', { email: EMAIL, password: PASSWORD })
    const resend = () => visitor.post('/auth/2fa/resend', { challengeId: body.challengeId })
    expect(await resend()).toMatchObject(refusedFor(60))
    here.clock.advance(MINUTE)
    expect((await resend()).body).toMatchObject({ codeSent: true })
    const [challenge] = await here.sql(`SELECT resends FROM challenges`)
    expect(challenge).toEqual({ resends: 1 })
  })
})

describe('GET /auth/oauth/{provider}/callback', () => {
  it('leads back to the sign-in, and says why, when the code that is owed may not be mailed', async () => {
    const env = { RATE_LIMITS: 'true', REQUIRE_EMAIL_2FA: 'true', TWO_FACTOR_CODE_TTL: '30s' }
    const here = await oauthWorld({ withMail: true, env })
    expect(landing(await here.signIn(here.browser()))).toMatchObject({ path: '/two-factor' })
    here.clock.advance(31_000)
    const refused = await here.signIn(here.browser())
    expect(landing(refused)).toEqual({ status: 303, path: '/sign-in', error: 'rate_limit_exceeded' })
    expect(here.mail.mails).toHaveLength(1)
  })
})

describe('POST /auth/register', () => {
  it('is refused, and leaves no account, when its code may not be mailed', async () => {
    const here = await limited({ ...ON, REQUIRE_EMAIL_VERIFICATION: 'true' })
    const register = () => here.browser().post('/auth/register', { email: EMAIL, password: PASSWORD, name: 'Ada' })
    expect((await register()).status).toBe(201)
    await here.sql(`DELETE FROM accounts`)
    expect(await register()).toMatchObject(refusedFor(60))
    expect(await here.sql(`SELECT id FROM accounts`)).toEqual([])
    here.clock.advance(MINUTE)
    expect((await register()).status).toBe(201)
  })
})

describe('invites', () => {
  it('are mailed to an address once a minute, also when they are withdrawn and made again', async () => {
    const here = await limited({ ...ON, ENABLE_INVITE: 'true' })
    const admin = await signedInAsAdmin(here, 'root@example.com')
    const invite = () => admin.post('/admin/invites', { email: 'guest@example.com' })
    const { body } = await invite()
    expect(await admin.post(`/admin/invites/${body.id}/resend`)).toMatchObject(refusedFor(60))
    expect((await admin.delete(`/admin/invites/${body.id}`)).status).toBe(200)
    expect(await invite()).toMatchObject(refusedFor(60))
    expect(await here.sql(`SELECT id FROM invites`)).toHaveLength(1)
    here.clock.advance(MINUTE)
    expect((await invite()).status).toBe(201)
  })
})
