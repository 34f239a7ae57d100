import { BREACHED } from '../support/breached-file.ts'
import type { Browser } from '../support/browser.ts'
import { asked } from '../support/by-mail.ts'
import { addPasskey } from '../support/factored.ts'
import { backendOf } from '../support/keyed.ts'
import { seal } from '../support/sealed.ts'
import { STEP_UP_MS } from '../support/stepped-up.ts'
import { PASSWORD, type World } from '../support/world.ts'
import { lastOwner } from './account.ts'
import { administrator, backend, byAdmin, UNKNOWN } from './administering.ts'
import type { Case, Run, Seen, Walk } from './cases.ts'
import { ofInvite, revoked, used } from './invite.ts'
import {
  ADMIN,
  alone,
  BANNED,
  become,
  NO_PASSWORD,
  newAddress,
  send,
  someone,
  switchedOff,
  whileCrowded,
  whileMailFails,
} from './preparing.ts'

const about = (route: string, { id }: { readonly id: string }): string => route.replace('{id}', id)

/** An administrator sends this about an account. */
const on =
  (route: string, body?: unknown, make: (here: World) => Promise<{ readonly id: string }> = someone): Run =>
  async (here) => {
    const { browser } = await administrator(here)
    return send(browser, about(route, await make(here)), body)
  }

const banned = (here: World) => someone(here, BANNED)
const verified = (here: World) => someone(here, 'verified_at = 1')

/** The only administrator sends this about the own account. */
const onSelf =
  (route: string, body?: unknown): Run =>
  async (here) => {
    const who = await administrator(here)
    return send(who.browser, about(route, who), body)
  }

const onUnknown = (route: string, body?: unknown): Run => byAdmin(about(route, { id: UNKNOWN }), body)

/** A backend sends this, about the administrator who has made its key. */
const byKey =
  (route: string, body?: unknown): Run =>
  async (here) => {
    const maker = await backend(here)
    return maker.ask(about(route, maker), body)
  }

/** What all that change an account have in common. A key changes no administrator. */
const changing = (route: string, body?: unknown) => ({
  well: on(route, body),
  user_not_found: onUnknown(route, body),
  insufficient_scope: byKey(route, body),
})

/** What all that list something have in common. */
const listing = (route: string) => ({ well: byAdmin(route), invalid_input: byAdmin(`${route}?limit=many`) })
const listingOf = (route: string) => ({
  well: on(route),
  invalid_input: on(`${route}?limit=many`),
  user_not_found: onUnknown(route),
})

const CREATE = 'POST /admin/users'
const NEWCOMER = { name: 'Grace', password: PASSWORD }
const create = (change: object = {}) => byAdmin(CREATE, { ...NEWCOMER, email: newAddress(), ...change })
const ADMINISTRATOR = { ...NEWCOMER, email: newAddress(), role: 'admin' }

/** Where there are no passwords, an administrator appoints an account that has nothing but its mailbox. */
const appointing = (request: (browser: Browser, userId: string) => Promise<Seen>): Case =>
  alone(
    async (here) => {
      const [root, other] = [await byMailbox(here), await byMailbox(here)]
      await become(here, root, ADMIN)
      await here.sql(`UPDATE sessions SET second_factor_at = created_at`)
      return request(root.browser, other.id)
    },
    { EMAIL_SIGN_IN: 'anybody', ENABLE_EMAIL_PASSWORD: 'false' },
  )

async function byMailbox(here: World) {
  const email = newAddress()
  const { visitor: browser, enter } = await asked(here, email)
  return { browser, email, id: (await enter()).body.user.id as string }
}

