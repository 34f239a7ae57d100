import type { Browser, Reply } from './browser.ts'
import { NEW_PASSWORD } from './mailed-codes.ts'
import type { Member, Processes } from './processes.ts'
import { type Resident, resident } from './residents.ts'
import { PASSWORD } from './world.ts'

const CAP = 4

/** Where all of these changes can be made. */
export const changeEnv = {
  DISABLE_ADMIN_TWO_FACTOR: 'true',
  SESSION_MAX_PER_ACCOUNT: String(CAP),
  DATA_FIELDS: JSON.stringify({ plan: { type: 'text' } }),
}

/** A service, in whichever process it runs. */
type RunningService = Pick<Member, 'browser'>

export interface Scene extends Pick<Processes, 'engine' | 'mail'> {
  /** Where mails are asked for. */
  readonly desk: RunningService
  /** The session token of an administrator. */
  readonly root: string
  readonly now: () => number
}

export async function sceneAt(
  { engine, mail }: Pick<Processes, 'engine' | 'mail'>,
  desk: RunningService,
  now = Date.now,
): Promise<Scene> {
  const root = await resident(engine, { sessions: 1, role: 'admin', now: now() })
  return { engine, mail, desk, root: root.watched.token, now }
}

/** Something that a check of a session has to see from the moment at which it is answered. */
export interface SessionChange {
  readonly what: string
  /** How many sessions its owner has. */
  readonly sessions?: number
  /** Makes everything ready but the one request. */
  readonly ready?: (scene: Scene, who: Resident) => Promise<string>
  readonly act: (at: (token?: string) => Browser, who: Resident, root: string, code: string) => Promise<Reply>
  /** Where it shows; in what `GET /auth/me` answers, if nothing else is said. */
  readonly page?: string
  /** Whether a check has seen it. Without it, the session is no more. */
  readonly isSeen?: (reply: SeenReply) => boolean
}

type SeenReply = Pick<Reply, 'status' | 'text' | 'body'>

const isRefused = ({ status }: SeenReply): boolean => status === 401

/** Whether an answer, wherever it came from, says what is so after the change. */
export const hasSeen = ({ isSeen = isRefused }: SessionChange, reply: SeenReply): boolean => isSeen(reply)

export const look = ({ page = '/auth/me' }: SessionChange, { browser }: RunningService, who: Resident): Promise<Reply> =>
  browser(who.watched.token).get(page)

async function codeFrom({ mail }: Scene, { email }: Resident, ask: Promise<Reply>): Promise<string> {
  const { status, text } = await ask
  if (status !== 200) throw new Error(text)
  return (await mail.newest(email)).code
}

