import type { Browser, Reply } from './browser.ts'
import { beginTotp } from './enrolled.ts'
import { lifecycleFaults } from './lifecycle-faults.ts'
import { NEW_PASSWORD } from './mailed-codes.ts'
import { openidFaults } from './openid-faults.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'
import { PASSWORD, type World } from './world.ts'

/** A service that flows run against, in this process or another. */
export interface FaultSite extends Pick<World, 'sql' | 'mail' | 'browser'> {
  readonly admin: Browser
}

/** Somebody for whom everything is prepared but the one request that a fault will meet. */
export interface Subject {
  readonly email: string
  readonly id: string
  readonly browser: Browser
  readonly code: string
  readonly challengeId: string
  /** What comes back from a ceremony with a passkey. */
  readonly answer?: object
}

export interface FaultFlow {
  prepare(site: FaultSite, email: string): Promise<Subject>
  act(site: FaultSite, subject: Subject): Promise<Reply>
  /** Finds a row once its effect is there. */
  readonly effect: string
  /** The effect is something that is gone. */
  readonly isRemoval?: true
}

const nobody = ({ browser }: FaultSite, email: string): Subject => ({
  email,
  id: '',
  browser: browser(),
  code: '',
  challengeId: '',
})

/** The first administrator; the only one that nothing here removes. */
export async function signedInRoot({ browser, sql }: Omit<FaultSite, 'admin'>): Promise<Browser> {
  const email = 'root@example.com'
  await browser().post('/auth/register', { email, password: PASSWORD, name: 'Root' })
  await sql(`UPDATE accounts SET role = 'admin', verified_at = 1, mailbox_proved_at = 1 WHERE email = ?`, [email])
  const admin = browser()
  const { status, text } = await admin.post('/auth/login', { email, password: PASSWORD })
  if (status !== 200) throw new Error(`the administrator is not signed in: ${status} ${text}`)
  return admin
}

async function member(site: FaultSite, email: string): Promise<Subject> {
  const subject = nobody(site, email)
  const { body } = await subject.browser.post('/auth/register', { email, password: PASSWORD, name: 'Ada' })
  return { ...subject, id: body.user.id }
}

async function owing(site: FaultSite, email: string): Promise<Subject> {
  const subject = await member(site, email)
  await site.sql(`UPDATE accounts SET two_factor_enabled_at = 1 WHERE id = ?`, [subject.id])
  return { ...subject, browser: site.browser() }
}

async function gated(site: FaultSite, email: string): Promise<Subject> {
  const subject = await owing(site, email)
  const { body } = await subject.browser.post('/auth/login', { email, password: PASSWORD })
  return { ...subject, challengeId: body.challengeId, code: (await site.mail.newest(email)).code }
}

async function withCode(site: FaultSite, email: string, ask: (subject: Subject) => Promise<Reply>): Promise<Subject> {
  const subject = await member(site, email)
  await ask(subject)
  return { ...subject, code: (await site.mail.newest(email)).code }
}

async function passwordless(site: FaultSite, email: string): Promise<Subject> {
  const subject = await member(site, email)
  await site.sql(`UPDATE accounts SET password_hash = NULL WHERE id = ?`, [subject.id])
  return subject
}

async function invited(site: FaultSite, email: string): Promise<Subject> {
  await site.admin.clone().post('/admin/invites', { email })
  return { ...nobody(site, email), code: (await site.mail.newest(email)).code }
}

/** With an authenticator app; the code is one for recovery. */
async function withApp(site: FaultSite, email: string): Promise<Subject> {
  const subject = await member(site, email)
  const app = await beginTotp(subject.browser)
  const { body } = await subject.browser.post('/auth/2fa/totp/confirm', { code: app.code() })
  return { ...subject, code: body.recoveryCodes[0] }
}

const signIn = (_site: FaultSite, { browser, email }: Subject) => browser.post('/auth/login', { email, password: PASSWORD })
const STEPPED_UP = `SELECT id FROM audit_events WHERE type = 'step_up.success' AND target_user_id = (SELECT id FROM accounts WHERE email = ?)`
const VERSION_MOVED = `SELECT id FROM accounts WHERE email = ? AND credential_version > 1`
const of = (email: string): string => `account_id = (SELECT id FROM accounts WHERE email = ${email})`

