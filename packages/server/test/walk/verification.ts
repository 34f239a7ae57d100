import { mailedCode, NEW_PASSWORD } from '../support/mailed-codes.ts'
import { PageVisitor } from '../support/page-visitor.ts'
import { PASSWORD, type World } from '../support/world.ts'
import type { Run, Walk } from './cases.ts'
import { BANNED, become, bySomeone, byStranger, newAddress, someone, whileCrowded, whileMailFails } from './preparing.ts'

/** An owner with a code in the mailbox that verifies it. */
async function coded(here: World) {
  const who = await someone(here)
  const { code } = await mailedCode(here, 'verify-email', who)
  return { who, verify: (more: object = {}, by = here.browser()) => by.post('/auth/verify-email', { code, ...more }) }
}

/** An owner who has chosen a new password on the page of a reset, and signed in there. */
async function proved(here: World) {
  const who = await someone(here)
  const { code } = await mailedCode(here, 'reset-password', who)
  const visitor = new PageVisitor(here.browser())
  await visitor.open('/reset-password')
  await visitor.submit('reset', { code, newPassword: NEW_PASSWORD })
  await visitor.submit('signIn', { password: NEW_PASSWORD })
  return visitor
}

/** Redeems a code after something has happened. */
const verified =
  (happen: (here: World, made: Awaited<ReturnType<typeof coded>>) => unknown, more: object = {}): Run =>
  async (here) => {
    const made = await coded(here)
    await happen(here, made)
    return made.verify(more)
  }

const nothing = () => undefined

export const verification = {
  verifyEmail: {
    well: verified(nothing),
    code_invalid: verified(nothing, { code: '0000-0000-0000' }),
    code_already_used: verified((_here, { verify }) => verify()),
    code_expired: verified(({ clock, config }) => clock.advance(config.registration.verificationCodeTtl)),
    invalid_credentials: verified(nothing, { password: NEW_PASSWORD }),
    other_account: async (here) => {
      const [{ verify }, other] = [await coded(here), await someone(here)]
      return verify({ keepOtherAccount: true }, other.browser)
    },
    user_not_found: verified((_here, { who }) => who.browser.delete('/auth/account', { password: PASSWORD })),
    user_banned: verified((here, { who }) => become(here, who, BANNED)),
    overloaded: whileCrowded(async (here) => {
      const { verify } = await coded(here)
      return () => verify({ password: PASSWORD })
    }),
  },
  resendVerification: {
    well: bySomeone('POST /auth/resend-verification'),
    already_verified: bySomeone('POST /auth/resend-verification', undefined, 'verified_at = 1'),
    email_failed: async (here) => {
      const { browser } = await someone(here)
      return whileMailFails(here, () => browser.post('/auth/resend-verification'))
    },
  },
  confirmProved: {
    well: async (here) => {
      const { browser } = await proved(here)
      return browser.post('/auth/verify-email/proved')
    },
    already_verified: bySomeone('POST /auth/verify-email/proved', undefined, 'verified_at = 1'),
    code_invalid: bySomeone('POST /auth/verify-email/proved'),
  },
  requestVerification: { well: byStranger('POST /auth/verify-email/resend', { email: newAddress() }) },
} satisfies Partial<Walk>
