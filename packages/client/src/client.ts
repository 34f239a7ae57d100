import { cookieJar } from './cookie-jar.ts'
import { endings } from './endings.ts'
import { type Entry, enter, type SecondFactor } from './entry.ts'
import { hasNoWord, isOver } from './error.ts'
import { type AskPasskey, askBrowser } from './passkey.ts'
import { pastOf } from './past.ts'
import { type Arguments, checked, json, type Options, type Route, send } from './request.ts'
import type { Routes, Session, SessionResult, User } from './routes.ts'
import { openTabs } from './tabs.ts'

/** `isStale`: the service did not answer when it was last asked. */
export type State =
  | { readonly status: 'unknown' | 'signed-out'; readonly user: null; readonly session: null; readonly isStale: boolean }
  | { readonly status: 'signed-in'; readonly user: User; readonly session: Session; readonly isStale: boolean }

/** With `trustDevice` this browser is asked for no second factor for a while. */
type SecondStep = { readonly challengeId: string; readonly trustDevice?: boolean }

type Credentials = { readonly email: string; readonly password: string }

/** Calls the service, and knows who is signed in. */
export interface Client {
  /**
   * Calls a route: `request('GET /admin/users', { query: { limit: 20 } })`. What each of them does is told where it has a name, in
   * `latchkey-client/methods`.
   */
  request<R extends Route>(route: R, ...input: Arguments<R>): Promise<Routes[R]['reply']>
  /** Begins a session with a password, or tells what is still owed: a second factor, or the proof of the address. */
  signIn(credentials: Credentials): Promise<Entry>
  /** Makes an account. `returnTo` is where the link in the mail leads to in the end. */
  signUp(newcomer: Credentials & { readonly name: string; readonly returnTo?: string }): Promise<Entry>
  /** Begins a session with a passkey of this browser, without an address. */
  signInWithPasskey(ask?: AskPasskey): Promise<Entry>
  /** The second step of a sign-in, with a code: mailed, of an authenticator app, or for recovery. */
  verifyCode(proof: SecondStep & { readonly code: string; readonly method?: Exclude<SecondFactor, 'passkey'> }): Promise<Entry>
  /** The second step of a sign-in, with a passkey. */
  verifyPasskey(step: SecondStep, ask?: AskPasskey): Promise<Entry>
  /** Mails another code for the second step. */
  resendCode(challenge: { readonly challengeId: string }): Promise<Routes['POST /auth/2fa/resend']['reply']>
  /** Ends the session, here and in all tabs. */
  signOut(): Promise<void>
  /** Asks the service who is signed in. */
  load(): Promise<State>
  /** Who is signed in, as it was last told; `unknown` before `load()`. */
  state(): State
  /** Called with every change, until the function that is returned is called. */
  subscribe(listener: (state: State) => void): () => void
  /** On a server: `Set-Cookie` lines for the answer to the visitor's browser. */
  setCookies(): readonly string[]
}

const OUT = { user: null, session: null } as const
const SIGNED_OUT: State = { status: 'signed-out', ...OUT, isStale: false }

