import { addPasskey } from '../support/factored.ts'
import { wrongFor } from '../support/gated.ts'
import { NEW_PASSWORD } from '../support/mailed-codes.ts'
import { STEP_UP_MS } from '../support/stepped-up.ts'
import { PASSWORD, type World } from '../support/world.ts'
import type { Run, Walk } from './cases.ts'
import {
  ADMIN,
  alone,
  BANNED,
  become,
  bySomeone,
  byStranger,
  crowdedOut,
  newAddress,
  someone,
  switchedOff,
  whileMailFails,
} from './preparing.ts'

/** An owner who is asked for a mailed code, and a browser in which the password was typed. */
async function challenged(here: World) {
  const who = await someone(here)
  await who.browser.post('/auth/2fa/enable', { password: PASSWORD })
  const visitor = here.browser()
  const { body } = await visitor.post('/auth/login', { email: who.email, password: PASSWORD })
  const { challengeId } = body
  const { code } = await here.mail.newest(who.email)
  return {
    who,
    verify: (sent = code, by = visitor) => by.post('/auth/2fa/verify', { challengeId, code: sent }),
    verifyWrong: () => visitor.post('/auth/2fa/verify', { challengeId, code: wrongFor(code) }),
    twin: visitor.clone(),
    resend: () => visitor.post('/auth/2fa/resend', { challengeId }),
  }
}

/** An owner whose passkey is asked for after the password asks for the options. */
const passkeyAsked: Run = async (here) => {
  const { email, browser } = await someone(here)
  await addPasskey(browser)
  await browser.post('/auth/2fa/enable', { method: 'passkey' })
  const visitor = here.browser()
  const { body } = await visitor.post('/auth/login', { email, password: PASSWORD })
  return visitor.post('/auth/2fa/passkey/options', { challengeId: body.challengeId })
}

/** Sends this where all accounts owe a mailed code. */
const enforced = (path: string) =>
  alone(
    async ({ browser, mail }) => {
      const [visitor, email] = [browser(), newAddress()]
      const { body } = await visitor.post('/auth/register', { email, password: PASSWORD, name: 'Ada' })
      const { code } = await mail.newest(email)
      await visitor.post('/auth/2fa/verify', { challengeId: body.challengeId, code })
      return visitor.post(path, { password: PASSWORD })
    },
    { REQUIRE_EMAIL_2FA: 'true' },
  )

/** What switching it on and off have in common. */
const switching = (path: string) => ({
  well: bySomeone(`POST ${path}`, { password: PASSWORD }),
  validation_error: bySomeone(`POST ${path}`, { method: 'totp' }),
  step_up_required: (async (here) => {
    const { browser } = await someone(here)
    here.clock.advance(STEP_UP_MS)
    return browser.post(path, { method: 'passkey' })
  }) satisfies Run,
  two_factor_already_enforced: enforced(path),
  two_factor_password_required: bySomeone(`POST ${path}`, {}),
  invalid_credentials: bySomeone(`POST ${path}`, { password: NEW_PASSWORD }),
  overloaded: crowdedOut(`POST ${path}`, { password: PASSWORD }),
})

const CHALLENGE = { challengeId: 'unknown' }

export const twoFactor = {
  verifyCode: {
    well: async (here) => (await challenged(here)).verify(),
    two_factor_code_invalid: async (here) => (await challenged(here)).verifyWrong(),
    two_factor_code_expired: async (here) => {
      const { verify } = await challenged(here)
      here.clock.advance(here.config.twoFactor.codeTtl)
      return verify()
    },
    two_factor_code_already_used: async (here) => {
      const { verify, twin } = await challenged(here)
      await verify()
      return verify(undefined, twin)
    },
    user_banned: async (here) => {
      const { who, verify } = await challenged(here)
      await become(here, who, BANNED)
      return verify()
    },
  },
  resendCode: {
    well: async (here) => (await challenged(here)).resend(),
    two_factor_code_expired: async (here) => {
      const { verify, resend, twin } = await challenged(here)
      await verify(undefined, twin)
      return resend()
    },
    email_failed: async (here) => whileMailFails(here, (await challenged(here)).resend),
  },
  passkeyFactorOptions: {
    well: passkeyAsked,
    method_disabled: switchedOff(byStranger('POST /auth/2fa/passkey/options', CHALLENGE)),
    two_factor_code_invalid: byStranger('POST /auth/2fa/passkey/options', CHALLENGE),
  },
  enableTwoFactor: {
    ...switching('/auth/2fa/enable'),
    passkey_required: bySomeone('POST /auth/2fa/enable', { method: 'passkey' }),
    method_disabled: switchedOff(bySomeone('POST /auth/2fa/enable', { method: 'passkey' })),
  },
  disableTwoFactor: {
    ...switching('/auth/2fa/disable'),
    two_factor_required: bySomeone('POST /auth/2fa/disable', { password: PASSWORD }, ADMIN),
  },
} satisfies Partial<Walk>
