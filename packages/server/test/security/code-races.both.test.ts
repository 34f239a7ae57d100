import { describe, expect, it } from 'vitest'
import type { Reply } from '../support/browser.ts'
import {
  askFor,
  type Member,
  mailedCode,
  member,
  memberFor,
  NEW_PASSWORD,
  type Purpose,
  redeemAt,
  signIn,
} from '../support/mailed-codes.ts'
import { ROUNDS, timeout } from '../support/rounds.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

const CALLERS = 20

const together = <T>(caller: (n: number) => Promise<T>, count = CALLERS): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => caller(n)))
const outcome = ({ status, body }: Reply): string => (status < 300 ? 'success' : `${status} ${body.error}`)
const passwordOf = (n: number): string => `horse of caller ${n}`

/** The index of the one caller who got through; the others were told nothing but what is allowed. */
function onlyWinner(replies: readonly Reply[], allowed: readonly string[]): number {
  const outcomes = replies.map(outcome)
  const winners = outcomes.flatMap((one, n) => (one === 'success' ? [n] : []))
  expect(winners).toHaveLength(1)
  expect(outcomes.filter((one) => one !== 'success' && !allowed.includes(one))).toEqual([])
  return winners[0] ?? -1
}

async function eventsOf({ sql }: World, { id }: Member, type: string): Promise<number> {
  const rows = await sql(`SELECT id FROM audit_events WHERE target_user_id = ? AND type = ?`, [id, type])
  return rows.length
}

const versionOf = async ({ sql }: World, { id }: Member): Promise<unknown> =>
  (await sql(`SELECT credential_version FROM accounts WHERE id = ?`, [id]))[0]?.['credential_version']

interface Race {
  readonly purpose: Purpose
  readonly losers: readonly string[]
  /** What one use of the code must have left behind, and no more. */
  readonly oneEffect: (here: World, who: Member, winner: number) => Promise<void>
}

const races: readonly Race[] = [
  {
    purpose: 'verify-email',
    losers: ['410 code_already_used'],
    async oneEffect(here, who) {
      expect(await here.sql(`SELECT id FROM sessions WHERE account_id = ?`, [who.id])).toHaveLength(2) // and that of the sign-up
      expect(await eventsOf(here, who, 'session.created')).toBe(2)
      expect(await eventsOf(here, who, 'email.verified')).toBe(1)
    },
  },
  {
    purpose: 'reset-password',
    losers: ['409 password_update_conflict', '410 reset_token_already_used'],
    async oneEffect(here, who, winner) {
      expect(await versionOf(here, who)).toBe(2)
      expect(await eventsOf(here, who, 'password.reset.completed')).toBe(1)
      expect((await signIn(here, who.email, passwordOf(winner))).status).toBe(200)
    },
  },
  {
    purpose: 'set-password',
    losers: ['400 code_used', '400 invalid_code'],
    async oneEffect(here, who, winner) {
      expect(await versionOf(here, who)).toBe(2)
      expect(await eventsOf(here, who, 'password.set')).toBe(1)
      expect((await signIn(here, who.email, passwordOf(winner))).status).toBe(200)
    },
  },
  {
    purpose: 'delete-account',
    losers: ['410 delete_code_already_used', '401 session_expired'],
    async oneEffect(here, who) {
      expect(await here.sql(`SELECT id FROM accounts WHERE id = ?`, [who.id])).toEqual([])
      expect(await here.sql(`SELECT id FROM sessions WHERE account_id = ?`, [who.id])).toEqual([])
      expect(await eventsOf(here, who, 'account.deleted')).toBe(1)
    },
  },
  {
    purpose: 'step-up',
    losers: ['400 two_factor_code_invalid'],
    async oneEffect(here, who) {
      expect(await eventsOf(here, who, 'step_up.success')).toBe(1)
      expect(await here.sql(`SELECT elevation FROM sessions WHERE account_id = ?`, [who.id])).toEqual([{ elevation: 'email' }])
    },
  },
]

describe(`${CALLERS} callers with one code, ${ROUNDS} times`, () => {
  it.each(races)('$purpose: one succeeds, with one effect', { timeout }, async ({ purpose, losers, oneEffect }) => {
    const here = await world({ withMail: true })
    for (let round = 0; round < ROUNDS; round++) {
      const who = await memberFor(here, purpose, `r${round}@example.com`)
      const { code } = await mailedCode(here, purpose, who)
      const replies = await together((n) => redeemAt[purpose](here, who, code, passwordOf(n)))
      await oneEffect(here, who, onlyWinner(replies, losers))
    }
  })
})

