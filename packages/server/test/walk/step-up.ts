import { addPasskey } from '../support/factored.ts'
import { NEW_PASSWORD } from '../support/mailed-codes.ts'
import { PASSWORD } from '../support/world.ts'
import type { Walk } from './cases.ts'
import { ADMIN, bySomeone, crowdedOut, NO_PASSWORD, someone, switchedOff, whileMailFails } from './preparing.ts'

export const stepUp = {
  getStepUp: { well: bySomeone('GET /auth/step-up') },
  stepUp: {
    well: bySomeone('POST /auth/step-up', { password: PASSWORD }),
    step_up_method: bySomeone('POST /auth/step-up', { code: '000000' }),
    invalid_credentials: bySomeone('POST /auth/step-up', { password: NEW_PASSWORD }),
    two_factor_code_invalid: bySomeone('POST /auth/step-up', { code: '000000' }, NO_PASSWORD),
    session_expired: async (here) => {
      const { browser } = await someone(here)
      here.hasher.afterNext = async () => void (await browser.clone().post('/auth/logout'))
      return browser.post('/auth/step-up', { password: PASSWORD })
    },
    overloaded: crowdedOut('POST /auth/step-up', { password: PASSWORD }),
  },
  stepUpOptions: {
    well: async (here) => {
      const { browser } = await someone(here)
      await addPasskey(browser)
      return browser.post('/auth/step-up/options')
    },
    method_disabled: switchedOff(bySomeone('POST /auth/step-up/options')),
    step_up_method: bySomeone('POST /auth/step-up/options'),
  },
  challengeAdministrator: {
    well: bySomeone('POST /auth/admin/challenge', undefined, ADMIN),
    forbidden: bySomeone('POST /auth/admin/challenge', undefined, `role = 'user'`),
    two_factor_not_enabled: async (here) => {
      const { id, browser } = await someone(here, ADMIN)
      await here.sql(`UPDATE sessions SET method = 'mailbox' WHERE account_id = ?`, [id])
      return browser.post('/auth/admin/challenge')
    },
    session_expired: async (here) => here.browser().post('/auth/admin/challenge'),
    email_failed: async (here) => {
      const { browser } = await someone(here, ADMIN)
      return whileMailFails(here, () => browser.post('/auth/admin/challenge'))
    },
  },
  sendStepUpCode: {
    well: bySomeone('POST /auth/step-up/send', undefined, NO_PASSWORD),
    step_up_method: bySomeone('POST /auth/step-up/send'),
    email_failed: async (here) => {
      const { browser } = await someone(here, NO_PASSWORD)
      return whileMailFails(here, () => browser.post('/auth/step-up/send'))
    },
  },
} satisfies Partial<Walk>
