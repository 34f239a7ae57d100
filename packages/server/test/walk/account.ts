import { BREACHED } from '../support/breached-file.ts'
import { addPasskey } from '../support/factored.ts'
import { type Member, mailedCode, NEW_PASSWORD, redeemAt } from '../support/mailed-codes.ts'
import { PASSWORD, type World } from '../support/world.ts'
import { administrator } from './administering.ts'
import type { Walk } from './cases.ts'
import {
  ADMIN,
  alone,
  BANNED,
  BLOCKED_DOMAIN,
  become,
  bySomeone,
  byStranger,
  crowdedOut,
  NO_PASSWORD,
  newAddress,
  REFUSED_DOMAIN,
  someone,
  whileCrowded,
  whileMailFails,
} from './preparing.ts'
import { refusedData } from './refused-data.ts'

const register = (change: object = {}) =>
  byStranger('POST /auth/register', { email: newAddress(), password: PASSWORD, name: 'Ada', ...change })

/** Where a code is owed after the password. */
function door(path: string, facts: string) {
  const enter = async (here: World, more = '', password = PASSWORD) => {
    const { email } = await someone(here, `two_factor_enabled_at = 1, ${facts}${more}`)
    return () => here.browser().post(path, { email, password })
  }
  return {
    well: async (here: World) => (await enter(here))(),
    invalid_credentials: async (here: World) => (await enter(here, '', NEW_PASSWORD))(),
    user_banned: async (here: World) => (await enter(here, `, ${BANNED}`))(),
    email_failed: async (here: World) => whileMailFails(here, await enter(here)),
    overloaded: whileCrowded(enter),
  }
}

/** An owner who has asked for a code that deletes the account. */
async function leaving(here: World, facts = NO_PASSWORD, known?: Member) {
  const who = known ?? (await someone(here, facts))
  const { code } = await mailedCode(here, 'delete-account', who)
  return { who, confirm: (sent = code) => redeemAt['delete-account'](here, who, sent) }
}

/** Makes it the only owner of an organisation that has another member. */
export async function lastOwner(here: World, facts = '') {
  const [owner, other] = [await someone(here, facts), await someone(here, 'verified_at = 1')]
  const { body: org } = await owner.browser.post('/auth/orgs', { name: 'Acme' })
  const { body: invite } = await owner.browser.post(`/auth/orgs/${org.id}/invites`, { email: other.email, role: 'member' })
  await other.browser.post(`/auth/orgs/invites/${invite.id}/accept`)
  return owner
}

const deletion = (password = PASSWORD, facts = '') => bySomeone('DELETE /auth/account', { password }, facts)

export const account = {
  register: {
    well: register(),
    method_disabled: alone(register(), { ENABLE_EMAIL_PASSWORD: 'false' }),
    forbidden: alone(register(), { ALLOW_PUBLIC: 'false' }),
    invalid_email: register({ email: 'ada' }),
    email_not_allowed: register({ email: newAddress(BLOCKED_DOMAIN) }),
    registration_refused: register({ email: newAddress(REFUSED_DOMAIN) }),
    weak_password: register({ password: 'weak' }),
    password_compromised: register({ password: BREACHED }),
    name_required: register({ name: '' }),
    ...refusedData((sent) => register({ data: sent })),
    email_already_exists: async (here) => register({ email: (await someone(here)).email })(here),
    email_failed: alone((here) => whileMailFails(here, () => register()(here)), { REQUIRE_EMAIL_VERIFICATION: 'true' }),
    overloaded: whileCrowded(async (here) => () => register()(here)),
  },
  login: door('/auth/login', `role = 'user'`),
  adminLogin: door('/auth/admin/login', ADMIN),
  me: { well: bySomeone('GET /auth/me') },
  check: { well: bySomeone('GET /auth/check?data=true'), invalid_input: bySomeone('GET /auth/check?data=all') },
  rename: {
    well: bySomeone('PUT /auth/name', { name: 'Grace' }),
    validation_error: bySomeone('PUT /auth/name', { name: '' }),
  },
  setLanguage: {
    well: bySomeone('PUT /auth/language', { language: 'de' }),
    invalid_input: bySomeone('PUT /auth/language', { language: 'tlh' }),
  },
  deleteWithPassword: {
    well: deletion(),
    no_password: deletion(PASSWORD, NO_PASSWORD),
    wrong_password: deletion(NEW_PASSWORD),
    last_admin: async (here) => (await administrator(here)).browser.delete('/auth/account', { password: PASSWORD }),
    two_factor_required: async (here) => {
      await someone(here, ADMIN)
      return deletion(PASSWORD, ADMIN)(here)
    },
    cannot_remove_last_owner: async (here) => (await lastOwner(here)).browser.delete('/auth/account', { password: PASSWORD }),
    overloaded: crowdedOut('DELETE /auth/account', { password: PASSWORD }),
  },
  requestDeletion: {
    well: bySomeone('POST /auth/account/delete/request', undefined, NO_PASSWORD),
    password_account: bySomeone('POST /auth/account/delete/request'),
    email_failed: async (here) => {
      const { browser } = await someone(here, NO_PASSWORD)
      return whileMailFails(here, () => browser.post('/auth/account/delete/request'))
    },
  },
  deleteWithCode: {
    well: async (here) => (await leaving(here)).confirm(),
    delete_code_invalid: async (here) => (await leaving(here)).confirm('0000-0000-0000'),
    delete_code_expired: async (here) => {
      const { confirm } = await leaving(here)
      here.clock.advance(here.config.codes.deleteTtl)
      return confirm()
    },
    delete_code_already_used: async (here) => {
      const { who, confirm } = await leaving(here)
      await leaving(here, undefined, who)
      return confirm()
    },
    last_admin: async (here) => {
      const who = await administrator(here)
      await addPasskey(who.browser)
      return (await leaving(here, undefined, await become(here, who, NO_PASSWORD))).confirm()
    },
    two_factor_required: async (here) => (await leaving(here, `${ADMIN}, ${NO_PASSWORD}`)).confirm(),
    cannot_remove_last_owner: async (here) => (await leaving(here, undefined, await lastOwner(here, NO_PASSWORD))).confirm(),
  },
} satisfies Partial<Walk>