/** One flow for every kind of transaction. */
export const faultFlows = {
  register: {
    prepare: async (site, email) => nobody(site, email),
    act: (_site, { browser, email }) => browser.post('/auth/register', { email, password: PASSWORD, name: 'Ada' }),
    effect: `SELECT id FROM accounts WHERE email = ?`,
  },
  login: {
    prepare: async (site, email) => ({ ...(await member(site, email)), browser: site.browser() }),
    act: signIn,
    effect: `SELECT id FROM audit_events WHERE type = 'login.success' AND target_user_id = (SELECT id FROM accounts WHERE email = ?)`,
  },
  challenge: {
    prepare: owing,
    act: signIn,
    effect: `SELECT id FROM challenges WHERE mail_accepted_at IS NOT NULL AND ${of('?')}`,
  },
  'second factor': {
    prepare: gated,
    act: (_site, { browser, challengeId, code }) => browser.post('/auth/2fa/verify', { challengeId, code }),
    effect: `SELECT id FROM sessions WHERE second_factor_at IS NOT NULL AND ${of('?')}`,
  },
  refresh: {
    prepare: member,
    act: (_site, { browser }) => browser.post('/auth/refresh'),
    effect: `SELECT r.hash FROM refresh_tokens r JOIN sessions s ON s.id = r.session_id WHERE r.generation = 2 AND s.${of('?')}`,
  },
  'verification mail': {
    prepare: member,
    act: (_site, { browser }) => browser.post('/auth/resend-verification'),
    effect: `SELECT id FROM codes WHERE purpose = 'email-verification' AND ${of('?')}`,
  },
  'verify email': {
    prepare: (site, email) => withCode(site, email, ({ browser }) => browser.post('/auth/resend-verification')),
    act: ({ browser }, { code }) => browser().post('/auth/verify-email', { code }),
    effect: `SELECT id FROM accounts WHERE email = ? AND verified_at IS NOT NULL`,
  },
  'forgot password': {
    prepare: member,
    act: ({ browser }, { email }) => browser().post('/auth/forgot-password', { email }),
    effect: `SELECT id FROM codes WHERE purpose = 'password-reset' AND ${of('?')}`,
  },
  'reset password': {
    prepare: (site, email) => withCode(site, email, () => site.browser().post('/auth/forgot-password', { email })),
    act: ({ browser }, { code }) => browser().post('/auth/reset-password', { code, newPassword: NEW_PASSWORD }),
    effect: VERSION_MOVED,
  },
  'change password': {
    prepare: member,
    act: (_site, { browser }) => browser.post('/auth/change-password', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    effect: VERSION_MOVED,
  },
  'two-factor on': {
    prepare: member,
    act: (_site, { browser }) => browser.post('/auth/2fa/enable', { password: PASSWORD }),
    effect: VERSION_MOVED,
  },
  'authenticator app': {
    async prepare(site, email) {
      const subject = await member(site, email)
      return { ...subject, code: (await beginTotp(subject.browser)).code() }
    },
    act: (_site, { browser, code }) => browser.post('/auth/2fa/totp/confirm', { code }),
    effect: `SELECT account_id FROM totp_seeds WHERE ${of('?')}`,
  },
  'recovery code': {
    async prepare(site, email) {
      const subject = { ...(await withApp(site, email)), browser: site.browser() }
      const { body } = await subject.browser.post('/auth/login', { email, password: PASSWORD })
      return { ...subject, challengeId: body.challengeId }
    },
    act: (_site, { browser, challengeId, code }) => browser.post('/auth/2fa/verify', { challengeId, code }),
    effect: `SELECT id FROM sessions WHERE second_factor_at IS NOT NULL AND ${of('?')}`,
  },
  passkey: {
    async prepare(site, email) {
      const subject = await member(site, email)
      const { body } = await subject.browser.post('/auth/passkeys/options')
      return { ...subject, answer: { state: body.state, passkey: new SoftwareAuthenticator().register(body.options) } }
    },
    act: (_site, { browser, answer }) => browser.post('/auth/passkeys', answer),
    effect: `SELECT id FROM passkeys WHERE ${of('?')}`,
  },
  'reset of factors': {
    prepare: withApp,
    act: ({ admin }, { id }) => admin.clone().delete(`/admin/users/${id}/factors`),
    effect: `SELECT id FROM audit_events WHERE type = 'admin.user.factors_reset' AND target_user_id = (SELECT id FROM accounts WHERE email = ?)`,
  },
  'step-up': {
    prepare: member,
    act: (_site, { browser }) => browser.post('/auth/step-up', { password: PASSWORD }),
    effect: STEPPED_UP,
  },
  'step-up mail': {
    prepare: passwordless,
    act: (_site, { browser }) => browser.post('/auth/step-up/send'),
    effect: `SELECT id FROM codes WHERE purpose = 'step-up' AND ${of('?')}`,
  },
  'step-up code': {
    async prepare(site, email) {
      const subject = await passwordless(site, email)
      await subject.browser.post('/auth/step-up/send')
      return { ...subject, code: (await site.mail.newest(email)).code }
    },
    act: (_site, { browser, code }) => browser.post('/auth/step-up', { code }),
    effect: STEPPED_UP,
  },
  'ask for a code': {
    prepare: member,
    act: ({ browser }, { email }) => browser().post('/auth/code/request', { email }),
    effect: `SELECT id FROM sign_in_codes WHERE ${of('?')}`,
  },
  'sign in with a code': {
    async prepare(site, email) {
      const subject = { ...(await member(site, email)), browser: site.browser() }
      await subject.browser.post('/auth/code/request', { email })
      return { ...subject, code: (await site.mail.newest(email)).code }
    },
    act: (_site, { browser, code }) => browser.post('/auth/code/verify', { code }),
    effect: `SELECT id FROM sessions WHERE method = 'mailbox' AND ${of('?')}`,
  },
  logout: {
    prepare: member,
    act: (_site, { browser }) => browser.post('/auth/logout'),
    effect: `SELECT id FROM sessions WHERE revoked_at IS NOT NULL AND ${of('?')}`,
  },
  invite: {
    prepare: async (site, email) => nobody(site, email),
    act: ({ admin }, { email }) => admin.clone().post('/admin/invites', { email }),
    effect: `SELECT id FROM invites WHERE email = ?`,
  },
  'invite register': {
    prepare: invited,
    act: (_site, { browser, code }) =>
      browser.post('/auth/invite/register', { code, name: 'Guest', password: PASSWORD, confirmPassword: PASSWORD }),
    effect: `SELECT id FROM accounts WHERE email = ?`,
  },
  'delete account': {
    prepare: member,
    act: (_site, { browser }) => browser.delete('/auth/account', { password: PASSWORD }),
    effect: `SELECT id FROM accounts WHERE email = ?`,
    isRemoval: true,
  },
  ban: {
    prepare: member,
    act: ({ admin }, { id }) => admin.clone().send('PATCH', `/admin/users/${id}/ban`),
    effect: `SELECT id FROM accounts WHERE email = ? AND banned_at IS NOT NULL`,
  },
  'account data': {
    prepare: member,
    act: ({ admin }, { id }) => admin.clone().send('PATCH', `/admin/users/${id}/data`, { data: { plan: 'pro', seats: 5 } }),
    effect: `SELECT a.id FROM accounts a WHERE a.email = ? AND a.data = '{"plan":"pro","seats":5}'
      AND 2 = (SELECT COUNT(*) FROM account_data d WHERE d.account_id = a.id AND d.value IN ('"pro"', '5'))`,
  },
  ...lifecycleFaults(member),
  ...openidFaults(member),
} as const satisfies Readonly<Record<string, FaultFlow>>

export type FlowName = keyof typeof faultFlows

export async function hasHappened({ sql }: FaultSite, { effect, isRemoval }: FaultFlow, { email }: Subject): Promise<boolean> {
  const rows = await sql(effect, [email])
  return isRemoval ? rows.length === 0 : rows.length > 0
}
