import { BREACHED } from '../support/breached-file.ts'
import { mailedCode, NEW_PASSWORD, redeemAt } from '../support/mailed-codes.ts'
import { PASSWORD, type World } from '../support/world.ts'
import type { Run, Walk } from './cases.ts'
import {
  alone,
  bySomeone,
  byStranger,
  crowdedOut,
  NO_PASSWORD,
  newAddress,
  someone,
  whileCrowded,
  whileMailFails,
  whileMailIsDown,
} from './preparing.ts'

type Purpose = 'reset-password' | 'set-password'

/** An owner with a code for a new password in the mailbox. */
async function coded(here: World, purpose: Purpose) {
  const who = await someone(here, purpose === 'set-password' ? NO_PASSWORD : '')
  const { code } = await mailedCode(here, purpose, who)
  return { who, redeem: (newPassword = NEW_PASSWORD) => redeemAt[purpose](here, who, code, newPassword) }
}

/** Redeems a code after something has happened. */
const redeemed =
  (purpose: Purpose, happen: (here: World, made: Awaited<ReturnType<typeof coded>>) => unknown): Run =>
  async (here) => {
    const made = await coded(here, purpose)
    await happen(here, made)
    return made.redeem()
  }

const nothing = () => undefined
const redeemedWith = (purpose: Purpose, password: string) => async (here: World) => (await coded(here, purpose)).redeem(password)
const crowded = (purpose: Purpose) => whileCrowded(async (here) => (await coded(here, purpose)).redeem)

const change = (oldPassword: string, newPassword = NEW_PASSWORD, facts = '') =>
  bySomeone('POST /auth/change-password', { oldPassword, newPassword }, facts)

export const password = {
  forgotPassword: {
    well: byStranger('POST /auth/forgot-password', { email: newAddress() }),
    email_failed: whileMailIsDown(byStranger('POST /auth/forgot-password', { email: newAddress() })),
  },
  resetPassword: {
    well: redeemed('reset-password', nothing),
    reset_token_invalid: byStranger('POST /auth/reset-password', { code: 'unknown', newPassword: NEW_PASSWORD }),
    reset_token_expired: redeemed('reset-password', ({ clock, config }) => clock.advance(config.codes.resetTtl)),
    reset_token_already_used: redeemed('reset-password', (_here, { redeem }) => redeem()),
    user_not_found: redeemed('reset-password', (_here, { who }) => who.browser.delete('/auth/account', { password: PASSWORD })),
    password_update_conflict: alone(
      redeemed('reset-password', ({ hasher }, { redeem }) => {
        hasher.afterNext = async () => void (await redeem())
      }),
      { HASH_CONCURRENCY: '2' },
    ),
    weak_password: redeemedWith('reset-password', 'weak'),
    password_compromised: redeemedWith('reset-password', BREACHED),
    overloaded: crowded('reset-password'),
  },
  changePassword: {
    well: change(PASSWORD),
    no_password: change(PASSWORD, NEW_PASSWORD, NO_PASSWORD),
    weak_password: change(PASSWORD, 'weak'),
    password_compromised: change(PASSWORD, BREACHED),
    wrong_password: change(NEW_PASSWORD),
    overloaded: crowdedOut('POST /auth/change-password', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  },
  requestSetPassword: {
    well: bySomeone('POST /auth/set-password/request', undefined, NO_PASSWORD),
    already_set: bySomeone('POST /auth/set-password/request'),
    email_failed: async (here) => {
      const { browser } = await someone(here, NO_PASSWORD)
      return whileMailFails(here, () => browser.post('/auth/set-password/request'))
    },
  },
  setPassword: {
    well: redeemed('set-password', nothing),
    weak_password: redeemedWith('set-password', 'weak'),
    password_compromised: redeemedWith('set-password', BREACHED),
    invalid_code: byStranger('POST /auth/set-password/confirm', { userId: 'x', code: 'unknown', newPassword: NEW_PASSWORD }),
    code_used: redeemed('set-password', (_here, { redeem }) => redeem()),
    reset_token_expired: redeemed('set-password', ({ clock, config }) => clock.advance(config.codes.setPasswordTtl)),
    overloaded: crowded('set-password'),
  },
} satisfies Partial<Walk>