/** A client of the service at `baseUrl`; on a server one for each request. */
export function createClient(options: Options): Client {
  let state: State = { status: 'unknown', ...OUT, isStale: false }
  const listeners = new Set<(state: State) => void>()
  const jar = cookieJar(options.headers)
  /** An answer to an earlier turn is out of date, and ignored. */
  let turn = 0
  let newest: Promise<State> | undefined

  const past = pastOf(options.baseUrl, jar)

  const become = (next: State): State => {
    if (next.status !== 'unknown') past.note(next.status === 'signed-in')
    const isSame = JSON.stringify(next) === JSON.stringify(state)
    state = next
    if (!isSame) for (const listener of [...listeners]) if (listeners.has(listener)) listener(state)
    return state
  }

  const call = async (route: string, input?: object): Promise<Record<string, unknown>> =>
    json(await send(options, route, input, jar))

  const attempt: typeof call = async (route, input) => {
    try {
      return await call(route, input)
    } catch (error) {
      if (hasNoWord(error)) become({ ...state, isStale: true })
      throw error
    }
  }

  const request: Client['request'] = async (route, ...[input]) => {
    const asked = turn
    try {
      const answer = await attempt(route, input)
      await heed(route, answer ?? {})
      return answer as never
    } catch (error) {
      if (isOver(error) && asked === turn && state.status === 'signed-in') changed(SIGNED_OUT)
      throw error
    }
  }

  /** Where an answer does not say who is signed in now, and that may have changed, the service is asked. */
  const heed = async (route: string, { user, session }: Partial<SessionResult>): Promise<void> => {
    if (route.startsWith('GET ')) return
    if (user && session) changed({ status: 'signed-in', user, session, isStale: false })
    else if (session || endings.includes(route)) {
      tabs.tell()
      await load()
    }
  }

  const changed = (next: State): State => {
    turn++
    newest = undefined
    tabs.tell()
    return become(next)
  }

  const load = (): Promise<State> => {
    newest = ask(++turn)
    return newest
  }

  const ask = async (asked: number): Promise<State> => {
    try {
      const found = (await who()) ?? (past.hasEntered() ? await tabs.inTurn(async () => (await who()) ?? renewed()) : undefined)
      if (asked !== turn) return newest ?? state
      // Other tabs do not know of the change either.
      if (state.status !== 'unknown' && state.user?.id !== found?.user.id) tabs.tell()
      return become(found ? { status: 'signed-in', ...found, isStale: false } : SIGNED_OUT)
    } catch {
      return asked === turn ? become({ ...state, isStale: true }) : (newest ?? state)
    }
  }

  const who = async (): Promise<{ user: User; session: Session } | undefined> => {
    const { user, session } = await checked(await send(options, 'GET /auth/check', {}, jar))
    return user && session ? { user, session } : undefined
  }

  /**
   * The session cookie expires daily, while the refresh cookie may still be good. Tabs take turns, because a refresh cookie that
   * is two renewals old ends the session; an app without turns may have renewed the session in between.
   */
  const renewed = async (tries = 4): ReturnType<typeof who> => {
    try {
      await call('POST /auth/refresh')
    } catch (error) {
      if (isOver(error)) return undefined
      throw error
    }
    return (await who()) ?? (tries > 1 ? renewed(tries - 1) : undefined)
  }

  const tabs = openTabs(options.baseUrl, () => void load())

  return {
    request,
    signIn: async (body) => enter(await request('POST /auth/login', { body })),
    signUp: async (body) => enter(await request('POST /auth/register', { body })),
    async signInWithPasskey(ask = askBrowser) {
      const ceremony = await request('POST /auth/passkey/options')
      const body = { state: ceremony.state, passkey: await ask(ceremony.options) }
      return enter(await request('POST /auth/passkey/login', { body }))
    },
    verifyCode: async (body) => enter(await request('POST /auth/2fa/verify', { body })),
    async verifyPasskey({ challengeId, trustDevice }, ask = askBrowser) {
      const ceremony = await request('POST /auth/2fa/passkey/options', { body: { challengeId } })
      const body = { challengeId, state: ceremony.state, passkey: await ask(ceremony.options), trustDevice }
      return enter(await request('POST /auth/2fa/verify', { body }))
    },
    resendCode: (body) => request('POST /auth/2fa/resend', { body }),
    async signOut() {
      try {
        await attempt('POST /auth/logout')
      } catch (error) {
        // A session that is over already needs no sign-out.
        if (!isOver(error)) throw error
      }
      changed(SIGNED_OUT)
    },
    load,
    state: () => state,
    subscribe(listener) {
      // Each subscription gets a wrapper, so that a listener that subscribed twice can leave once, and its errors stay its own.
      const own = (news: State): void => {
        try {
          listener(news)
        } catch (error) {
          report(error)
        }
      }
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    setCookies: jar.lines,
  }
}

/** Reported as an uncaught error. A server has no such function, and must not crash. */
const report = (error: unknown): void => (globalThis as { reportError?: (error: unknown) => void }).reportError?.(error)
