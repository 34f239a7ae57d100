import type { Browser } from './browser.ts'
import { PASSWORD, type World, world } from './world.ts'

export const EMAIL = 'ada@example.com'
export const ada = { email: EMAIL, password: PASSWORD }

/** A code that this one is not. */
export const wrongFor = (code: string): string => (code === '000000' ? '000001' : '000000')

/** Ada, who has switched two-factor on and is about to sign in. */
export async function owing(env: Record<string, string> = {}): Promise<World> {
  const here = await world({ withMail: true, env })
  await here.signedUp()
  await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
  return here
}

/** The same, at a browser that has just been gated. */
export async function gated(env: Record<string, string> = {}) {
  const here = await owing(env)
  const visitor = here.browser()
  const reply = await visitor.post('/auth/login', ada)
  const { code } = await here.mail.newest(EMAIL)
  const challengeId = reply.body.challengeId as string
  const verify = (by: Browser = visitor, change: object = {}) => by.post('/auth/2fa/verify', { challengeId, code, ...change })
  const resend = (by: Browser = visitor, id = challengeId) => by.post('/auth/2fa/resend', { challengeId: id })
  return { ...here, visitor, reply, code, wrong: wrongFor(code), challengeId, verify, resend }
}
