import { describe, expect, it } from 'vitest'
import { type MailKind, mailKinds } from '../../src/platform/mail/mail-kinds.ts'
import { ask } from '../support/by-mail.ts'
import { limited } from '../support/limited.ts'
import { MAIL_CAUSES } from '../support/mail-causes.ts'
import { PASSWORD, type World } from '../support/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const TO = 'ada@example.com'
/** Codes do not live for long, so that the next request mails another. */
const ENV = {
  EMAIL_SIGN_IN: 'existing',
  ORGANISATIONS: 'true',
  NEW_DEVICE_NOTICES: 'true',
  SECURITY_NOTICES: 'true',
  LIMIT_ENTRY_PER_MINUTE: '30',
  LIMIT_MAILS_PER_MINUTE: '1',
  LIMIT_MAILS_PER_HOUR: '5',
  VERIFICATION_CODE_TTL: '1s',
  STEP_UP_CODE_TTL: '1s',
  TWO_FACTOR_CODE_TTL: '1s',
}

const arrived = async ({ outbox, mail }: World, to = TO): Promise<number> => {
  await outbox.idle()
  return mail.countTo(to)
}

const causes = Object.entries(MAIL_CAUSES).flatMap(([kind, row]) =>
  typeof row === 'object' && 'begin' in row ? [{ kind: kind as MailKind, ...row }] : [],
)

/** After five that anybody has asked for. The first of an hour to who holds an account, or that lets its reader in, goes all the same. */
const BEYOND = { asked: 0, opening: 1, held: 1, foreign: 0, notice: 5 }

describe('every kind of mail', () => {
  it('says who can cause it', () => {
    expect(Object.keys(MAIL_CAUSES).sort()).toEqual([...mailKinds()].sort())
  })

  it.each(causes)('that strangers can cause goes five times an hour to a mailbox that nobody has proved: $kind', async (row) => {
    const here = await limited(ENV)
    const tries = async (to: string): Promise<number> => {
      const cause = await row.begin(here, to)
      const before = await arrived(here, to)
      for (let turn = 0; turn < 8; turn++) {
        await cause(turn)
        await arrived(here, to)
        here.clock.advance(MINUTE)
      }
      return (await arrived(here, to)) - before
    }
    expect(await tries(TO)).toBe(row.most ?? 5)
    here.clock.advance(HOUR)
    const other = 'bob@example.com'
    for (let n = 0; n < 5; n++) {
      await ask(here.browser(), other)
      here.clock.advance(MINUTE)
    }
    expect(await arrived(here, other)).toBe(5)
    expect(await tries(other)).toBe(Math.min(row.most ?? 5, BEYOND[row.count]))
  })
})

describe('an address that a stranger has registered and never proved', () => {
  /** Everything that a stranger can do about it, once a minute each. */
  async function hammered(env: Record<string, string>) {
    const here = await limited({
      ...ENV,
      NEW_DEVICE_NOTICES: 'false',
      SECURITY_NOTICES: 'false',
      LIMIT_ENTRY_PER_MINUTE: '1000',
      ...env,
    })
    const eve = here.browser()
    await eve.post('/auth/register', { email: TO, password: PASSWORD, name: 'Eve' })
    const inviter = await here.signedUp('mallory@example.com')
    await here.sql(`UPDATE accounts SET verified_at = 1 WHERE email = 'mallory@example.com'`)
    const org = (await inviter.post('/auth/orgs', { name: 'Acme', slug: 'acme' })).body.id
    let challengeId = ''
    const login = async (browser = here.browser()) => {
      const { body } = await browser.post('/auth/login', { email: TO, password: PASSWORD })
      challengeId = body.challengeId ?? challengeId
    }
    const routes = [
      () => login(eve),
      () => eve.post('/auth/2fa/resend', { challengeId }),
      () => eve.post('/auth/resend-verification'),
      () => login(),
      () => ask(here.browser(), TO),
      () => ask(eve, TO),
      () => here.browser().post('/auth/forgot-password', { email: TO }),
      () => eve.post('/auth/forgot-password', { email: TO }),
      () => here.browser().post('/auth/verify-email/resend', { email: TO }),
      () => inviter.post('/auth/email/change', { email: TO }),
      () => inviter.post(`/auth/orgs/${org}/invites`, { email: TO, role: 'member' }),
      () => here.browser().post('/auth/register', { email: TO, password: PASSWORD, name: 'Eve' }),
    ]
    const byMinute: number[] = []
    for (let minute = 0; minute < 10; minute++) {
      const before = here.mail.countTo(TO)
      for (let turn = 0; turn < routes.length; turn++) await routes[(minute + turn) % routes.length]?.()
      byMinute.push((await arrived(here)) - before)
      here.clock.advance(MINUTE)
    }
    return { here, byMinute, sent: here.mail.countTo(TO) }
  }

  it.each([
    ['who may be signed in', {}],
    ['who has to verify it', { REQUIRE_EMAIL_VERIFICATION: 'true' }],
    ['who owes a mailed second factor', { REQUIRE_EMAIL_2FA: 'true' }],
    ['who owes both', { REQUIRE_EMAIL_2FA: 'true', REQUIRE_EMAIL_VERIFICATION: 'true' }],
  ])('gets five mails an hour over all routes, from one %s', async (_who, env) => {
    const { byMinute, sent } = await hammered(env as Record<string, string>)
    expect({ sent, byMinute }).toMatchObject({ sent: 5 })
  })

  it('still lets its owner in, who reads any of these mails', async () => {
    const { here } = await hammered({ REQUIRE_EMAIL_2FA: 'true' })
    here.clock.advance(HOUR)
    for (let n = 0; n < 8; n++) {
      await here.browser().post('/auth/login', { email: TO, password: PASSWORD })
      here.clock.advance(MINUTE)
    }
    const before = await arrived(here)
    await here.browser().post('/auth/forgot-password', { email: TO })
    const { code } = await here.mail.newest(TO, before + 1)
    const reply = await here.browser().post('/auth/reset-password', { code, newPassword: 'battery staple 2' })
    expect(reply.status).toBe(200)
  })

  it('lets somebody sign up and prove it, however often strangers have typed it', async () => {
    const here = await limited({ ...ENV, TWO_FACTOR_CODE_TTL: '1m', REQUIRE_EMAIL_2FA: 'true' })
    for (let n = 0; n < 6; n++) {
      await ask(here.browser(), TO)
      here.clock.advance(MINUTE)
    }
    const before = await arrived(here)
    const ada = here.browser()
    const { body } = await ada.post('/auth/register', { email: TO, password: PASSWORD, name: 'Ada' })
    const { code } = await here.mail.newest(TO, before + 1)
    expect((await ada.post('/auth/2fa/verify', { challengeId: body.challengeId, code })).status).toBe(200)
    // The mailbox is proved, so its owner has counts of their own.
    for (let n = 0; n < 3; n++) {
      here.clock.advance(MINUTE)
      const again = await here.browser().post('/auth/login', { email: TO, password: PASSWORD })
      expect(again.body).toMatchObject({ codeSent: true })
    }
  })
})
