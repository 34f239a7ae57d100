import type { Browser } from '../support/browser.ts'
import { beginTotp, enrolled } from '../support/enrolled.ts'
import { PASSWORD } from '../support/world.ts'
import type { Case, Run, Walk } from './cases.ts'
import { ADMIN, alone, become, bySomeone, meanwhile, NO_PASSWORD, newAddress, someone, switchedOff } from './preparing.ts'

const CONFIRM = 'POST /auth/2fa/totp/confirm'

/** A newcomer, about to type the first code of an authenticator app, types one. */
const confirming =
  (away: number): Run =>
  async (here) => {
    const { browser } = await someone(here)
    const app = await beginTotp(browser)
    return browser.post('/auth/2fa/totp/confirm', { code: app.code(away) })
  }

/** An owner of an authenticator app, who has just proved it, asks. */
const byHolder =
  (ask: (owner: Browser) => ReturnType<Run>): Run =>
  async (here) => {
    const { owner, prove } = await enrolled(here, newAddress())
    await prove()
    return ask(owner)
  }

/** An administrator who signs in by mail and has nothing but an authenticator app to show after it. */
const removingApp = (hasColleague: boolean): Case =>
  alone(
    async (here) => {
      if (hasColleague) await someone(here, ADMIN)
      const { owner, prove, id, email } = await enrolled(here, newAddress())
      await become(here, { browser: owner, id, email }, `${ADMIN}, ${NO_PASSWORD}`)
      await prove()
      return owner.delete('/auth/2fa/totp')
    },
    { EMAIL_SIGN_IN: 'existing' },
  )

export const factors = {
  listFactors: { well: bySomeone('GET /auth/factors') },
  beginTotp: {
    well: bySomeone('POST /auth/2fa/totp/begin'),
    method_disabled: switchedOff(bySomeone('POST /auth/2fa/totp/begin')),
    session_expired: async (here) => {
      const { browser } = await someone(here)
      const leave = () => browser.clone().delete('/auth/account', { password: PASSWORD })
      return meanwhile('beginTotp', leave, () => browser.post('/auth/2fa/totp/begin'))
    },
  },
  confirmTotp: {
    well: confirming(0),
    method_disabled: switchedOff(bySomeone(CONFIRM, { code: '000000' })),
    totp_not_begun: bySomeone(CONFIRM, { code: '000000' }),
    two_factor_code_invalid: confirming(-10),
  },
  removeTotp: {
    well: byHolder((owner) => owner.delete('/auth/2fa/totp')),
    totp_not_enabled: bySomeone('DELETE /auth/2fa/totp'),
    last_sign_in_method: removingApp(true),
    last_admin: removingApp(false),
  },
  createRecoveryCodes: {
    well: byHolder((owner) => owner.post('/auth/2fa/recovery-codes')),
    two_factor_not_enabled: bySomeone('POST /auth/2fa/recovery-codes'),
  },
} satisfies Partial<Walk>