const ofOwner: readonly SessionChange[] = [
  { what: 'logout', act: (at, { watched }) => at(watched.token).post('/auth/logout') },
  { what: 'its end by another', act: (at, { watched, other }) => at(other.token).delete(`/auth/sessions/${watched.id}`) },
  { what: 'the end of all others', act: (at, { other }) => at(other.token).delete('/auth/sessions') },
  {
    what: 'the end of those chosen',
    act: (at, { watched, other }) => at(other.token).post('/auth/sessions/revoke', { sessionIds: [watched.id] }),
  },
  {
    what: 'a change of the password',
    act: (at, { other }) => at(other.token).post('/auth/change-password', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  },
  {
    what: 'a reset of the password',
    ready: (scene, who) => codeFrom(scene, who, scene.desk.browser().post('/auth/forgot-password', { email: who.email })),
    act: (at, _who, _root, code) => at().post('/auth/reset-password', { code, newPassword: NEW_PASSWORD }),
  },
  { what: 'the deletion', act: (at, { other }) => at(other.token).delete('/auth/account', { password: PASSWORD }) },
  { what: 'a second factor', act: (at, { other }) => at(other.token).post('/auth/2fa/enable', { password: PASSWORD }) },
  {
    what: 'a second factor that leaves the others',
    act: (at, { other }) => at(other.token).post('/auth/2fa/enable', { password: PASSWORD, keepOtherSessions: true }),
    isSeen: ({ body }) => body.twoFactorEnabled === true,
  },
  {
    what: 'a refresh',
    act: (at, { watched }) => at().post('/auth/refresh', undefined, { headers: { cookie: `app_refresh=${watched.refresh}` } }),
  },
  {
    what: 'one session too many',
    sessions: CAP,
    act: (at, { email }) => at().post('/auth/login', { email, password: PASSWORD }),
  },
  {
    what: 'a name',
    act: (at, { other }) => at(other.token).put('/auth/name', { name: 'Countess' }),
    isSeen: ({ body }) => body.name === 'Countess',
  },
  {
    what: 'a language',
    page: '/account',
    act: (at, { other }) => at(other.token).put('/auth/language', { language: 'de' }),
    isSeen: ({ text }) => text.includes('lang="de"'),
  },
  {
    what: 'a verified address',
    ready: (scene, who) => codeFrom(scene, who, scene.desk.browser(who.other.token).post('/auth/resend-verification')),
    act: (at, _who, _root, code) => at().post('/auth/verify-email', { code }),
    // To prove a mailbox for the first time may end the sessions that were there before.
    isSeen: ({ status, body }) => status === 401 || body.isVerified === true,
  },
  {
    what: 'a first password',
    async ready(scene, who) {
      await scene.engine.query(`UPDATE accounts SET password_hash = NULL WHERE id = ?`, [who.id])
      return codeFrom(scene, who, scene.desk.browser(who.other.token).post('/auth/set-password/request'))
    },
    act: (at, { id }, _root, code) => at().post('/auth/set-password/confirm', { userId: id, code, newPassword: NEW_PASSWORD }),
    isSeen: ({ status, body }) => status === 401 || body.hasPassword === true,
  },
]

const ofAdministrator: readonly SessionChange[] = [
  { what: 'a ban', act: (at, { id }, root) => at(root).send('PATCH', `/admin/users/${id}/ban`) },
  {
    what: 'a role',
    act: (at, { id }, root) => at(root).send('PATCH', `/admin/users/${id}/role`, { role: 'admin' }),
    isSeen: ({ body }) => body.role === 'admin',
  },
  {
    what: 'the scopes of an administrator',
    ready: async ({ engine }, { id }) => {
      await engine.query(`UPDATE accounts SET role = 'admin' WHERE id = ?`, [id])
      return ''
    },
    act: (at, { id }, root) => at(root).send('PATCH', `/admin/users/${id}/scopes`, { scopes: ['users:read'] }),
    page: '/admin/audit-logs?limit=1',
    isSeen: ({ status }) => status === 403,
  },
  {
    what: 'the data of an account',
    act: (at, { id }, root) => at(root).send('PATCH', `/admin/users/${id}/data`, { data: { plan: 'pro' } }),
    page: '/auth/check?data=true',
    isSeen: ({ body }) => body.data?.plan === 'pro',
  },
  {
    what: 'its end by an administrator',
    act: (at, { id, watched }, root) => at(root).delete(`/admin/users/${id}/sessions/${watched.id}`),
  },
  { what: 'the end of all by an administrator', act: (at, { id }, root) => at(root).delete(`/admin/users/${id}/sessions`) },
  { what: 'the deletion by an administrator', act: (at, { id }, root) => at(root).delete(`/admin/users/${id}`) },
]

/** All that a check can see. */
export const sessionChanges: readonly SessionChange[] = [...ofOwner, ...ofAdministrator]

/** Those that can be asked for twice: a sign-in beyond the cap is another one each time, and says nothing of the one before. */
export const repeatable = sessionChanges.filter(({ what }) => what !== 'one session too many')

/** A session that is not let in at all: that is a check which was refused, and no answer to what was asked. */
export const isTurnedAway = ({ status, body }: Reply): boolean => status === 401 && body.error === 'session_expired'

/** To say which answer it was. */
export const toldBy = ({ what }: SessionChange, { status, body }: Reply): string =>
  `${what}, answered ${status} ${body.error ?? ''}`

/** Somebody to whom a change is about to happen, with one request left to do. */
export async function subjectOf(scene: Scene, change: SessionChange) {
  const who = await resident(scene.engine, { sessions: change.sessions, now: scene.now() })
  const code = (await change.ready?.(scene, who)) ?? ''
  return { who, act: ({ browser }: RunningService) => change.act(browser, who, scene.root, code) }
}
