import type { Browser, Reply } from './browser.ts'
import type { Delivered } from './smtp-inbox.ts'
import { PASSWORD, type RunningService } from './world.ts'

/** What a mailed code is for, by the last step of its flow. */
export const purposes = ['verify-email', 'reset-password', 'set-password', 'delete-account', 'step-up'] as const
export type Purpose = (typeof purposes)[number]

export interface Member {
  readonly email: string
  readonly id: string
  /** Signed in; clone it, so that the cookies stay. */
  readonly browser: Browser
}

export const NEW_PASSWORD = 'battery staple 2'

/** Somebody who has registered and is signed in. */
export async function member({ signedUp, sql }: RunningService, email: string): Promise<Member> {
  const browser = await signedUp(email)
  const { body } = await browser.get('/auth/me')
  // What a first proof removes is tested where that is the subject.
  await sql(`UPDATE accounts SET mailbox_proved_at = 1 WHERE id = ?`, [body.id])
  return { email, id: body.id, browser }
}

/** Setting a first password, deleting and stepping up by code are for accounts without one. */
export async function passwordlessMember(here: RunningService, email: string): Promise<Member> {
  const found = await member(here, email)
  await here.sql(`UPDATE accounts SET password_hash = NULL WHERE id = ?`, [found.id])
  return found
}

export const memberFor = (here: RunningService, purpose: Purpose, email: string): Promise<Member> =>
  needsPassword[purpose] ? member(here, email) : passwordlessMember(here, email)

const needsPassword = {
  'verify-email': true,
  'reset-password': true,
  'set-password': false,
  'delete-account': false,
  'step-up': false,
}

export const askFor: Readonly<
  Record<Purpose, (here: RunningService, who: Member, headers?: Record<string, string>) => Promise<Reply>>
> = {
  'verify-email': (_here, { browser }, headers = {}) => browser.clone().post('/auth/resend-verification', undefined, { headers }),
  'reset-password': ({ browser }, { email }, headers = {}) => browser().post('/auth/forgot-password', { email }, { headers }),
  'set-password': (_here, { browser }, headers = {}) =>
    browser.clone().post('/auth/set-password/request', undefined, { headers }),
  'delete-account': (_here, { browser }, headers = {}) =>
    browser.clone().post('/auth/account/delete/request', undefined, { headers }),
  'step-up': (_here, { browser }, headers = {}) => browser.clone().post('/auth/step-up/send', undefined, { headers }),
}

export const redeemAt: Readonly<
  Record<Purpose, (here: RunningService, who: Member, code: string, newPassword?: string) => Promise<Reply>>
> = {
  'verify-email': ({ browser }, _who, code) => browser().post('/auth/verify-email', { code }),
  'reset-password': ({ browser }, _who, code, newPassword = NEW_PASSWORD) =>
    browser().post('/auth/reset-password', { code, newPassword }),
  'set-password': ({ browser }, { id }, code, newPassword = NEW_PASSWORD) =>
    browser().post('/auth/set-password/confirm', { userId: id, code, newPassword }),
  'delete-account': (_here, { browser }, code) => browser.clone().post('/auth/account/delete/confirm', { code }),
  'step-up': (_here, { browser }, code) => browser.clone().post('/auth/step-up', { code }),
}

/** Asks for a code, and opens the mail it comes in. */
export async function mailedCode(
  here: RunningService,
  purpose: Purpose,
  who: Member,
  headers: Record<string, string> = {},
): Promise<Delivered> {
  const before = here.mail.mails.filter(({ recipients }) => recipients.includes(who.email)).length
  await askFor[purpose](here, who, headers)
  return here.mail.newest(who.email, before + 1)
}

export const signIn = ({ browser }: RunningService, email: string, password = PASSWORD): Promise<Reply> =>
  browser().post('/auth/login', { email, password })
