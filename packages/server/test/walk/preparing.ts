import { vi } from 'vitest'
import type { AnyEndpoint } from '../../src/platform/kernel/endpoint-table.ts'
import { endpoints } from '../../src/subjects/index.ts'
import type { Browser } from '../support/browser.ts'
import type { Member } from '../support/mailed-codes.ts'
import { HOOK_SECRET, type Question, registrationHook } from '../support/registration-hook.ts'
import { held, PASSWORD, type World } from '../support/world.ts'
import type { Case, Env, Run, Seen } from './cases.ts'

let accounts = 0

/** An address that no other case uses. */
export const newAddress = (domain = 'example.com'): string => `walker-${++accounts}@${domain}`

/** One whose addresses may not have an account. */
export const BLOCKED_DOMAIN = 'blocked.example'

/** One whose addresses the operator's server refuses. */
export const REFUSED_DOMAIN = 'refused.example'

/** What that server says of a newcomer. */
export const byDomain = ({ data: { email } }: Question) => ({ allow: !email.endsWith(`@${REFUSED_DOMAIN}`) })

/** Settings with a server that refuses everybody. */
export const refusingHook = async (): Promise<Env> => (await registrationHook(() => ({ allow: false }))).env
/** Settings with a server that is down. */
export const deadHook: Env = { REGISTRATION_HOOK_URL: 'http://127.0.0.1:1/', REGISTRATION_HOOK_SECRET: HOOK_SECRET }

/** Writes facts into the row of an account. */
export async function become({ sql }: World, who: Member, facts: string): Promise<Member> {
  await sql(`UPDATE accounts SET ${facts} WHERE id = ?`, [who.id])
  return who
}

/** A newcomer who has just registered, and has proved the mailbox. */
export async function someone(here: World, facts = ''): Promise<Member> {
  const [email, browser] = [newAddress(), here.browser()]
  const { body } = await browser.post('/auth/register', { email, password: PASSWORD, name: 'Ada' })
  return become(here, { email, id: body.user.id, browser }, `mailbox_proved_at = 1${facts && `, ${facts}`}`)
}

export const NO_PASSWORD = 'password_hash = NULL'
/** An administrator whose session has passed no second factor. */
export const ADMIN = `role = 'admin', verified_at = 1`
export const BANNED = 'banned_at = 1'

export const send = (browser: Browser, route: string, body?: unknown) =>
  browser.send(...(route.split(' ') as [string, string]), body)

/** A browser without a session sends this. */
export const byStranger =
  (route: string, body?: unknown): Run =>
  ({ browser }) =>
    send(browser(), route, body)

/** A newcomer, just registered, sends this. */
export const bySomeone =
  (route: string, body?: unknown, facts = ''): Run =>
  async (here) =>
    send((await someone(here, facts)).browser, route, body)

/** Where what can be is switched off. */
export const switchedOff = (run: Run): Case => ({ switchedOff: run })

/** In a world of its own, with these settings. */
export const alone = (run: Run, env: Env = {}): Case => ({ env, run })

/** Asks while the mail server takes nothing. */
export async function whileMailFails({ mail }: Pick<World, 'mail'>, request: () => Promise<Seen>): Promise<Seen> {
  mail.treat('rejects the recipient')
  return request().finally(() => mail.treat('accepts'))
}

/** Longer than it is remembered whether mail can leave at all. */
const PROBE_MS = 5000

/** Runs while no mail can leave. */
export const whileMailIsDown =
  (run: Run): Run =>
  async (here) => {
    here.clock.advance(PROBE_MS)
    here.mail.treat('says 421')
    return run(here).finally(() => {
      here.mail.treat('accepts')
      here.clock.advance(PROBE_MS)
    })
  }

/** Asks while another request has the only turn to hash a password. */
export const whileCrowded =
  (prepare: (here: World) => Promise<() => Promise<Seen>>): Run =>
  async (here) => {
    const request = await prepare(here)
    const gate = held()
    const taken = new Promise<void>((resolve) => {
      here.hasher.afterNext = () => {
        resolve()
        return gate.released
      }
    })
    const other = here.browser().post('/auth/login', { email: newAddress(), password: PASSWORD })
    await taken
    return request().finally(() => {
      gate.release()
      return other
    })
  }

/** Sends this while another request has the only turn to hash a password. */
export const crowdedOut = (route: string, body: object): Run =>
  whileCrowded(async (here) => {
    const { browser } = await someone(here)
    return () => send(browser, route, body)
  })

/** Asks, and something happens as soon as it is known who does. */
export async function meanwhile(
  name: keyof typeof endpoints,
  happen: () => Promise<unknown>,
  ask: () => Promise<Seen>,
): Promise<Seen> {
  const endpoint: AnyEndpoint = endpoints[name]
  const { handle } = endpoint
  const spy = vi.spyOn(endpoint, 'handle').mockImplementationOnce(async (call) => {
    await happen()
    return handle(call)
  })
  return ask().finally(() => spy.mockRestore())
}
