import { describe, expect, it } from 'vitest'
import { signedInAsAdmin } from '../support/administered.ts'
import type { Reply } from '../support/browser.ts'
import { EMAIL, limited, refusedFor } from '../support/limited.ts'
import { askFor, memberFor } from '../support/mailed-codes.ts'
import { landing, oauthWorld } from '../support/oauth-world.ts'
import { together } from '../support/rounds.ts'
import { PASSWORD, type World } from '../support/world.ts'

const MINUTE = 60_000
const ON = { LIMIT_MAILS_PER_MINUTE: '1', LIMIT_MAILS_PER_HOUR: '2' }

/** Something that mails, and whose answer says whether the mail was taken. */
interface AnsweringFlow {
  readonly env?: Record<string, string>
  /** Everything up to the one request. */
  readonly ready: (here: World) => Promise<() => Promise<Reply>>
  /** The events that a mail which was taken leaves in the log. */
  readonly events: readonly string[]
}

const register = ({ browser }: World) => browser().post('/auth/register', { email: EMAIL, password: PASSWORD, name: 'Ada' })

const asking = (purpose: 'verify-email' | 'set-password' | 'delete-account', events: readonly string[]): AnsweringFlow => ({
  ready: async (here) => {
    const who = await memberFor(here, purpose, EMAIL)
    return () => askFor[purpose](here, who)
  },
  events,
})

async function gatedBrowser(here: World) {
  await register(here)
  await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
  const visitor = here.browser()
  const { body } = await visitor.post('/auth/login', { email: EMAIL, password: PASSWORD })
  here.clock.advance(60 * MINUTE)
  await here.sql(`UPDATE challenges SET expires_at = ?`, [here.clock.now() + MINUTE])
  return { visitor, challengeId: body.challengeId as string }
}

async function invited(here: World) {
  const admin = await signedInAsAdmin(here, 'root@example.com')
  const { body } = await admin.post('/admin/invites', { email: EMAIL })
  here.clock.advance(60 * MINUTE)
  const { code } = await here.mail.newest(EMAIL)
  return { admin, id: body.id as string, code }
}

const flows: Readonly<Record<string, AnsweringFlow>> = {
  'POST /auth/register that owes a verification': {
    env: { REQUIRE_EMAIL_VERIFICATION: 'true' },
    ready: async (here) => () => register(here),
    events: ['user.registered', 'email.verification.sent'],
  },
  'POST /auth/register that owes a second factor': {
    env: { REQUIRE_EMAIL_2FA: 'true' },
    ready: async (here) => () => register(here),
    events: ['user.registered', '2fa.code.sent'],
  },
  'POST /auth/login that owes a second factor': {
    ready: async (here) => {
      await register(here)
      await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
      return () => here.browser().post('/auth/login', { email: EMAIL, password: PASSWORD })
    },
    events: ['2fa.code.sent'],
  },
  'POST /auth/2fa/resend': {
    ready: async (here) => {
      const { visitor, challengeId } = await gatedBrowser(here)
      return () => visitor.clone().post('/auth/2fa/resend', { challengeId })
    },
    events: ['2fa.code.sent'],
  },
  'POST /auth/resend-verification': asking('verify-email', ['email.verification.sent']),
  'POST /auth/set-password/request': asking('set-password', []),
  'POST /auth/account/delete/request': asking('delete-account', []),
  'POST /admin/invites': {
    env: { ENABLE_INVITE: 'true' },
    ready: async (here) => {
      const admin = await signedInAsAdmin(here, 'root@example.com')
      return () => admin.clone().post('/admin/invites', { email: EMAIL })
    },
    events: ['invite.created'],
  },
  'POST /admin/invites/{id}/resend': {
    env: { ENABLE_INVITE: 'true' },
    ready: async (here) => {
      const { admin, id } = await invited(here)
      return () => admin.clone().post(`/admin/invites/${id}/resend`)
    },
    events: ['invite.resent'],
  },
  'POST /auth/invite/register that owes a second factor': {
    env: { ENABLE_INVITE: 'true', REQUIRE_EMAIL_2FA: 'true' },
    ready: async (here) => {
      const { code } = await invited(here)
      const form = { code, name: 'Ada', password: PASSWORD, confirmPassword: PASSWORD }
      return () => here.browser().post('/auth/invite/register', form)
    },
    events: ['user.registered', 'invite.accepted', '2fa.code.sent'],
  },
}

/** What the log has, apart from failures. */
const logged = async ({ sql }: World): Promise<readonly unknown[]> =>
  (await sql(`SELECT type FROM audit_events WHERE success = 1 ORDER BY created_at, id`)).map((row) => row['type'])

