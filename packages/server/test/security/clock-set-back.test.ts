import { describe, expect, it } from 'vitest'
import type { Reply } from '../support/browser.ts'
import { wrongFor } from '../support/gated.ts'
import { EMAIL, guess, guessedOut, limited } from '../support/limited.ts'
import { askFor, memberFor } from '../support/mailed-codes.ts'
import { measured } from '../support/measured.ts'
import { PASSWORD, type World } from '../support/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface Limited {
  readonly env?: Record<string, string>
  /** The longest that anybody has to wait. */
  readonly windowMs: number
  /** Uses the limit up, and says how to try once more. */
  exhaust(here: World): Promise<(at: World) => Promise<Reply>>
}

const waitOf = ({ headers }: Reply): number => Number(headers['retry-after']) * 1000

const look = ({ browser }: World) => browser().get('/auth/check')
const enter = ({ browser }: World) => browser().post('/auth/verify-email', { code: 'x' })

const mailOnce: Limited['exhaust'] = async (here) => {
  const ada = await memberFor(here, 'reset-password', EMAIL)
  await askFor['reset-password'](here, ada)
  return (at) => askFor['reset-password'](at, ada)
}

const limits: Readonly<Record<string, Limited>> = {
  'all requests': {
    env: { LIMIT_GENERAL_PER_MINUTE: '20' },
    windowMs: MINUTE,
    async exhaust(here) {
      for (let n = 0; n < 20; n++) await look(here)
      await here.limits.flush()
      return look
    },
  },
  'requests that sign in or redeem': {
    env: { LIMIT_ENTRY_PER_MINUTE: '5' },
    windowMs: MINUTE,
    async exhaust(here) {
      for (let n = 0; n < 6; n++) await enter(here)
      return enter
    },
  },
  'wrong passwords': {
    windowMs: 15 * MINUTE,
    async exhaust(here) {
      await here.signedUp()
      await guessedOut(here)
      return (at) => guess(at, EMAIL, PASSWORD)
    },
  },
  'wrong two-factor codes': {
    env: { LIMIT_SECOND_FACTOR_FAILURES: '3' },
    windowMs: 15 * MINUTE,
    async exhaust(here) {
      await here.signedUp()
      await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
      const sign = async (at: World, wanted: (code: string) => string) => {
        const visitor = at.browser()
        const before = at.mail.mails.length
        const { body } = await visitor.post('/auth/login', { email: EMAIL, password: PASSWORD })
        const { code } = await at.mail.newest(EMAIL, before + 1)
        return visitor.post('/auth/2fa/verify', { challengeId: body.challengeId, code: wanted(code) })
      }
      for (let n = 0; n < 3; n++) {
        expect((await sign(here, wrongFor)).status).toBe(400)
        await here.sql(`DELETE FROM challenges`)
      }
      return async (at) => {
        await at.sql(`DELETE FROM challenges`)
        return sign(at, (code) => code)
      }
    },
  },
  'mails in a minute': {
    env: { LIMIT_MAILS_PER_MINUTE: '1' },
    windowMs: MINUTE,
    exhaust: mailOnce,
  },
  'mails in an hour': {
    env: { LIMIT_MAILS_PER_HOUR: '1' },
    windowMs: HOUR,
    exhaust: mailOnce,
  },
}

describe.each(Object.entries(limits))('%s', (_name, { env = {}, windowMs, exhaust }) => {
  it.each([
    ['in the process that counted them', false],
    ['in another one', true],
  ])('keep nobody waiting past their window when the clock is set back by a day, %s', async (_where, isElsewhere) => {
    const here = await limited(env)
    const again = await exhaust(here)
    expect((await again(here)).status).toBe(429)
    const there = isElsewhere ? await limited(env, here.database.url) : here
    there.clock.advance(-24 * HOUR)
    const reply = await again(there)
    const waitMs = reply.status === 429 ? waitOf(reply) : 0
    expect(waitMs).toBeLessThanOrEqual(windowMs)
    there.clock.advance(waitMs)
    expect((waitMs > 0 ? await again(there) : reply).status).toBe(again === enter ? 400 : 200)
  })

  it('say no more than their window when it is set back by less', async () => {
    const here = await limited(env)
    const again = await exhaust(here)
    here.clock.advance(-windowMs / 2)
    const reply = await again(here)
    if (reply.status === 429) expect(waitOf(reply)).toBeLessThanOrEqual(windowMs)
  })
})

it('a mail server that was not to be reached is asked again soon after the clock was set back', async () => {
  const here = await limited()
  const ada = await memberFor(here, 'reset-password', EMAIL)
  await here.mail.goAway()
  expect((await askFor['reset-password'](here, ada)).status).toBe(500)
  await here.mail.comeBack()
  here.clock.advance(-HOUR)
  expect((await askFor['reset-password'](here, ada)).status).toBe(200)
})

it('figures are looked up again soon after the clock was set back', async () => {
  const { figure, clock, signedUp } = await measured()
  expect(await figure('latchkey_sessions_live')).toBe(0)
  await signedUp()
  clock.advance(-HOUR)
  expect(await figure('latchkey_sessions_live')).toBe(1)
})
