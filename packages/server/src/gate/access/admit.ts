import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import type { EventType } from '../audit/events.ts'
import type { CodeMail } from '../codes/code-mail.ts'
import type { Deps } from '../deps.ts'
import { type OpenedChallenge, openChallenge } from '../factors/challenge.ts'
import { hasStrongGate, owesSecondFactor } from '../factors/gates.ts'
import type { SecondFactor } from '../factors/second-factors.ts'
import { type IssuedSession, issueSession } from '../sessions/issue-session.ts'
import type { Session, SignInMethod } from '../sessions/tables/sessions.ts'
import { isTrusted } from '../sessions/trusted-device.ts'
import type { Transaction } from '../transaction.ts'

/**
 * What the visitor has shown.
 *
 * - `password` satisfies nothing further; `admin-password` owes a second factor whatever the account's own setting is.
 * - `provider` is an identity that a provider vouches for: worth as much as a password, and no more.
 * - `registration` made the account just now: the mandatory second factor alone decides, and comes before verification.
 * - `mailbox` is a mailed code: it proves the address, and with it an email second factor and nothing stronger. It is no
 *   second factor of the session, so it opens no admin route.
 * - `second-factor` completed a challenge that one of the above had opened.
 * - `passkey` is two factors at once.
 * - `session` is a refresh token: its session passed the gate when it was issued, and only a ban is news.
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

export interface Visit {
  readonly accountId: string
  /** As read before the password was hashed, or when the challenge was opened. */
  readonly credentialVersion: number
  readonly proof: Exclude<Proof, 'session'>
  readonly way: SignInMethod
  /** Under which names it is written to the audit log, and what is noted beside; absent where the flow does so itself. */
  readonly noted?: Noted
  /** Events of what was done just now, and goes when a code that is owed does not leave. */
  readonly causes?: readonly string[]
  /** Which one has completed the challenge. */
  readonly second?: SecondFactor
  /** Since when the account has the factor, or the passkey, that was shown. */
  readonly enrolledAt?: number | undefined
  /** The owner wants to be asked for no second factor in this browser. */
  readonly isToBeTrusted?: boolean
  /** The live session of this account that the browser holds: the new one takes its place, and has proved what that had. */
  readonly replaces?: Session | undefined
}

interface Noted {
  readonly success: EventType
  readonly failure: EventType
  readonly metadata?: Readonly<Record<string, string>>
}

/** How far a visitor has come who is welcome: in, or first to a second factor or the mailbox. */
export type Entered =
  | { readonly kind: 'session'; readonly account: Account; readonly issued: IssuedSession }
  | { readonly kind: 'second-factor'; readonly account: Account; readonly challenge: OpenedChallenge }
  /** The mail is there where it has yet to be sent. */
  | { readonly kind: 'verification'; readonly account: Account; readonly mail?: CodeMail }

/** What becomes of a sign-in, whichever way it came. `stale`: the account is gone, or its credentials changed meanwhile. */
export type SignInOutcome = Entered | { readonly kind: 'refused'; readonly reason: 'stale' | 'banned' | 'mail-failed' }

type Obstacle = 'banned' | 'verification' | 'second-factor'

/**
 * The one gate. Every path that issues a session passes it, inside the transaction that inserts the session.
 *
 * It holds the account's row first. A password change, a ban or a deletion takes the same row, so it either comes
 * before, and is seen here, or after, and ends the session that was issued here.
 */
export async function admit(tx: Transaction, visit: Visit): Promise<SignInOutcome> {
  const account = await accountsIn(tx).lock(visit.accountId, tx.deps.clock.now())
  if (!account || account.credentialVersion !== visit.credentialVersion) {
    await noteRefusal(tx, visit, 'stale')
    return { kind: 'refused', reason: 'stale' }
  }
  switch (await owed(tx, account, visit)) {
    case undefined:
      return begin(tx, account, visit)
    case 'second-factor': {
      const { way, noted, causes } = visit
      const event = noted && { type: noted.success, metadata: noted.metadata ?? {} }
      return { kind: 'second-factor', account, challenge: await openChallenge(tx, account, { way, event }, causes) }
    }
    case 'verification':
      await noteRefusal(tx, visit, 'owes-verification')
      return { kind: 'verification', account }
    case 'banned':
      await noteRefusal(tx, visit, 'banned')
      return { kind: 'refused', reason: 'banned' }
  }
}

/** A session has passed the gate already: the one in its place owes no more than it did. */
async function owed(tx: Transaction, account: Account, { proof, replaces }: Visit): Promise<Obstacle | undefined> {
  const obstacle = obstacleFor(tx.deps, account, replaces ? 'session' : proof)
  const isSpared = obstacle === 'second-factor' && SPARED.has(proof) && (await isTrusted(tx, tx, account))
  return isSpared ? undefined : obstacle
}

async function begin(tx: Transaction, account: Account, visit: Visit): Promise<SignInOutcome> {
  const { accountId: id, way, second, enrolledAt, isToBeTrusted = false, replaces, noted } = visit
  const secondFactorAt = isSecondFactor(account, visit) ? tx.deps.clock.now() : replaces?.secondFactorAt
  const issued = await issueSession(tx, account, { way, second, enrolledAt, secondFactorAt, isToBeTrusted, replaces })
  const subject = { actorId: id, targetUserId: id, sessionId: issued.session.id, metadata: noted?.metadata ?? {} }
  if (noted) await tx.record(noted.success, subject)
  return { kind: 'session', account, issued }
}

async function noteRefusal(tx: Transaction, { accountId, noted }: Visit, reason: string): Promise<void> {
  if (!noted) return
  const metadata = { ...noted.metadata, reason }
  await tx.record(noted.failure, { isSuccess: false, targetUserId: accountId, metadata })
}

/** After these, a browser that the owner trusts owes no second factor. Its session has passed none. */
const SPARED: ReadonlySet<Proof> = new Set(['password', 'provider'])

/**
 * Whether the session has passed a second factor. A mailed code is one only where nothing stronger is asked for: an operator may let
 * it stand beside an authenticator app, and it opens no administrators' route then.
 */
const isSecondFactor = (account: Account, { proof, second }: Visit): boolean =>
  proof === 'passkey' || (proof === 'second-factor' && (second !== 'email' || !hasStrongGate(account)))

/** What stands between an account and a session, in the order in which it is told. */
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
