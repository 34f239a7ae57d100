import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from './browser.ts'
import type { Member } from './processes.ts'

const PASSWORD = 'correct horse 1'
const CALLERS = 3
const PAUSE_MS = 20

/** What callers of a service may be told while its database is away: that it went wrong, or to come again soon. */
export const isOutage = ({ status, body, headers, setCookies }: Reply): boolean =>
  setCookies.length === 0 &&
  ((status === 500 && body?.error === 'internal_error') ||
    (status === 503 && body?.error === 'overloaded' && Number(headers['retry-after']) >= 1))

interface Account {
  readonly email: string
  /** Of sessions that nobody has tried to end, by their tokens. */
  readonly alive: Set<string>
}

/**
 * People who sign up, sign in, check their sessions, refresh and end them, by turns at each process, whatever happens meanwhile. What was
 * acknowledged is noted; of what was answered by an error nobody knows whether it was done.
 */
export function outageTraffic(members: readonly Pick<Member, 'browser'>[]) {
  const accounts: Account[] = []
  const ended = new Set<string>()
  const wrong: string[] = []
  const figures = { answers: 0, outages: 0, longestMs: 0 }
  let isOver = false
  let turn = 0

  const member = () => members[turn++ % members.length] as Pick<Member, 'browser'>
  const expected = async (asked: Promise<Reply>, status: number): Promise<Reply | undefined> => {
    const began = performance.now()
    const reply = await asked
    figures.answers++
    figures.longestMs = Math.max(figures.longestMs, performance.now() - began)
    if (reply.status === status) return reply
    if (isOutage(reply)) figures.outages++
    else wrong.push(`${reply.asked} ${reply.status} ${reply.text}`)
    return undefined
  }
  const me = (token: string, status: number) => expected(member().browser(token).get('/auth/me'), status)

  const live = async ({ email, alive }: Account): Promise<void> => {
    const browser = member().browser()
    if (!(await expected(browser.post('/auth/login', { email, password: PASSWORD }), 200))) return
    const token = () => browser.jar.get('app_session') ?? ''
    await me(token(), 200)
    if (!(await expected(browser.post('/auth/refresh'), 200))) return
    const refreshed = token()
    await me(refreshed, 200)
    if (alive.size < 2) return void alive.add(refreshed)
    if (!(await expected(browser.post('/auth/logout'), 200))) return
    ended.add(refreshed)
    await Promise.all(members.map((one) => expected(one.browser(refreshed).get('/auth/me'), 401)))
  }
  const caller = async (name: string): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      const email = `${name}-${n}@example.com`
      const reply = await expected(member().browser().post('/auth/register', { email, password: PASSWORD, name: 'N' }), 201)
      const account = { email, alive: new Set<string>() }
      if (reply) accounts.push(account)
      for (let visits = 0; reply && visits < 5 && !isOver; visits++) await live(account)
      await sleep(PAUSE_MS)
    }
  }
  const callers = Array.from({ length: CALLERS }, (_, n) => caller(`c${n}`))

  return {
    figures,
    wrong,
    ended,
    accounts,
    async end(): Promise<void> {
      isOver = true
      await Promise.all(callers)
    },
    /** What was acknowledged and is not so. */
    async lost(): Promise<readonly string[]> {
      const lost: string[] = []
      for (const { email, alive } of accounts) {
        const login = await member().browser().post('/auth/login', { email, password: PASSWORD })
        if (login.status !== 200) lost.push(`the account ${email}: ${login.text}`)
        for (const token of alive) {
          const replies = await Promise.all(members.map((one) => one.browser(token).get('/auth/me')))
          if (replies.some(({ status }) => status !== 200)) lost.push(`a session of ${email}`)
        }
      }
      return lost
    },
    /** Sessions that were ended, and are accepted again. */
    async revived(): Promise<number> {
      let revived = 0
      for (const token of ended)
        for (const one of members) if ((await one.browser(token).get('/auth/me')).status !== 401) revived++
      return revived
    },
  }
}
