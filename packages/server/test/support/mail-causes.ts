import type { MailKind } from '../../src/platform/mail/mail-kinds.ts'
import type { Browser, Reply } from './browser.ts'
import { ask } from './by-mail.ts'
import { codeIn } from './moving.ts'
import { PageVisitor } from './page-visitor.ts'
import { press } from './under-pressure.ts'
import { PASSWORD, type World } from './world.ts'

/** Causes one mail more to an address, if the service lets it. `turn` is a number that nobody else has. */
type Cause = (turn: number) => Promise<Reply | { readonly status: number }>

/**
 * What counts the mails of a kind to a mailbox that nobody has proved, where a stranger can cause them:
 *
 * - `asked`: by typing the address. `opening`: the same, and whoever reads the mail gets in, in any browser.
 * - `held`: with an account that was registered with the address, by its session or its password.
 * - `notice`: by what is done to such an account; the mail has no code.
 * - `foreign`: with an account of another address.
 */
type Count = 'asked' | 'opening' | 'held' | 'notice' | 'foreign'

type Row =
  | { readonly count: Count; readonly most?: number; readonly begin: (here: World, to: string) => Promise<Cause> }
  /** `owner`: of a mailbox that was proved. `reader`: with a code from a mail to it. `operator`: an administrator, a command, a job. */
  | { readonly by: 'owner' | 'reader' | 'operator' }
  /** By `tx.notify`, as `password-changed` is. */
  | 'notified'