describe.each(Object.entries(flows))('%s', (_route, { env = {}, ready, events }) => {
  it('may be tried again at once when the mail was refused, and the log does not speak of it', async () => {
    const here = await limited({ ...ON, ...env })
    const act = await ready(here)
    here.clock.advance(1)
    const before = await logged(here)
    here.mail.treat('rejects the recipient')
    for (let n = 0; n < 3; n++) {
      expect(await act()).toMatchObject({ status: 500, body: { error: 'email_failed' } })
      expect(await logged(here)).toEqual(before)
    }
    here.mail.treat('accepts')
    // Three refusals are three resends of a challenge; they are no mails.
    await here.sql(`UPDATE challenges SET resends = 0`)
    expect((await act()).status).toBeLessThan(300)
    expect(await logged(here)).toEqual([...before, ...events])
    expect(here.mail.mails.filter(({ recipients }) => recipients.includes(EMAIL)).length).toBeGreaterThan(0)
  })

  it('still counts a mail that was taken', async () => {
    const here = await limited({ ...ON, ...env, VERIFICATION_CODE_TTL: '1s' })
    const act = await ready(here)
    here.mail.treat('rejects the recipient')
    await act()
    here.mail.treat('accepts')
    expect((await act()).status).toBeLessThan(300)
    const [minute, hour] = await here.sql(`SELECT count FROM limits WHERE bucket LIKE 'mail-%' ORDER BY expires_at DESC, count`)
    expect([minute, hour]).toEqual([{ count: 1 }, { count: 1 }])
  })
})

describe('a mail that is refused', () => {
  it('gives back nothing of a window that began later', async () => {
    const here = await limited({ ...ON, LIMIT_MAILS_PER_HOUR: '1000' })
    const who = await memberFor(here, 'set-password', EMAIL)
    here.mail.treat('hangs in DATA')
    const first = askFor['set-password'](here, who)
    await expect.poll(() => here.mail.offered.length).toBe(1)
    here.clock.advance(MINUTE)
    here.mail.treat('accepts')
    expect((await askFor['set-password'](here, who)).status).toBe(200)
    expect((await first).status).toBe(500) // after the ten seconds of a delivery
    expect(await askFor['set-password'](here, who)).toMatchObject(refusedFor(60))
  })

  it('leaves the count at nought when many are refused at once, at two services on one database', async () => {
    const here = await limited({ ...ON, LIMIT_MAILS_PER_HOUR: '1000' })
    const there = await limited({ ...ON, LIMIT_MAILS_PER_HOUR: '1000', SMTP_URL: here.mail.url }, here.database.url)
    const who = await memberFor(here, 'set-password', EMAIL)
    here.mail.treat('rejects the recipient')
    const ask = (n: number) => askFor['set-password'](n % 2 === 0 ? here : there, who)
    const statuses = (await together(20, ask)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 500 && status !== 429)).toEqual([])
    const counts = (await here.sql(`SELECT count FROM limits WHERE bucket LIKE 'mail-%'`)).map((row) => row['count'])
    expect(counts).toEqual([0, 0])
    here.mail.treat('accepts')
    expect((await ask(0)).status).toBe(200)
    expect((await ask(1)).status).toBe(429)
  })
})

describe('GET /auth/oauth/{provider}/callback', () => {
  it('takes a sign-up back with its events when its mail was refused, and may be tried again at once', async () => {
    const here = await oauthWorld({ withMail: true, env: { ...ON, RATE_LIMITS: 'true', REQUIRE_EMAIL_2FA: 'true' } })
    here.mail.treat('rejects the recipient')
    expect(landing(await here.signIn(here.browser()))).toMatchObject({ error: 'email_failed' })
    expect(await logged(here)).toEqual([])
    here.mail.treat('accepts')
    expect(landing(await here.signIn(here.browser()))).toMatchObject({ path: '/two-factor' })
    expect(await logged(here)).toEqual(['user.registered', 'oauth.linked', '2fa.code.sent'])
  })
})

describe.each(['/auth/forgot-password', '/auth/verify-email/resend'])('POST %s', (url) => {
  it('counts a refused mail like any other, because only a known address has one', async () => {
    const here = await limited({ ...ON, REQUIRE_EMAIL_VERIFICATION: 'true' })
    await here.signedUp()
    await here.sql(`DELETE FROM codes`)
    await here.sql(`DELETE FROM limits`)
    here.mail.treat('rejects the recipient')
    for (const email of [EMAIL, 'unknown@example.com']) {
      expect((await here.browser().post(url, { email })).status).toBe(200)
      await here.outbox.idle()
      expect(await here.browser().post(url, { email })).toMatchObject(refusedFor(60))
    }
  })
})
