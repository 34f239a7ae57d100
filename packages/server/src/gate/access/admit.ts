import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import type { EventType } from '../audit/events.ts'
import type { CodeMail } from '../codes/code-mail.ts'
import type { Deps } from '../deps.ts'
import { type OpenedChallenge, openChallenge } from '../factors/challenge.ts'
import { hasStrongGate, owesSecondFactor } from '../factors/gates.ts'
import type { SecondFactor } from '../factors/second-factors.ts'
import { type IssuedSession, issueSession } from '../sessions/issue-session.ts'
import { type OpenSessions, sessionEndingsIn } from '../sessions/tables/session-endings.ts'
import type { Session, SignInMethod } from '../sessions/tables/sessions.ts'
import { isTrusted } from '../sessions/trusted-device.ts'
import type { Transaction } from '../transaction.ts'

/**
 * What the visitor has shown.
 *
 * - `admin-password` owes a second factor whatever the account's own setting is.
 * - `provider` is an identity that a provider vouches for, worth as much as a password.
 * - `registration` made the account just now: only the mandatory second factor is asked for, before verification.
 * - `mailbox` is a mailed code: it stands for an email second factor and nothing stronger, and opens no admin route.
 * - `second-factor` completed a challenge that one of the above had opened.
 * - `passkey` is two factors at once.
 * - `session` is a refresh token: its session passed the gate when it was issued, so only a ban can stop it.
 */
export type Proof =
  | 'password'
  | 'admin-password'
  | 'provider'
  | 'registration'
  | 'mailbox'
  | 'second-factor'
  | 'passkey'
  | 'session'

export interface SignInAttempt {
  readonly accountId: string
  /** As read before the password was hashed, or when the challenge was opened, so that a change meanwhile is noticed. */
  readonly credentialVersion: number
  readonly proof: Exclude<Proof, 'session'>
  readonly signIn: SignInMethod
  /** What the audit log is told; absent where the flow itself tells it. */
  readonly noted?: {
    readonly success: EventType
    readonly failure: EventType
    readonly metadata?: Readonly<Record<string, string>>
  }
  /** Ids of the events that are taken back when the mail with the code cannot be sent. */
  readonly causes?: readonly string[]
  readonly second?: SecondFactor
  /** Since when the account has the factor, or the passkey, that was shown. */
  readonly enrolledAt?: number | undefined
  readonly isToBeTrusted?: boolean
  /** The account was signed in to in this browser before; absent where that is not known yet. */
  readonly isKnownBrowser?: boolean
  /** The live session in this browser: the new session takes its place, and counts as having proved the same. */
  readonly replaces?: Session | undefined
}

export type AdmittedSignIn =
  | { readonly kind: 'session'; readonly account: Account; readonly issued: IssuedSession }
  | { readonly kind: 'second-factor'; readonly account: Account; readonly challenge: OpenedChallenge }
  /** `mail` is set where the mail has yet to be sent. */
  | { readonly kind: 'verification'; readonly account: Account; readonly mail?: CodeMail }

/** `stale`: the account is gone, or its credentials changed meanwhile. */
export type SignInOutcome = AdmittedSignIn | { readonly kind: 'refused'; readonly reason: 'stale' | 'banned' | 'mail-failed' }

type Obstacle = 'banned' | 'verification' | 'second-factor'

/**
 * The one gate. Every path that issues a session passes the gate, inside the transaction that inserts the session.
 *
 * The account's row is locked first. A password change, a ban or a deletion locks the same row, so the change either comes
 * before and is seen here, or comes after and ends the session that was issued here.
 */
