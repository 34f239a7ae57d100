import type { SecondFactor } from '../../kernel/second-factors.ts'
import type { Account } from '../../store/tables/accounts.ts'
import type { Session, Way } from '../../store/tables/sessions.ts'
import type { Tables } from '../../store/tables.ts'
import type { Context, Deps } from '../deps.ts'
import { hasStrongGate, owesSecondFactor } from '../factors/gates.ts'
import { type IssuedSession, issueSession } from '../sessions/issue-session.ts'
import { isTrusted } from '../sessions/trusted-device.ts'

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
  readonly way: Way
  /** Which one has completed the challenge. */
  readonly second?: SecondFactor
  /** Since when the account has the factor, or the passkey, that was shown. */
  readonly enrolledAt?: number | undefined
  /** The owner wants to be asked for no second factor in this browser. */
  readonly isToBeTrusted?: boolean
  /** The live session of this account that the browser holds: the new one takes its place, and has proved what that had. */
  readonly replaces?: Session | undefined
}

export type Admission =
  | { readonly kind: 'admitted'; readonly account: Account; readonly issued: IssuedSession }
  /** The account is gone, or its credentials changed while the visitor was proving them. */
  | { readonly kind: 'stale' }
  | { readonly kind: Obstacle; readonly account: Account }

type Obstacle = 'banned' | 'owes-verification' | 'owes-second-factor'

/**
 * The one gate. Every path that issues a session passes it, inside the transaction that inserts the session.
 *
 * It holds the account's row first. A password change, a ban or a deletion takes the same row, so it either comes
 * before, and is seen here, or after, and ends the session that was issued here.
 */
export async function admit(tx: Tables, context: Context, visit: Visit): Promise<Admission> {
  const now = context.deps.clock.now()
  const account = await tx.accounts.hold(visit.accountId, now)
  if (!account || account.credentialVersion !== visit.credentialVersion) return { kind: 'stale' }
  // A session has passed the gate already: the one in its place owes no more than it did.
  const obstacle = obstacleFor(context.deps, account, visit.replaces ? 'session' : visit.proof)
  const isSpared = obstacle === 'owes-second-factor' && SPARED.has(visit.proof) && (await isTrusted(tx, context, account))
  if (obstacle && !isSpared) return { kind: obstacle, account }
  const { way, second, enrolledAt, isToBeTrusted = false, replaces } = visit
  const secondFactorAt = isSecondFactor(account, visit) ? now : replaces?.secondFactorAt
  const issued = await issueSession(tx, context, account, { way, second, enrolledAt, secondFactorAt, isToBeTrusted, replaces })
  return { kind: 'admitted', account, issued }
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
      return requireEmail2fa ? 'owes-second-factor' : owesVerification ? 'owes-verification' : undefined
    case 'password':
    case 'provider':
    case 'admin-password': {
      if (owesVerification) return 'owes-verification'
      const isForced = proof === 'admin-password' && !disableAdminTwoFactor
      return isForced || requireEmail2fa || owesSecondFactor(account) ? 'owes-second-factor' : undefined
    }
    case 'mailbox':
      return hasStrongGate(account) ? 'owes-second-factor' : undefined
    case 'passkey':
      return owesVerification ? 'owes-verification' : undefined
    case 'second-factor':
    case 'session':
      return undefined
    default:
      return owesEverything(proof)
  }
}

/** A proof that this gate does not know proves nothing. */
const owesEverything = (_proof: never): Obstacle => 'owes-second-factor'