/** Every kind says who can cause it. */
export const MAIL_CAUSES: Readonly<Record<MailKind, Row>> = {
  'password-reset': {
    count: 'opening',
    begin: async (here, to) => member(here, to).then(() => typing(here, '/auth/forgot-password', to)),
  },
  'sign-in-code': { count: 'asked', begin: async (here, to) => member(here, to).then(() => () => ask(here.browser(), to)) },
  'sign-in-unknown': { count: 'asked', begin: async (here, to) => () => ask(here.browser(), to) },
  verification: { count: 'held', begin: (here, to) => signedInAt(here, to, '/auth/resend-verification') },
  'step-up': { count: 'held', begin: (here, to) => withoutPassword(here, to, '/auth/step-up/send') },
  'set-password': { count: 'held', begin: (here, to) => withoutPassword(here, to, '/auth/set-password/request') },
  'account-deletion': { count: 'held', begin: (here, to) => withoutPassword(here, to, '/auth/account/delete/request') },
  'two-factor': {
    count: 'held',
    begin: async (here, to) => {
      await member(here, to)
      await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1 WHERE email = ?`, [to])
      return () => here.browser().post('/auth/login', { email: to, password: PASSWORD })
    },
  },
  'sign-up': {
    count: 'held',
    begin: async (here, to) => async () => {
      await press(here, 20)
      const visitor = new PageVisitor(here.browser())
      await visitor.open('/sign-up')
      return visitor.submit('signUp', { name: 'Eve', email: to, password: PASSWORD })
    },
  },
  'email-change': { count: 'foreign', begin: async (here, to) => moving(here, to) },
  'email-taken': { count: 'foreign', most: 1, begin: async (here, to) => member(here, to).then(() => moving(here, to)) },
  'org-invite': {
    count: 'foreign',
    begin: async (here, to) => {
      const eve = await member(here, `inviter-of-${to}`)
      await here.sql(`UPDATE accounts SET verified_at = 1`)
      const org = (await eve.post('/auth/orgs', { name: 'Acme', slug: to.replace(/\W/g, '-') })).body.id
      return async () => {
        const reply = await eve.post(`/auth/orgs/${org}/invites`, { email: to, role: 'member' })
        if (reply.status === 201) await eve.delete(`/auth/orgs/${org}/invites/${reply.body.id}`)
        return reply
      }
    },
  },
  'password-changed': {
    count: 'notice',
    begin: async (here, to) => {
      const browser = await member(here, to)
      let oldPassword = PASSWORD
      return async (turn) => {
        const newPassword = `${PASSWORD}${turn}`
        const reply = await browser.post('/auth/change-password', { oldPassword, newPassword })
        oldPassword = newPassword
        return reply
      }
    },
  },
  'account-deleted': {
    count: 'notice',
    begin: async (here, to) => async () => (await member(here, to)).delete('/auth/account', { password: PASSWORD }),
  },
  'email-changed': {
    count: 'notice',
    begin: async (here, to) => async (turn) => {
      const browser = await member(here, to)
      const next = `next-${turn}-${to}`
      await browser.post('/auth/email/change', { email: next })
      const { link } = await here.mail.newest(next)
      return here.browser().post('/auth/email/change/confirm', { code: codeIn(link) })
    },
  },
  'new-device': {
    count: 'notice',
    begin: async (here, to) => async (turn) => {
      if (turn % 100 === 0) await member(here, to)
      const headers = { 'user-agent': BROWSERS[turn % 100] ?? '' }
      return here.browser().post('/auth/login', { email: to, password: PASSWORD }, { headers })
    },
  },
  'org-role-changed': {
    count: 'notice',
    begin: async (here, to) => {
      const eve = await member(here, `owner-over-${to}`)
      const { id: userId } = (await (await member(here, to)).get('/auth/me')).body
      await here.sql(`UPDATE accounts SET verified_at = 1`)
      const org = (await eve.post('/auth/orgs', { name: 'Acme', slug: to.replace(/\W/g, '-') })).body.id
      await here.sql(`INSERT INTO org_members (org_id, account_id, role, joined_at) VALUES (?, ?, 'member', 1)`, [org, userId])
      await here.sql(`UPDATE organisations SET member_count = 2 WHERE id = ?`, [org])
      return (turn) =>
        eve.send('PATCH', `/auth/orgs/${org}/members/${userId}/role`, { role: turn % 2 === 0 ? 'admin' : 'member' })
    },
  },
  'two-factor-disabled': 'notified',
  'factors-changed': 'notified',
  'recovery-code-used': 'notified',
  'second-factor-exhausted': 'notified',
  'two-factor-enabled': 'notified',
  'password-set': 'notified',
  'provider-linked': 'notified',
  'provider-unlinked': 'notified',
  'mailbox-proved': 'notified',
  'new-administrator': 'notified',
  'org-removed': 'notified',
  'org-owners-changed': 'notified',
  'org-deleted': 'notified',
  'email-change-approval': { by: 'owner' },
  'email-change-done': { by: 'reader' },
  'email-reverted': { by: 'reader' },
  'account-inactive': { by: 'operator' },
  'administrator-added': { by: 'operator' },
  'administrator-scopes': { by: 'operator' },
  'key-created': { by: 'operator' },
  'client-created': { by: 'operator' },
  'client-secret-created': { by: 'operator' },
  'webhook-created': { by: 'operator' },
  'webhook-disabled': { by: 'operator' },
  'audit-checkpoint': { by: 'operator' },
  invite: { by: 'operator' },
  test: { by: 'operator' },
}

const BROWSERS = ['Firefox', 'Chrome', 'Edg', 'OPR'].flatMap((name) =>
  ['Windows NT 10.0', 'X11; Linux x86_64', 'Macintosh; Intel Mac OS X'].map((system) =>
    name === 'Firefox' ? `Mozilla/5.0 (${system}) Firefox/130.0` : `Mozilla/5.0 (${system}) Chrome/130.0 ${name}/130.0`,
  ),
)

/** Somebody who has registered an address, and never proved it. */
const member = (here: World, email: string): Promise<Browser> => here.signedUp(email)

const typing =
  ({ browser }: World, url: string, email: string): Cause =>
  () =>
    browser().post(url, { email })

async function signedInAt(here: World, to: string, url: string): Promise<Cause> {
  const browser = await member(here, to)
  return () => browser.post(url)
}

async function withoutPassword(here: World, to: string, url: string): Promise<Cause> {
  const cause = await signedInAt(here, to, url)
  await here.sql(`UPDATE accounts SET password_hash = NULL WHERE email = ?`, [to])
  return cause
}

const moving =
  (here: World, to: string): Cause =>
  async (turn) =>
    (await member(here, `mover-${turn}-${to}`)).post('/auth/email/change', { email: to })
