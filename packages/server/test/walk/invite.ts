import { signedInAsAdmin } from '../support/administered.ts'
import { BREACHED } from '../support/breached-file.ts'
import type { Browser } from '../support/browser.ts'
import { PASSWORD, type World } from '../support/world.ts'
import { administrator } from './administering.ts'
import type { Case, Run, Seen, Walk } from './cases.ts'
import { alone, newAddress, REFUSED_DOMAIN, switchedOff, whileCrowded, whileMailFails } from './preparing.ts'
import { refusedData } from './refused-data.ts'

/** An invite in a mailbox, and what those can do with it whom it concerns. */
async function invited(here: World, by?: Browser, email = newAddress()) {
  const admin = by ?? (await administrator(here)).browser
  const { body: invite } = await admin.post('/admin/invites', { email })
  const { code } = await here.mail.newest(email)
  const form = { code, name: 'Guest', password: PASSWORD, confirmPassword: PASSWORD }
  return {
    ...{ email, code },
    invite: () => admin.post('/admin/invites', { email }),
    revoke: () => admin.delete(`/admin/invites/${invite.id}`),
    resend: () => admin.post(`/admin/invites/${invite.id}/resend`),
    list: () => admin.get('/admin/invites'),
    register: (change: object = {}) => here.browser().post('/auth/invite/register', { ...form, ...change }),
  }
}

type Invited = Awaited<ReturnType<typeof invited>>
type Happen = (invite: Invited, here: World) => unknown

export const used: Happen = ({ register }) => register()
export const revoked: Happen = ({ revoke }) => revoke()
const expired: Happen = (_invite, { clock, config }) => clock.advance(config.registration.inviteTtl)

/** Asks about an invite after something has happened to it. */
export const ofInvite =
  (ask: (invite: Invited, here: World) => Promise<Seen>, happen?: Happen): Run =>
  async (here) => {
    const invite = await invited(here)
    await happen?.(invite, here)
    return ask(invite, here)
  }

function info(ask: (by: Browser, token: string) => Promise<Seen>) {
  const about =
    (token: string): Run =>
    ({ browser }) =>
      ask(browser(), token)
  const after = (happen?: Happen) => ofInvite(({ code }, { browser }) => ask(browser(), code), happen)
  return {
    well: after(),
    not_found: switchedOff(about('unknown')),
    missing_token: about(''),
    invite_not_found: about('unknown'),
    invite_already_used: after(used),
    invite_revoked: after(revoked),
    invite_expired: after(expired),
  }
}

const register = (change: object = {}, happen?: Happen) => ofInvite((invite) => invite.register(change), happen)
const unknown: Run = ({ browser }) =>
  browser().post('/auth/invite/register', { code: 'unknown', name: 'Guest', password: PASSWORD, confirmPassword: PASSWORD })

/** Registers where all accounts owe a mailed code, and that cannot be mailed. */
const unmailed: Case = alone(
  async (here) => {
    const invite = await invited(here, await signedInAsAdmin(here, newAddress()))
    return whileMailFails(here, invite.register)
  },
  { REQUIRE_EMAIL_2FA: 'true' },
)

export const invite = {
  inviteInfo: info((by, token) => by.get(`/auth/invite/info?token=${token}`)),
  postInviteInfo: info((by, token) => by.post('/auth/invite/info', { token })),
  inviteRegister: {
    well: register(),
    method_disabled: switchedOff(unknown),
    invite_not_found: unknown,
    invite_already_used: register({}, used),
    invite_expired: register({}, expired),
    registration_refused: async (here) => (await invited(here, undefined, newAddress(REFUSED_DOMAIN))).register(),
    name_required: register({ name: '' }),
    ...refusedData((sent) => register({ data: sent })),
    password_mismatch: register({ confirmPassword: '' }),
    weak_password: register({ password: 'weak', confirmPassword: 'weak' }),
    password_compromised: register({ password: BREACHED, confirmPassword: BREACHED }),
    email_already_exists: register({}, ({ email }, { signedUp }) => signedUp(email)),
    email_failed: unmailed,
    overloaded: whileCrowded(async (here) => (await invited(here)).register),
  },
} satisfies Partial<Walk>
