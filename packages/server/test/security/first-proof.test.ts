import { describe, expect, it } from 'vitest'
import { signedInAsAdmin } from '../support/administered.ts'
import type { Browser } from '../support/browser.ts'
import { addPasskey, enterByPasskey } from '../support/factored.ts'
import { EMAIL } from '../support/hijacked.ts'
import {
  leftBehind,
  mailed,
  NEW_PASSWORD,
  type PreHijacked,
  preHijacked,
  VOUCHED,
  withStrangersApp,
} from '../support/pre-hijacked.ts'
import { PASSWORD } from '../support/world.ts'

interface Door {
  readonly by?: 'password' | 'provider'
  /** What was asked for before, in whichever browser. */
  readonly ready: (here: PreHijacked) => Promise<string>
  /** The proof itself, in a browser of the owner. */
  readonly prove: (here: PreHijacked, owner: Browser, code: string) => Promise<{ readonly status: number }>
  readonly keepsPassword?: boolean
  /** What it needs is done before an authenticator app asks for itself. */
  readonly isLinkedBefore?: boolean
}

const verification = async (here: PreHijacked) => {
  await here.mallory.post('/auth/resend-verification')
  return mailed(here, EMAIL, /confirm/i)
}
const resetLink = async (here: PreHijacked) => {
  await here.browser().post('/auth/forgot-password', { email: EMAIL })
  return mailed(here, EMAIL, /password/i)
}
const reset: Door['prove'] = (_here, owner, code) => owner.post('/auth/reset-password', { code, newPassword: NEW_PASSWORD })

/** Every door through which the owner of a mailbox can come who did not make the account. */
const doors: Record<string, Door> = {
  'verify-email': {
    ready: verification,
    prove: (_, owner, code) => owner.post('/auth/verify-email', { code }),
    keepsPassword: true,
  },
  'verify-email with the word that the password is not theirs': {
    ready: verification,
    prove: (_, owner, code) => owner.post('/auth/verify-email', { code, discardPassword: true }),
  },
  'reset-password': { ready: resetLink, prove: reset },
  "reset-password after an administrator's verify": {
    async ready(here) {
      const root = await signedInAsAdmin(here, 'root@example.com')
      expect((await root.send('PATCH', `/admin/users/${here.id}/verify`)).status).toBe(200)
      return resetLink(here)
    },
    prove: reset,
  },
  'set-password/confirm': {
    by: 'provider',
    async ready(here) {
      await here.mallory.post('/auth/set-password/request')
      return mailed(here, EMAIL, /password/i)
    },
    prove: (here, owner, code) => owner.post('/auth/set-password/confirm', { userId: here.id, code, newPassword: NEW_PASSWORD }),
  },
  'a mailed code to sign in with': {
    async ready(here) {
      const asking = here.browser()
      await asking.post('/auth/code/request', { email: EMAIL })
      return `${await mailed(here, EMAIL, /sign in/i)} ${asking.jar.get('_sign_in_code')}`
    },
    prove(_here, owner, asked) {
      const [code, cookie = ''] = asked.split(' ')
      owner.jar.set('_sign_in_code', cookie)
      return owner.post('/auth/code/verify', { code })
    },
  },
  'a provider that vouches': {
    isLinkedBefore: true,
    async ready(here) {
      here.club.person({ ...VOUCHED, email_verified: false })
      await here.linkClub(here.mallory, { ...VOUCHED, email_verified: false })
      return ''
    },
    async prove(here, owner) {
      here.club.person(VOUCHED)
      await here.signInAtClub(owner, VOUCHED)
      return owner.get('/auth/me')
    },
  },
}

const names = Object.entries(doors)
const nothing = { session: false, passkey: false, provider: false, ceremony: false, change: false, key: false, membership: false }

describe('the first proof of a mailbox, in a browser that the account does not know', () => {
  it.each(names)('leaves nothing of what a stranger set: %s', async (_name, { by, ready, prove, keepsPassword = false }) => {
    const here = await preHijacked(by)
    const code = await ready(here)
    expect((await prove(here, here.browser(), code)).status).toBe(200)
    expect(await leftBehind(here)).toEqual({ ...nothing, password: keepsPassword })
  })

  it.each(names.filter(([, { by }]) => by !== 'provider'))(
    "removes a stranger's authenticator app, codes, trusted browser and open challenge: %s",
    async (_name, { ready, prove, keepsPassword = false, isLinkedBefore = false }) => {
      const here = await preHijacked()
      const linked = isLinkedBefore ? await ready(here) : ''
      const { waiting } = await withStrangersApp(here)
      const code = isLinkedBefore ? linked : await ready(here)
      expect((await prove(here, here.browser(), code)).status).toBe(200)
      expect((await waiting.verify()).status).toBe(400)
      for (const table of ['totp_seeds', 'recovery_codes', 'passkeys', 'devices'])
        expect(await here.sql(`SELECT account_id FROM ${table} WHERE account_id = ?`, [here.id]), table).toEqual([])
      const password = keepsPassword ? PASSWORD : NEW_PASSWORD
      const entered = await here.browser().post('/auth/login', { email: EMAIL, password })
      expect(entered.body.requiresTwoFactor).toBeUndefined()
    },
  )
})

