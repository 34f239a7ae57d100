import { expect } from 'vitest'
import { wrongFor } from '../support/gated.ts'
import { mailedCode, memberFor, type Purpose, purposes, redeemAt } from '../support/mailed-codes.ts'
import { together } from '../support/rounds.ts'
import { PASSWORD, type RunningService } from '../support/world.ts'
import { type Race, statusesOf, winnerOf } from './race.ts'

const CALLERS = 12

const oneCode = (purpose: Purpose): Race => ({
  what: `${CALLERS} callers with one code to ${purpose}: one succeeds`,
  async run(place, email) {
    const who = await memberFor(place, purpose, email)
    const { code } = await mailedCode(place, purpose, who)
    winnerOf(await together(CALLERS, (n) => redeemAt[purpose](place, who, code, `horse of caller ${n}`)))
    const spent = await place.sql(`SELECT used_at FROM codes WHERE account_id = ?`, [who.id])
    expect(spent.map((row) => row['used_at'])).toEqual([expect.any(Number)])
  },
})

/** Somebody who owes a second factor and holds the cookie of the challenge. */
async function challenged({ browser, signedUp, sql, mail }: RunningService, email: string) {
  await signedUp(email)
  await sql(`UPDATE accounts SET two_factor_enabled_at = 1 WHERE email = ?`, [email])
  const visitor = browser()
  const { body } = await visitor.post('/auth/login', { email, password: PASSWORD })
  const { code } = await mail.newest(email)
  const challengeId: string = body.challengeId
  const verify = (typed: string) => visitor.clone().post('/auth/2fa/verify', { challengeId, code: typed })
  const row = async () => (await sql(`SELECT guesses, resends FROM challenges WHERE id = ?`, [challengeId]))[0]
  return { visitor, challengeId, code, verify, row }
}

const mailsTo = ({ mail }: RunningService, email: string): number =>
  mail.mails.filter(({ recipients }) => recipients.includes(email)).length

/** Every single-use code, and what caps its guesses and its mails. */
export const codeRaces: readonly Race[] = [
  ...purposes.map(oneCode),
  {
    what: `${CALLERS} callers with the code of one challenge: one session`,
    async run(place, email) {
      const { code, verify } = await challenged(place, email)
      winnerOf(await together(CALLERS, () => verify(code)))
    },
  },
  {
    what: '30 wrong guesses at one challenge: five are counted, and the right code is refused',
    async run(place, email) {
      const { code, verify, row } = await challenged(place, email)
      expect(new Set(statusesOf(await together(30, () => verify(wrongFor(code)))))).toEqual(new Set([400]))
      expect(await row()).toMatchObject({ guesses: 5 })
      expect((await verify(code)).status).toBe(400)
    },
  },
  {
    what: '30 wrong guesses at the code of a step-up: five are counted, and the right one is refused',
    async run(place, email) {
      const who = await memberFor(place, 'step-up', email)
      const { code } = await mailedCode(place, 'step-up', who)
      const guess = (typed: string) => redeemAt['step-up'](place, who, typed)
      expect(new Set(statusesOf(await together(30, () => guess('AAAA-AAAA-AAAA'))))).toEqual(new Set([400]))
      expect(await place.sql(`SELECT guesses FROM codes WHERE account_id = ?`, [who.id])).toEqual([{ guesses: 5 }])
      expect((await guess(code)).status).toBe(400)
    },
  },
  {
    what: '10 requests for another code: three mails at most',
    async run(place, email) {
      const { visitor, challengeId, row } = await challenged(place, email)
      const replies = await together(10, () => visitor.clone().post('/auth/2fa/resend', { challengeId }))
      const sent = replies.filter(({ body }) => body.codeSent === true).length
      expect(sent).toBeGreaterThanOrEqual(1)
      expect(sent).toBeLessThanOrEqual(3)
      expect(await row()).toMatchObject({ resends: sent })
      expect(mailsTo(place, email)).toBe(1 + sent)
    },
  },
  {
    what: `${CALLERS} callers with one invite: one account`,
    async run({ browser, signedUp, sql, mail }, email) {
      const admin = await signedUp(`root-${email}`)
      await sql(`UPDATE accounts SET role = 'admin', verified_at = 1, mailbox_proved_at = 1 WHERE email = ?`, [`root-${email}`])
      await admin.post('/admin/invites', { email })
      const { code } = await mail.newest(email)
      const form = { code, name: 'Guest', password: PASSWORD, confirmPassword: PASSWORD }
      winnerOf(await together(CALLERS, () => browser().post('/auth/invite/register', form)))
      expect(await sql(`SELECT id FROM accounts WHERE email = ?`, [email])).toHaveLength(1)
    },
  },
  {
    what: `${CALLERS} registrations of one address: one account`,
    async run({ browser, sql }, email) {
      const replies = await together(CALLERS, (n) =>
        browser().post('/auth/register', { email, password: PASSWORD, name: `Caller ${n}` }),
      )
      const accounts = await sql(`SELECT name FROM accounts WHERE email = ?`, [email])
      expect(accounts).toEqual([{ name: `Caller ${winnerOf(replies)}` }])
    },
  },
]