export async function admit(tx: Transaction, attempt: SignInAttempt): Promise<SignInOutcome> {
  const { accountId, replaces } = attempt
  const now = tx.deps.clock.now()
  // Sent together. The count is that of the moment when the row is locked.
  const [account, open] = await Promise.all([
    accountsIn(tx).lock(accountId, now),
    replaces ? undefined : sessionEndingsIn(tx).countOpen(accountId, now),
  ])
  if (!account || account.credentialVersion !== attempt.credentialVersion) {
    await noteRefusal(tx, attempt, 'stale')
    return { kind: 'refused', reason: 'stale' }
  }
  switch (await owed(tx, account, attempt)) {
    case undefined:
      return begin(tx, account, attempt, open)
    case 'second-factor': {
      const { signIn, noted, causes } = attempt
      const event = noted && { type: noted.success, metadata: noted.metadata ?? {} }
      return { kind: 'second-factor', account, challenge: await openChallenge(tx, account, { signIn, event }, causes) }
    }
    case 'verification':
      await noteRefusal(tx, attempt, 'owes-verification')
      return { kind: 'verification', account }
    case 'banned':
      await noteRefusal(tx, attempt, 'banned')
      return { kind: 'refused', reason: 'banned' }
  }
}

/** A session has passed the gate already, so a session in its place owes nothing more. */
async function owed(tx: Transaction, account: Account, { proof, replaces }: SignInAttempt): Promise<Obstacle | undefined> {
  const obstacle = obstacleFor(tx.deps, account, replaces ? 'session' : proof)
  const isSpared = obstacle === 'second-factor' && SPARED.has(proof) && (await isTrusted(tx, account))
  return isSpared ? undefined : obstacle
}

async function begin(
  tx: Transaction,
  account: Account,
  attempt: SignInAttempt,
  open: OpenSessions | undefined,
): Promise<SignInOutcome> {
  const { accountId: id, signIn, second, enrolledAt, isToBeTrusted = false, isKnownBrowser = false, replaces, noted } = attempt
  const secondFactorAt = isSecondFactor(account, attempt) ? tx.deps.clock.now() : replaces?.secondFactorAt
  const admitted = { signIn, second, enrolledAt, secondFactorAt, isToBeTrusted, isKnownBrowser, replaces, open }
  const issued = await issueSession(tx, account, admitted)
  const subject = { actorId: id, targetUserId: id, sessionId: issued.session.id, metadata: noted?.metadata ?? {} }
  if (noted) await tx.record(noted.success, subject)
  return { kind: 'session', account, issued }
}

async function noteRefusal(tx: Transaction, { accountId, noted }: SignInAttempt, reason: string): Promise<void> {
  const metadata = { ...noted?.metadata, reason }
  if (noted) await tx.record(noted.failure, { isSuccess: false, targetUserId: accountId, metadata })
}

/** After these proofs a trusted browser owes no second factor. Its session does not count as having passed one. */
const SPARED: ReadonlySet<Proof> = new Set(['password', 'provider', 'mailbox'])

/** A mailed code beside an authenticator app, which an operator may allow, does not open administrators' routes. */
const isSecondFactor = (account: Account, { proof, second }: SignInAttempt): boolean =>
  proof === 'passkey' || (proof === 'second-factor' && (second !== 'email' || !hasStrongGate(account)))

export function obstacleFor({ config }: Deps, account: Account, proof: Proof): Obstacle | undefined {
  if (account.bannedAt !== undefined) return 'banned'
  const { requireEmail2fa, disableAdminTwoFactor } = config.twoFactor
  const owesVerification = config.registration.requireEmailVerification && account.verifiedAt === undefined
  switch (proof) {
    case 'registration':
      return requireEmail2fa ? 'second-factor' : owesVerification ? 'verification' : undefined
    case 'password':
    case 'provider':
    case 'admin-password': {
      if (owesVerification) return 'verification'
      const isForced = proof === 'admin-password' && !disableAdminTwoFactor
      return isForced || requireEmail2fa || owesSecondFactor(account) ? 'second-factor' : undefined
    }
    case 'mailbox':
      return hasStrongGate(account) ? 'second-factor' : undefined
    case 'passkey':
      return owesVerification ? 'verification' : undefined
    case 'second-factor':
    case 'session':
      return undefined
    default:
      return owesEverything(proof)
  }
}

/** A proof that this gate does not know proves nothing. */
const owesEverything = (_proof: never): Obstacle => 'second-factor'