/** Passkey and sessions of an account, as their owner sees them. */
const kept = async (here: PreHijacked) => ({
  session: (await here.mallory.clone().get('/auth/me')).status,
  passkey: (await enterByPasskey(here.browser(), here.authenticator)).status,
  linked: (await here.sql(`SELECT provider FROM identities WHERE account_id = ?`, [here.id])).length,
  member: (await here.sql(`SELECT role FROM org_members WHERE account_id = ?`, [here.id])).length,
})
const everything = { session: 200, passkey: 200, linked: 1, member: 1 }

describe('the first proof of a mailbox by a prover who is known', () => {
  it('keeps everything on the laptop when the phone has the code and the right password', async () => {
    const here = await preHijacked()
    const reply = await here.browser().post('/auth/verify-email', { code: await verification(here), password: PASSWORD })
    expect(reply).toMatchObject({ status: 200, body: { user: { isVerified: true } } })
    expect(reply.body).not.toHaveProperty('provedElsewhere')
    expect(await kept(here)).toEqual(everything)
  })

  it.each([
    ['verify-email', verification, (owner: Browser, code: string) => owner.post('/auth/verify-email', { code })],
    [
      'a mailed second factor',
      async (here: PreHijacked) => {
        await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1 WHERE id = ?`, [here.id])
        const visitor = here.browser()
        const { body } = await visitor.post('/auth/login', { email: EMAIL, password: PASSWORD })
        const code = await mailed(here, EMAIL, /code/i)
        const reply = await visitor.post('/auth/2fa/verify', { challengeId: body.challengeId, code })
        await here.sql(`UPDATE accounts SET two_factor_enabled_at = NULL WHERE id = ?`, [here.id])
        return String(reply.status)
      },
      async (_owner: Browser, status: string) => ({ status: Number(status) }),
    ],
  ])('keeps everything in a browser that is signed in: %s', async (_name, ready, prove) => {
    const here = await preHijacked()
    const code = await ready(here)
    expect((await prove(here.mallory, code)).status).toBe(200)
    expect(
      (await here.sql(`SELECT mailbox_proved_at FROM accounts WHERE id = ?`, [here.id]))[0]?.['mailbox_proved_at'],
    ).not.toBeNull()
    expect(await kept(here)).toEqual(everything)
  })

  it('comes once: what is enrolled afterwards stays at a reset from elsewhere, a week later too', async () => {
    const here = await preHijacked()
    const owner = here.browser()
    await owner.post('/auth/verify-email', { code: await verification(here), password: PASSWORD })
    await owner.post('/auth/step-up', { password: PASSWORD })
    const { authenticator } = await addPasskey(owner)
    here.clock.advance(7 * 86_400_000)
    expect((await reset(here, here.browser(), await resetLink(here))).status).toBe(200)
    expect((await enterByPasskey(here.browser(), authenticator)).status).toBe(200)
  })
})

describe('POST /auth/verify-email from an unknown browser', () => {
  it('says provedElsewhere, and what it removed in the log', async () => {
    const here = await preHijacked()
    const reply = await here.browser().post('/auth/verify-email', { code: await verification(here) })
    expect(reply.body).toMatchObject({ provedElsewhere: true, user: { isVerified: true }, session: { isRevoked: false } })
    const [event] = await here.sql(`SELECT metadata FROM audit_events WHERE type = 'account.claimed'`)
    const removed = 'passkeys providers api-keys organisations'
    expect(JSON.parse(String(event?.['metadata']))).toEqual({ removed, providers: 'corp' })
  })

  it('answers invalid_credentials 401 to a wrong password, and spends nothing but a guess', async () => {
    const here = await preHijacked()
    const code = await verification(here)
    const wrong = await here.browser().post('/auth/verify-email', { code, password: 'wrong horse 1' })
    expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_credentials' }, setCookies: [] })
    expect(await kept(here)).toEqual(everything)
    expect((await here.browser().post('/auth/verify-email', { code, password: PASSWORD })).status).toBe(200)
  })

  it('lets a password be guessed ten times and then no more, the right one included', async () => {
    const here = await preHijacked('password', { env: { RATE_LIMITS: 'true' } })
    const code = await verification(here)
    for (let n = 0; n < 10; n++) await here.browser().post('/auth/verify-email', { code, password: 'wrong horse 1' })
    expect((await here.browser().post('/auth/verify-email', { code, password: PASSWORD })).status).toBe(429)
    expect((await here.browser().post('/auth/verify-email', { code })).status).toBe(200)
  })

  it('tells what is wrong with the code first, and compares nothing then', async () => {
    const here = await preHijacked()
    const { calls } = here.hasher
    const reply = await here.browser().post('/auth/verify-email', { code: '0000-0000-0000', password: PASSWORD })
    expect([reply.status, reply.body.error, here.hasher.calls - calls]).toEqual([400, 'code_invalid', 0])
  })
})

describe('an administrator whose mailbox was never proved', () => {
  it('keeps an authenticator app at a reset from elsewhere, and it still gates', async () => {
    const here = await preHijacked()
    const { app } = await withStrangersApp(here)
    await here.sql(`UPDATE accounts SET role = 'admin' WHERE id = ?`, [here.id])
    expect((await reset(here, here.browser(), await resetLink(here))).status).toBe(200)
    const visitor = here.browser()
    const { body } = await visitor.post('/auth/admin/login', { email: EMAIL, password: NEW_PASSWORD })
    expect(body.methods).toEqual(['passkey', 'totp', 'recovery'])
    here.clock.advance(30_000)
    expect((await visitor.post('/auth/2fa/verify', { challengeId: body.challengeId, code: app.code() })).status).toBe(200)
  })
})
