import { type Asking, askForOne, type Unanswered } from './ceremony.ts'
import type { Client } from './client.ts'
import { type Entry, enter, type SecondFactor } from './entry.ts'
import type { Message, Routes } from './routes.ts'

export type { Unanswered } from './ceremony.ts'

type Caller = Pick<Client, 'request'>
type ReplyOf<R extends keyof Routes> = Promise<Routes[R]['reply']>

/** Which sign-in is completed. */
export interface SecondStep {
  /** Of the sign-in that answered `two-factor`. */
  readonly challengeId: string
  /** Asks for no second factor in this browser for a while. */
  readonly trustDevice?: boolean
}

/** The same, with a code. */
export interface TypedStep extends SecondStep {
  /** As it was typed. */
  readonly code: string
  /** Told by the form of the code unless named. */
  readonly method?: Exclude<SecondFactor, 'passkey'>
}

/** Completes a sign-in with a code: mailed, of an authenticator app, or a recovery code. */
export const verifyCode = async ({ request }: Caller, body: TypedStep): Promise<Entry> =>
  enter(await request('POST /auth/2fa/verify', { body }))

/** Completes a sign-in with a passkey. */
export async function verifyPasskey(
  { request }: Caller,
  { challengeId, trustDevice, signal }: SecondStep & Asking,
): Promise<Entry | Unanswered> {
  const { options, state } = await request('POST /auth/2fa/passkey/options', { body: { challengeId } })
  const answer = await askForOne(options, { signal })
  if (answer.kind !== 'answered') return answer
  const body = { challengeId, trustDevice, state, passkey: answer.passkey }
  return enter(await request('POST /auth/2fa/verify', { body }))
}

/** `unknown`: there is no such sign-in in this browser, so that one begins again. */
export type Resent =
  | { readonly kind: 'sent'; readonly codeSent: boolean; readonly expiresAt: string }
  | { readonly kind: 'unknown' }

/** Mails another code; three times for one sign-in. */
export async function resendCode({ request }: Caller, challengeId: string): Promise<Resent> {
  const answer = await request('POST /auth/2fa/resend', { body: { challengeId } })
  if ('error' in answer) return { kind: 'unknown' }
  return { kind: 'sent', codeSent: answer.codeSent, expiresAt: answer.expiresAt }
}

/** Which second factors the account that is signed in has. */
export const listFactors = ({ request }: Caller): ReplyOf<'GET /auth/factors'> => request('GET /auth/factors')

/** What an authenticator app scans. Wants a fresh proof, as does all that follows where the account has an app or a passkey. */
export const beginTotp = ({ request }: Caller): ReplyOf<'POST /auth/2fa/totp/begin'> => request('POST /auth/2fa/totp/begin')

/** What becomes of the other sessions. */
export interface Kept {
  /** The other sessions of the account end unless this is true. */
  readonly keepOtherSessions?: boolean
}

/** Switches the app on with its first code. The first factor comes with recovery codes, which are shown once. */
export const confirmTotp = (
  { request }: Caller,
  body: Kept & { readonly code: string },
): ReplyOf<'POST /auth/2fa/totp/confirm'> => request('POST /auth/2fa/totp/confirm', { body })

/** Removes the authenticator app. */
export const removeTotp = ({ request }: Caller): Promise<Message> => request('DELETE /auth/2fa/totp')

/** Which second factor is switched. */
export interface Switched extends Kept {
  /** Mailed codes, or a passkey after a password or a provider; an app has functions of its own. `email` unless named. */
  readonly method?: 'email' | 'passkey'
  /** For `email`, where the account has one. */
  readonly password?: string
}

/** Asks for a mailed code, or a passkey, with every sign-in. */
export const enableTwoFactor = ({ request }: Caller, body: Switched): Promise<Message> =>
  request('POST /auth/2fa/enable', { body })

/** Asks for it no longer. */
export const disableTwoFactor = ({ request }: Caller, body: Switched): Promise<Message> =>
  request('POST /auth/2fa/disable', { body })

/** Ten new ones, shown once; those from before are void. */
export const createRecoveryCodes = ({ request }: Caller): ReplyOf<'POST /auth/2fa/recovery-codes'> =>
  request('POST /auth/2fa/recovery-codes')
