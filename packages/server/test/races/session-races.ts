import { expect } from 'vitest'
import type { Browser, Reply } from '../support/browser.ts'
import { beginTotp, madePasskey } from '../support/enrolled.ts'
import { type Member, mailedCode, member, NEW_PASSWORD, redeemAt, signIn } from '../support/mailed-codes.ts'
import { together } from '../support/rounds.ts'
import { PASSWORD, type RunningService } from '../support/world.ts'
import { type Race, statusesOf, winnerOf } from './race.ts'

const CALLERS = 8

/** What ends the session of somebody who has another one, made ready so that one request is left to do. */
interface Ending {
  readonly what: string
  readonly ready: (place: RunningService, who: Member, other: Browser) => Promise<() => Promise<Reply>>
  /** Lifts what would hide a session that was not ended. */
  readonly after?: (place: RunningService, who: Member) => Promise<unknown>
}

const change = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }

/** These keep out whoever is signing in, too. */
const endingsOfAll: readonly Ending[] = [
  { what: 'a change of the password', ready: async (_place, _who, other) => () => other.post('/auth/change-password', change) },
  {
    what: 'a second factor that is switched on',
    ready: async (_place, _who, other) => () => other.post('/auth/2fa/enable', { password: PASSWORD }),
  },
  {
    what: 'an authenticator app that is added',
    async ready(_place, _who, other) {
      const app = await beginTotp(other)
      return () => other.post('/auth/2fa/totp/confirm', { code: app.code() })
    },
  },
  {
    what: 'the deletion of the account',
    ready: async (_place, _who, other) => () => other.delete('/auth/account', { password: PASSWORD }),
  },
  {
    what: 'a reset of the password',
    async ready(place, who) {
      const { code } = await mailedCode(place, 'reset-password', who)
      return () => redeemAt['reset-password'](place, who, code)
    },
  },
  {
    what: 'a ban',
    async ready({ signedUp, sql }, { id, email }) {
      const admin = await signedUp(`admin-${email}`)
      await sql(`UPDATE accounts SET role = 'admin' WHERE email = ?`, [`admin-${email}`])
      return () => admin.send('PATCH', `/admin/users/${id}/ban`)
    },
    after: ({ sql }, { id }) => sql(`UPDATE accounts SET banned_at = NULL WHERE id = ?`, [id]),
  },
]

/** After these the password is still enough. */
const endingsOfOthers: readonly Ending[] = [
  {
    what: 'a passkey that is added',
    async ready(_place, _who, other) {
      const { add } = await madePasskey(other)
      return () => add()
    },
  },
  {
    what: 'a reset of all factors',
    async ready({ signedUp, sql }, { id, email }) {
      const admin = await signedUp(`admin-${email}`)
      await sql(`UPDATE accounts SET role = 'admin' WHERE email = ?`, [`admin-${email}`])
      return () => admin.delete(`/admin/users/${id}/factors`)
    },
  },
]

const endingsOfOne: readonly Ending[] = [
  {
    what: 'its own logout',
    ready:
      async (_place, { browser }) =>
      () =>
        browser.clone().post('/auth/logout'),
  },
  { what: 'the end of all others', ready: async (_place, _who, other) => () => other.delete('/auth/sessions') },
  {
    what: 'its end by another session',
    async ready(_place, { browser }, other) {
      const { body } = await browser.clone().get('/auth/me')
      return () => other.delete(`/auth/sessions/${body.session.id}`)
    },
  },
]

async function signedInTwice(place: RunningService, email: string, { ready }: Ending) {
  const who = await member(place, email)
  const other = place.browser()
  await other.post('/auth/login', { email, password: PASSWORD })
  return { who, end: await ready(place, who, other) }
}

/** One after the other: there may be hundreds, and a busy service turns some of so many away. */
async function meOf(browsers: readonly Browser[]): Promise<readonly number[]> {
  const statuses: number[] = []
  for (const one of browsers) statuses.push((await one.clone().get('/auth/me')).status)
  return statuses
}

/** Whatever the tabs were given meanwhile, nothing of it works afterwards. */
const refreshAgainst = (ending: Ending): Race => ({
  what: `${CALLERS} refreshes of a session against ${ending.what}: none of them revives it`,
  async run(place, email) {
    const { who, end } = await signedInTwice(place, email, ending)
    const tabs = Array.from({ length: CALLERS }, () => who.browser.clone())
    const [ended] = await Promise.all([end(), ...tabs.map((tab) => tab.post('/auth/refresh'))])
    expect(ended.status).toBeLessThan(300)
    await ending.after?.(place, who)
    expect(await meOf(tabs)).toEqual(tabs.map(() => 401))
    expect(statusesOf(await Promise.all(tabs.map((tab) => tab.post('/auth/refresh'))))).toEqual(tabs.map(() => 401))
  },
})

/**
 * Either a sign-in came before, and ended with the rest, or it was refused, or it owes a second factor. Everybody tries
 * until the end is there, so that at its very moment many are at any point of a sign-in.
 */
const loginAgainst = (ending: Ending): Race => ({
  what: `${CALLERS} who sign in again and again against ${ending.what}: no session outlives it`,
  async run(place, email) {
    const { who, end } = await signedInTwice(place, email, ending)
    const visitors: Browser[] = []
    const statuses = new Set<number>()
    let isOver = false
    const signInUntilOver = async (): Promise<void> => {
      while (!isOver) {
        const visitor = place.browser()
        statuses.add((await visitor.post('/auth/login', { email, password: PASSWORD })).status)
        visitors.push(visitor)
      }
    }
    const crowd = together(CALLERS, signInUntilOver)
    const ended = await end().finally(() => {
      isOver = true
    })
    await crowd
    expect(ended.status).toBeLessThan(300)
    await ending.after?.(place, who)
    expect([...statuses].filter((status) => ![200, 401, 403].includes(status))).toEqual([])
    expect(new Set(await meOf([who.browser, ...visitors]))).toEqual(new Set([401]))
  },
})

const changeAgainstChange: Race = {
  what: `${CALLERS} changes of one password: one wins, and the password is the winner’s`,
  async run(place, email) {
    const { browser } = await member(place, email)
    const wanted = (n: number): string => `horse of caller ${n}`
    const replies = await together(CALLERS, (n) =>
      browser.clone().post('/auth/change-password', { oldPassword: PASSWORD, newPassword: wanted(n) }),
    )
    const winner = winnerOf(replies)
    const signedIn = await together(CALLERS, (n) => signIn(place, email, wanted(n)))
    expect(winnerOf(signedIn)).toBe(winner)
    expect((await signIn(place, email)).status).toBe(401)
  },
}

const refreshAgainstRefresh: Race = {
  what: `${CALLERS} refreshes with one token: all get the same successor`,
  async run(place, email) {
    const { browser } = await member(place, email)
    const tabs = Array.from({ length: CALLERS }, () => browser.clone())
    expect(statusesOf(await Promise.all(tabs.map((tab) => tab.post('/auth/refresh'))))).toEqual(tabs.map(() => 200))
    expect(new Set(tabs.map(({ jar }) => `${jar.get('app_session')} ${jar.get('app_refresh')}`)).size).toBe(1)
    expect(await meOf(tabs)).toEqual(tabs.map(() => 200))
  },
}

/** Where administrators need no second factor: a ban is among them. */
export const sessionRaces: readonly Race[] = [
  ...[...endingsOfOne, ...endingsOfOthers, ...endingsOfAll].map(refreshAgainst),
  ...endingsOfAll.map(loginAgainst),
  changeAgainstChange,
  refreshAgainstRefresh,
]
