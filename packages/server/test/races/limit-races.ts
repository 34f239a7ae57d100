import { expect } from 'vitest'
import { wrongFor } from '../support/gated.ts'
import { together } from '../support/rounds.ts'
import { PASSWORD } from '../support/world.ts'
import { type Race, statusesOf } from './race.ts'

const MANY = '1000000'

/** Small enough to be reached at once, and the limits per client out of the way. */
export const LIMITS = {
  RATE_LIMITS: 'true',
  LIMIT_ENTRY_PER_MINUTE: MANY,
  LIMIT_GENERAL_PER_MINUTE: MANY,
  LIMIT_SECOND_FACTOR_FAILURES: '3',
}
export const ENTRY_LIMIT = { RATE_LIMITS: 'true', LIMIT_ENTRY_PER_MINUTE: '20' }

const countOf = (statuses: readonly number[], wanted: number): number => statuses.filter((status) => status === wanted).length

export const limitRaces: readonly Race[] = [
  {
    what: '30 wrong passwords for one address: ten are compared',
    async run({ browser, signedUp }, email) {
      await signedUp(email)
      const guess = () => browser().post('/auth/login', { email, password: 'wrong horse 1' })
      const statuses = statusesOf(await together(30, guess))
      expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([10, 20])
    },
  },
  {
    what: '30 wrong passwords in one session: ten are compared',
    async run({ signedUp }, email) {
      const owner = await signedUp(email)
      const guess = () => owner.clone().post('/auth/2fa/disable', { password: 'wrong horse 1' })
      const statuses = statusesOf(await together(30, guess))
      expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([10, 20])
    },
  },
  {
    what: '30 wrong passwords in a known browser, and as many of strangers: ten of each are compared',
    async run({ browser, signedUp }, email) {
      const owner = await signedUp(email)
      const guess = (n: number) => (n % 2 ? owner.clone() : browser()).post('/auth/login', { email, password: 'wrong horse 1' })
      const statuses = statusesOf(await together(60, guess))
      expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([20, 40])
    },
  },
  {
    what: '20 wrong codes of one account: as many are compared as it has failures left',
    async run({ browser, signedUp, sql, mail }, email) {
      await signedUp(email)
      await sql(`UPDATE accounts SET two_factor_enabled_at = 1 WHERE email = ?`, [email])
      const visitor = browser()
      const { body } = await visitor.post('/auth/login', { email, password: PASSWORD })
      const wrong = { challengeId: body.challengeId, code: wrongFor((await mail.newest(email)).code) }
      const statuses = statusesOf(await together(20, () => visitor.clone().post('/auth/2fa/verify', wrong)))
      expect([countOf(statuses, 400), countOf(statuses, 429)]).toEqual([3, 17])
    },
  },
  {
    what: '10 requests for a reset link: one mail',
    async run({ browser, signedUp, mail }, email) {
      await signedUp(email)
      const statuses = statusesOf(await together(10, () => browser().post('/auth/forgot-password', { email })))
      expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([1, 9])
      await mail.newest(email)
      expect(mail.mails.filter(({ recipients }) => recipients.includes(email))).toHaveLength(1)
    },
  },
]

/** For `ENTRY_LIMIT`, and once a minute: whoever calls has used it up. */
export const entryRace: Race = {
  what: '40 requests of one client: as many are looked at as it may send in a minute',
  async run({ browser }) {
    const statuses = statusesOf(await together(40, () => browser().post('/auth/verify-email', { code: 'nonsense' })))
    expect([countOf(statuses, 400), countOf(statuses, 429)]).toEqual([20, 20])
  },
}
