import { NEW_PASSWORD } from '../support/mailed-codes.ts'
import { codeIn } from '../support/moving.ts'
import { PASSWORD, type World } from '../support/world.ts'
import { administrator, UNKNOWN } from './administering.ts'
import type { Run, Seen, Walk } from './cases.ts'
import { alone, BLOCKED_DOMAIN, bySomeone, byStranger, meanwhile, newAddress, someone, whileMailIsDown } from './preparing.ts'
import { holder } from './session.ts'

const CHANGE = 'POST /auth/email/change'

/** An administrator gives an account another address. */
const overrule = async (here: World, id: string) =>
  (await administrator(here)).browser.send('PATCH', `/admin/users/${id}/email`, { email: newAddress() })

/** An owner who has asked for another address, with a code in its mailbox. */
async function moving(here: World) {
  const [{ id, browser }, email] = [await someone(here), newAddress()]
  await browser.post('/auth/email/change', { email })
  const { code } = await here.mail.newest(email)
  return { id, browser, email, redeem: () => here.browser().post('/auth/email/change/confirm', { code }) }
}

/** An owner who got another address, with a link in the old mailbox that takes it back. */
async function moved(here: World) {
  const { id, email } = await someone(here, 'verified_at = 1')
  await overrule(here, id)
  const code = codeIn((await here.mail.newest(email)).link)
  return { redeem: () => here.browser().post('/auth/email/change/revert', { code }) }
}

/** An owner who is told of a sign-in, with a link that says it was another. */
async function intruded(here: World) {
  const { email } = await someone(here)
  await here.browser().post('/auth/login', { email, password: PASSWORD })
  const code = codeIn((await here.mail.newest(email)).link)
  return { redeem: () => here.browser().post('/auth/devices/report', { code }) }
}

/** Redeems what was mailed, after something has happened. */
const redeemed =
  <Made extends { redeem: () => Promise<Seen> }>(
    make: (here: World) => Promise<Made>,
    happen?: (made: Made, here: World) => unknown,
  ): Run =>
  async (here) => {
    const made = await make(here)
    await happen?.(made, here)
    return made.redeem()
  }

const again = ({ redeem }: { redeem: () => Promise<Seen> }) => redeem()
const noticed = (run: Run) => alone(run, { NEW_DEVICE_NOTICES: 'true' })

export const lifecycle = {
  requestEmailChange: {
    well: bySomeone(CHANGE, { email: newAddress() }),
    invalid_email: bySomeone(CHANGE, { email: 'ada' }),
    email_not_allowed: bySomeone(CHANGE, { email: newAddress(BLOCKED_DOMAIN) }),
    same_email: async (here) => {
      const { browser, email } = await someone(here)
      return browser.post('/auth/email/change', { email })
    },
    email_failed: whileMailIsDown(bySomeone(CHANGE, { email: newAddress() })),
    session_expired: async (here) => {
      const { browser } = await someone(here)
      return meanwhile(
        'requestEmailChange',
        () => browser.clone().post('/auth/change-password', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }),
        () => browser.post('/auth/email/change', { email: newAddress() }),
      )
    },
  },
  getEmailChange: { well: async (here) => (await moving(here)).browser.get('/auth/email/change') },
  cancelPendingEmailChange: { well: async (here) => (await moving(here)).browser.delete('/auth/email/change') },
  confirmEmailChange: {
    well: redeemed(moving),
    code_invalid: byStranger('POST /auth/email/change/confirm', { code: 'unknown' }),
    code_already_used: redeemed(moving, again),
    code_expired: redeemed(moving, (_made, { clock, config }) => clock.advance(config.lifecycle.emailChangeTtl)),
    email_already_exists: redeemed(moving, ({ email }, { signedUp }) => signedUp(email)),
    email_change_conflict: redeemed(moving, ({ id }, here) => overrule(here, id)),
    user_not_found: redeemed(moving, ({ browser }) => browser.delete('/auth/account', { password: PASSWORD })),
  },
  revertEmail: {
    well: redeemed(moved),
    code_invalid: byStranger('POST /auth/email/change/revert', { code: 'unknown' }),
    code_already_used: redeemed(moved, again),
    code_expired: redeemed(moved, (_made, { clock, config }) => clock.advance(config.lifecycle.emailRevertTtl)),
  },
  reportDevice: {
    well: noticed(redeemed(intruded)),
    code_invalid: byStranger('POST /auth/devices/report', { code: 'unknown' }),
    code_already_used: noticed(redeemed(intruded, again)),
    code_expired: noticed(redeemed(intruded, (_made, { clock, config }) => clock.advance(config.lifecycle.deviceReportTtl))),
  },
  renameSession: {
    well: async (here) => {
      const { browser, id } = await holder(here)
      return browser.send('PATCH', `/auth/sessions/${id}`, { name: 'Desk' })
    },
    validation_error: bySomeone(`PATCH /auth/sessions/${UNKNOWN}`, { name: 'x'.repeat(61) }),
    session_not_found: bySomeone(`PATCH /auth/sessions/${UNKNOWN}`, { name: 'Desk' }),
  },
  listActivity: {
    well: bySomeone('GET /auth/activity'),
    invalid_input: bySomeone('GET /auth/activity?limit=many'),
  },
  exportAccount: { well: bySomeone('POST /auth/account/export') },
} satisfies Partial<Walk>