describe(`codes of one account against each other, ${ROUNDS} times`, () => {
  it('two reset codes: one succeeds, and the other dies with it', { timeout }, async () => {
    const here = await world({ withMail: true })
    for (let round = 0; round < ROUNDS; round++) {
      const who = await member(here, `r${round}@example.com`)
      const codes = [await mailedCode(here, 'reset-password', who), await mailedCode(here, 'reset-password', who)]
      const replies = await together((n) => redeemAt['reset-password'](here, who, codes[n % 2]?.code ?? '', passwordOf(n)))
      const winner = onlyWinner(replies, ['409 password_update_conflict', '410 reset_token_already_used'])
      expect(await versionOf(here, who)).toBe(2)
      expect((await signIn(here, who.email, passwordOf(winner))).status).toBe(200)
    }
  })

  it.each([
    { purpose: 'verify-email', url: '/auth/verify-email/resend', dead: '410 code_already_used' },
    { purpose: 'reset-password', url: '/auth/forgot-password', dead: '410 reset_token_already_used' },
  ] as const)('two requests at $url: what they mailed works once in all', { timeout }, async ({ purpose, url, dead }) => {
    const here = await world({ withMail: true })
    for (let round = 0; round < ROUNDS; round++) {
      const who = await member(here, `r${round}@example.com`)
      const asked = await together(() => here.browser().post(url, { email: who.email }), 2)
      expect(asked.map(outcome)).toEqual(['success', 'success'])
      await here.outbox.idle()
      const mails = here.mail.mails.filter(({ recipients }) => recipients.includes(who.email))
      expect(mails.length).toBeGreaterThanOrEqual(1)
      const outcomes: string[] = []
      for (const { code } of mails) outcomes.push(outcome(await redeemAt[purpose](here, who, code)))
      expect(outcomes).toEqual(['success', ...mails.slice(1).map(() => dead)])
    }
  })

  it.each(['set-password', 'delete-account', 'step-up'] as const)(
    '%s asked for by many at once: one live code',
    { timeout },
    async (purpose) => {
      const here = await world({ withMail: true })
      for (let round = 0; round < ROUNDS; round++) {
        const who = await memberFor(here, purpose, `r${round}@example.com`)
        const asked = await together(() => askFor[purpose](here, who), 5)
        expect(asked.map(outcome)).toEqual(asked.map(() => 'success'))
        expect(await here.sql(`SELECT id FROM codes WHERE account_id = ? AND used_at IS NULL`, [who.id])).toHaveLength(1)
      }
    },
  )
})

describe(`one address, ${ROUNDS} times`, () => {
  it(`registered by ${CALLERS} at once: one account, one code, one mail`, { timeout }, async () => {
    const here = await world({ withMail: true, env: { REQUIRE_EMAIL_VERIFICATION: 'true' } })
    for (let round = 0; round < ROUNDS; round++) {
      const email = `r${round}@example.com`
      const replies = await together((n) =>
        here.browser().post('/auth/register', { email, password: passwordOf(n), name: `Caller ${n}` }),
      )
      const winner = onlyWinner(replies, ['409 email_already_exists'])
      const accounts = await here.sql(`SELECT id, name FROM accounts WHERE email = ?`, [email])
      expect(accounts).toMatchObject([{ name: `Caller ${winner}` }])
      expect(await here.sql(`SELECT id FROM codes`)).toHaveLength(round + 1)
      expect(here.mail.mails.filter(({ recipients }) => recipients.includes(email))).toHaveLength(1)
    }
  })
})

describe(`a reset against what it ends, ${ROUNDS} times`, () => {
  it('no login with the old password leaves a session that outlives it', { timeout }, async () => {
    const here = await world({ withMail: true })
    for (let round = 0; round < ROUNDS; round++) {
      const who = await member(here, `r${round}@example.com`)
      const { code } = await mailedCode(here, 'reset-password', who)
      const visitors = Array.from({ length: CALLERS }, () => here.browser())
      const logIn = (n: number) => visitors[n]?.post('/auth/login', { email: who.email, password: PASSWORD })
      const [reset, ...logins] = await Promise.all([
        redeemAt['reset-password'](here, who, code),
        ...visitors.map((_, n) => logIn(n)),
      ])
      expect(reset.status).toBe(200)
      expect(logins.filter((reply) => reply?.status !== 200 && reply?.status !== 401)).toEqual([])
      const alive = await Promise.all(visitors.map((visitor) => visitor.clone().get('/auth/me')))
      expect(alive.map(({ status }) => status)).toEqual(alive.map(() => 401))
      expect(await here.sql(`SELECT id FROM sessions WHERE account_id = ? AND revoked_at IS NULL`, [who.id])).toEqual([])
      expect((await signIn(here, who.email)).status).toBe(401)
    }
  })

  it('of a change and a reset one wins, and the password is the winner’s', { timeout }, async () => {
    const here = await world({ withMail: true })
    for (let round = 0; round < ROUNDS; round++) {
      const who = await member(here, `r${round}@example.com`)
      const { code } = await mailedCode(here, 'reset-password', who)
      const change = { oldPassword: PASSWORD, newPassword: passwordOf(0) }
      const replies = await Promise.all([
        who.browser.clone().post('/auth/change-password', change),
        redeemAt['reset-password'](here, who, code, passwordOf(1)),
      ])
      const winner = onlyWinner(replies, [
        '400 wrong_password',
        '401 session_expired',
        '409 password_update_conflict',
        '410 reset_token_already_used',
      ])
      expect(await versionOf(here, who)).toBe(2)
      expect((await signIn(here, who.email, passwordOf(winner))).status).toBe(200)
      expect((await signIn(here, who.email, passwordOf(1 - winner))).status).toBe(401)
      expect((await signIn(here, who.email, NEW_PASSWORD)).status).toBe(401)
    }
  })
})