const users = {
  listUsers: {
    ...listing('GET /admin/users'),
    insufficient_scope: async (here) => {
      const { browser } = await administrator(here)
      const { body } = await browser.post('/admin/keys', { name: 'list', scopes: ['users:read'] })
      return backendOf(here, body.key)('GET', '/admin/users?data.plan=pro')
    },
  },
  createUser: {
    well: create(),
    invalid_email: create({ email: 'ada' }),
    weak_password: create({ password: 'weak' }),
    password_compromised: create({ password: BREACHED }),
    name_required: create({ name: '' }),
    invalid_role: create({ role: 'king' }),
    insufficient_scope: byKey(CREATE, ADMINISTRATOR),
    step_up_required: async (here) => {
      const { browser } = await administrator(here)
      here.clock.advance(STEP_UP_MS)
      return browser.post('/admin/users', ADMINISTRATOR)
    },
    email_already_exists: async (here) => create({ email: (await someone(here)).email })(here),
    admin_factor_missing: appointing((browser) =>
      browser.post('/admin/users', { name: 'Eve', email: newAddress(), role: 'admin' }),
    ),
    overloaded: whileCrowded(async (here) => {
      const { browser } = await administrator(here)
      return () => browser.post('/admin/users', { ...NEWCOMER, email: newAddress() })
    }),
  },
  getUser: { well: on('GET /admin/users/{id}'), user_not_found: onUnknown('GET /admin/users/{id}') },
  renameUser: {
    ...changing('PATCH /admin/users/{id}/name', { name: 'Grace' }),
    validation_error: onUnknown('PATCH /admin/users/{id}/name', { name: '' }),
  },
  changeUserEmail: {
    ...changing('PATCH /admin/users/{id}/email', { email: newAddress() }),
    invalid_email: onUnknown('PATCH /admin/users/{id}/email', { email: 'ada' }),
    email_already_exists: async (here) => on('PATCH /admin/users/{id}/email', { email: (await someone(here)).email })(here),
  },
  verifyUser: {
    ...changing('PATCH /admin/users/{id}/verify'),
    already_verified: on('PATCH /admin/users/{id}/verify', undefined, verified),
  },
  sendUserReset: {
    ...changing('POST /admin/users/{id}/reset-password'),
    user_banned: on('POST /admin/users/{id}/reset-password', undefined, banned),
    email_failed: (here) => whileMailFails(here, () => on('POST /admin/users/{id}/reset-password')(here)),
  },
  resetUserFactors: {
    ...changing('DELETE /admin/users/{id}/factors'),
    last_admin: async (here) => {
      const who = await administrator(here)
      await addPasskey(who.browser)
      await become(here, who, NO_PASSWORD)
      return who.browser.delete(`/admin/users/${who.id}/factors`)
    },
  },
  setRole: {
    ...changing('PATCH /admin/users/{id}/role', { role: 'admin' }),
    invalid_role: onUnknown('PATCH /admin/users/{id}/role', { role: 'king' }),
    last_admin: onSelf('PATCH /admin/users/{id}/role', { role: 'user' }),
    admin_factor_missing: appointing((browser, id) => browser.send('PATCH', `/admin/users/${id}/role`, { role: 'admin' })),
  },
  setScopes: {
    ...changing('PATCH /admin/users/{id}/scopes', { scopes: 'support' }),
    well: on('PATCH /admin/users/{id}/scopes', { scopes: 'support' }, (here) => someone(here, ADMIN)),
    invalid_input: onUnknown('PATCH /admin/users/{id}/scopes', { scopes: [] }),
    last_admin: onSelf('PATCH /admin/users/{id}/scopes', { scopes: 'support' }),
  },
  banUser: {
    ...changing('PATCH /admin/users/{id}/ban', {}),
    validation_error: onUnknown('PATCH /admin/users/{id}/ban', { reason: 'x'.repeat(501) }),
    already_banned: on('PATCH /admin/users/{id}/ban', {}, banned),
    last_admin: onSelf('PATCH /admin/users/{id}/ban', {}),
  },
  unbanUser: {
    ...changing('PATCH /admin/users/{id}/unban'),
    well: on('PATCH /admin/users/{id}/unban', undefined, banned),
    not_banned: on('PATCH /admin/users/{id}/unban'),
  },
  deleteUser: {
    ...changing('DELETE /admin/users/{id}'),
    last_admin: onSelf('DELETE /admin/users/{id}'),
    cannot_remove_last_owner: on('DELETE /admin/users/{id}', undefined, lastOwner),
  },
  listUserSessions: listingOf('GET /admin/users/{id}/sessions'),
  endUserSessions: changing('DELETE /admin/users/{id}/sessions'),
  endUserSession: {
    well: async (here) => {
      const { id, browser } = await administrator(here)
      const { body } = await browser.get('/auth/me')
      return browser.delete(`/admin/users/${id}/sessions/${body.session.id}`)
    },
    session_not_found: on(`DELETE /admin/users/{id}/sessions/${UNKNOWN}`),
    insufficient_scope: byKey(`DELETE /admin/users/{id}/sessions/${UNKNOWN}`),
  },
  userAuditLogs: { ...listingOf('GET /admin/users/{id}/audit-logs'), user_not_found: byAdmin('GET /admin/users/x/audit-logs') },
} satisfies Partial<Walk>

const invite = (email = newAddress()) => byAdmin('POST /admin/invites', { email })

/** What withdrawing an invite and mailing it again have in common. */
const changingInvite = (route: string, name: 'revoke' | 'resend') => ({
  well: ofInvite((made) => made[name]()),
  method_disabled: switchedOff(onUnknown(route)),
  invite_not_found: onUnknown(route),
  invite_already_used: ofInvite((made) => made[name](), used),
  invite_revoked: ofInvite((made) => made[name](), revoked),
})

export const admin = {
  ...users,
  createInvite: {
    well: invite(),
    method_disabled: switchedOff(invite()),
    invalid_email: invite('ada'),
    email_already_exists: async (here) => invite((await someone(here)).email)(here),
    invite_already_exists: ofInvite(({ invite }) => invite()),
    email_failed: (here) => whileMailFails(here, () => invite()(here)),
  },
  listInvites: {
    well: ofInvite(({ list }) => list()),
    method_disabled: switchedOff(byAdmin('GET /admin/invites')),
    invalid_input: byAdmin('GET /admin/invites?limit=many'),
  },
  revokeInvite: changingInvite('DELETE /admin/invites/{id}', 'revoke'),
  resendInvite: {
    ...changingInvite('POST /admin/invites/{id}/resend', 'resend'),
    email_failed: ofInvite(({ resend }, here) => whileMailFails(here, resend)),
  },
  auditLogs: listing('GET /admin/audit-logs'),
  streamAuditLogs: {
    async well(here) {
      const { browser } = await administrator(here)
      await seal(here)
      return send(browser, 'GET /admin/audit-logs/stream')
    },
    invalid_input: byAdmin('GET /admin/audit-logs/stream?after=last'),
  },
  statistics: { well: byAdmin('GET /admin/statistics'), invalid_input: byAdmin('GET /admin/statistics?days=1') },
} satisfies Partial<Walk>
