import type { Browser, Reply } from './browser.ts'
import type { Delivered } from './smtp-inbox.ts'
import { type World, world } from './world.ts'

export const EMAIL = 'ada@example.com'
export const WRONG_CODE = '0000-0000'

type Options = NonNullable<Parameters<typeof world>[0]>

/** A service in which people sign in by mail. */
export const byMail = ({ env, ...options }: Options = {}): Promise<World> =>
  world({ withMail: true, ...options, env: { EMAIL_SIGN_IN: 'existing', ...env } })

export const ask = (visitor: Browser, email = EMAIL, more: object = {}): Promise<Reply> =>
  visitor.post('/auth/code/request', { email, ...more })

export const enter = (visitor: Browser, code: string): Promise<Reply> => visitor.post('/auth/code/verify', { code })

export interface Asked {
  readonly visitor: Browser
  readonly letter: Delivered
  readonly code: string
  readonly enter: (code?: string, by?: Browser) => Promise<Reply>
}

/** A browser that has asked for a code, and the mail that has come. */
export async function asked(
  here: Pick<World, 'browser' | 'mail'>,
  email = EMAIL,
  visitor = here.browser(),
  more: object = {},
): Promise<Asked> {
  const before = here.mail.countTo(email)
  await ask(visitor, email, more)
  const letter = await here.mail.newest(email, before + 1)
  return { visitor, letter, code: letter.code, enter: (code = letter.code, by = visitor) => enter(by, code) }
}

/** Ada, whose mailbox is proved, and somebody else's browser that has asked for a code in her name. */
export async function askedAsOwner(options: Options = {}) {
  const here = await byMail(options)
  const owner = await here.signedUp(EMAIL)
  await here.sql(`UPDATE accounts SET mailbox_proved_at = 1, verified_at = 1 WHERE email = ?`, [EMAIL])
  return { ...here, owner, ...(await asked(here)) }
}
