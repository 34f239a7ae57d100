import { expect } from 'vitest'
import { ask, asked, enter, WRONG_CODE } from '../support/by-mail.ts'
import { together } from '../support/rounds.ts'
import { PASSWORD, type RunningService } from '../support/world.ts'
import { type Race, statusesOf, winnerOf } from './race.ts'

export const SIGN_IN_CODE_SETTINGS = { EMAIL_SIGN_IN: 'anybody' }

const CALLERS = 12

/** Somebody with an account, whose mailbox is proved. */
async function member({ signedUp, sql }: RunningService, email: string) {
  const owner = await signedUp(email)
  await sql(`UPDATE accounts SET mailbox_proved_at = 1, verified_at = 1 WHERE email = ?`, [email])
  return owner
}

const sessionsByMail = async ({ sql }: RunningService, email: string): Promise<number> =>
  (
    await sql(
      `SELECT s.id FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE a.email = ? AND s.method = 'mailbox' AND s.revoked_at IS NULL`,
      [email],
    )
  ).length

export const signInCodeRaces: readonly Race[] = [
  {
    what: `${CALLERS} callers with one code to sign in: one session`,
    async run(place, email) {
      await member(place, email)
      const { visitor, code } = await asked(place, email)
      winnerOf(await together(CALLERS, () => enter(visitor.clone(), code)))
      expect(await sessionsByMail(place, email)).toBe(1)
    },
  },
  {
    what: `${CALLERS} callers with the code of an address without an account: one account, one session`,
    async run(place, email) {
      const { visitor, code } = await asked(place, email)
      winnerOf(await together(CALLERS, () => enter(visitor.clone(), code)))
      expect(await place.sql(`SELECT id FROM accounts WHERE email = ?`, [email])).toHaveLength(1)
      expect(await sessionsByMail(place, email)).toBe(1)
    },
  },
  {
    what: '30 wrong guesses at one code: five are compared, and the right one is refused',
    async run(place, email) {
      await member(place, email)
      const { visitor, code } = await asked(place, email)
      const replies = await together(30, () => enter(visitor.clone(), WRONG_CODE))
      expect(new Set(statusesOf(replies))).toEqual(new Set([400]))
      expect((await enter(visitor, code)).status).toBe(400)
      const [row] = await place.sql(
        `SELECT guesses FROM sign_in_codes WHERE account_id = (SELECT id FROM accounts WHERE email = ?)`,
        [email],
      )
      expect(row).toEqual({ guesses: 5 })
    },
  },
  {
    what: 'codes asked for at once: one works at most',
    async run(place, email) {
      await member(place, email)
      const visitors = Array.from({ length: 5 }, () => place.browser())
      await together(visitors.length, (n) => ask(visitors[n] ?? place.browser(), email))
      await place.mail.newest(email, visitors.length)
      const codes = place.mail.mails.filter(({ recipients }) => recipients.includes(email)).map(({ code }) => code)
      const replies = []
      for (const visitor of visitors) for (const code of codes) replies.push(await enter(visitor.clone(), code))
      expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
      expect(await sessionsByMail(place, email)).toBeLessThanOrEqual(1)
    },
  },
  {
    what: 'a code against a change of password, a deletion or a sign-up: no session outlives it',
    async run(place, email) {
      const owner = await member(place, email)
      const { visitor, code } = await asked(place, email)
      const [changed] = await Promise.all([
        owner.post('/auth/change-password', { oldPassword: PASSWORD, newPassword: `${PASSWORD}2` }),
        enter(visitor, code),
      ])
      expect(changed.status).toBe(200)
      expect(await sessionsByMail(place, email)).toBe(0)

      const next = await asked(place, email)
      await Promise.all([owner.delete('/auth/account', { password: `${PASSWORD}2` }), next.enter()])
      expect((await next.visitor.get('/auth/me')).status).toBe(401)

      const last = await asked(place, email)
      const [made, entered] = await Promise.all([
        place.browser().post('/auth/register', { email, password: PASSWORD, name: 'Ada' }),
        last.enter(),
      ])
      expect([made, entered].filter(({ status }) => status < 300)).toHaveLength(1)
      expect(await place.sql(`SELECT id FROM accounts WHERE email = ?`, [email])).toHaveLength(1)
    },
  },
]
