/** What a client asks for. Every event is one request. */
export type Op =
  | 'register'
  | 'login'
  | 'me'
  | 'refresh'
  | 'logout'
  | 'list-sessions'
  | 'revoke-session'
  | 'revoke-others'
  | 'change-password'
  | 'forgot'
  | 'reset'
  | 'request-verification'
  | 'verify-email'
  | 'enable-2fa'
  | 'disable-2fa'
  | 'ask-code'
  | 'enter-code'
  | 'verify-2fa'
  | 'resend-2fa'
  | 'step-up'
  | 'begin-totp'
  | 'confirm-totp'
  | 'remove-totp'
  | 'step-up-code'
  | 'reset-factors'
  | 'ban'
  | 'unban'
  | 'promote'
  | 'demote'
  | 'delete-user'
  | 'delete-account'

/** A mailed code as a client typed it. */
export interface TypedCode {
  readonly text: string
  /** When it lay in the mailbox for all to see, in the numbers of the events. */
  readonly seenAt: number
  readonly isWrong: boolean
}

/** A code of an authenticator app, or for recovery, as a client typed it. */
export interface FactorCode {
  readonly text: string
  /** Of the app; undefined for a recovery code. */
  readonly secret?: string | undefined
  readonly isWrong: boolean
}

/** A session token that an answer carried. */
export interface Issued {
  readonly sessionId: string
  readonly accountId: string
  readonly token: string
}

/**
 * One request as its client saw it. `invokedAt` and `completedAt` come from one counter: an event that completed before
 * another was invoked came first, and of all others nobody can tell.
 */
export interface Event {
  readonly client: number
  readonly op: Op
  readonly invokedAt: number
  readonly completedAt: number
  readonly status: number
  readonly error?: string | undefined
  /** The service's clock when it was invoked. It stands still while anything is in flight. */
  readonly clock: number
  /** Whom it is about: who signs in, the owner of the session, or whom an administrator acts on. */
  readonly email: string
  readonly accountId?: string | undefined
  /** The session that it was made with, and its token. */
  readonly sessionId?: string | undefined
  readonly token?: string | undefined
  /** The administrator. */
  readonly actorId?: string | undefined
  /** What was shown; for a second factor, what was shown when its challenge was opened. */
  readonly password?: string | undefined
  readonly newPassword?: string | undefined
  readonly code?: TypedCode | undefined
  readonly factor?: FactorCode | undefined
  /** What an answer showed, once: the secret for an app, and codes for recovery. */
  readonly secret?: string | undefined
  readonly recoveryCodes?: readonly string[] | undefined
  readonly challengeId?: string | undefined
  /** The browser that had asked for a code to sign in. */
  readonly binding?: string | undefined
  /** A second factor that is shown after the mailbox. */
  readonly isAfterMailbox?: boolean | undefined
  readonly codeSent?: boolean | undefined
  readonly keepsOthers?: boolean | undefined
  readonly revokedId?: string | undefined
  readonly issued?: Issued | undefined
}

export interface Mail {
  readonly email: string
  /** Whose address it was. */
  readonly accountId: string | undefined
  readonly purpose: 'two-factor' | 'reset' | 'verification' | 'sign-in'
  readonly code: string
  readonly challengeId: string | undefined
  readonly seenAt: number
  /** The service's clock when it left. */
  readonly clock: number
}

export interface History {
  readonly events: readonly Event[]
  readonly mails: readonly Mail[]
  /** Accounts that were administrators from the start. */
  readonly admins: readonly string[]
  /** Accounts whose mailbox was proved long ago. Of any other the first proof takes what a stranger may have enrolled. */
  readonly proved: readonly string[]
  /** Whether the service counted and refused. */
  readonly isLimited: boolean
  /** Read from the database when all was over. */
  readonly usableAdminsAtEnd: number
}

export const isDone = ({ status }: Event): boolean => status < 300
export const isBefore = (one: Event, other: Event): boolean => one.completedAt < other.invokedAt

/** Whether it can have taken effect after the one and before the other. */
export const mayBeBetween = (one: Event, middle: Event, other: Event): boolean =>
  middle.completedAt > one.invokedAt && middle.invokedAt < other.completedAt
