import type { Tables } from '../store/store.ts'
import type { Account } from '../store/tables/accounts.ts'
import type { Context, Deps } from './deps.ts'
import { type IssuedSession, issueSession } from './issue-session.ts'

/**
 * What the visitor has shown.
 *
 * `password` also stands for a registration; it satisfies nothing further. `mailbox` is a mailed code: it proves
 * the address, and with it an email second factor. `session` is a refresh token: its session passed the gate when
 * it was issued, and only what may have changed since is checked again.
 */
export type Proof = 'password' | 'mailbox' | 'session'

export interface Visit {
  readonly accountId: string
  /** As read before the password was hashed. */
  readonly credentialVersion: number
  readonly proof: Exclude<Proof, 'session'>
}

export type Admission =
  | { readonly kind: 'admitted'; readonly account: Account; readonly issued: IssuedSession }
  /** The account is gone, or its credentials changed while the visitor was proving them. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'banned' | 'owes-verification' | 'owes-second-factor'; readonly account: Account }

/**
 * The one gate. Every path that issues a session passes it, inside the transaction that inserts the session.
 *
 * It holds the account's row first. A password change, a ban or a deletion takes the same row, so it either comes
 * before, and is seen here, or after, and ends the session that was issued here.
 */
export async function admit(tx: Tables, context: Context, visit: Visit): Promise<Admission> {
  const account = await tx.accounts.hold(visit.accountId, context.deps.clock.now())
  if (!account || account.credentialVersion !== visit.credentialVersion) return { kind: 'stale' }
  const obstacle = obstacleFor(context.deps, account, visit.proof)
  if (obstacle) return { kind: obstacle, account }
  return { kind: 'admitted', account, issued: await issueSession(tx, context, account, undefined) }
}

/** What stands between an account and a session, in the order in which it is told. */
export function obstacleFor({ config }: Deps, account: Account, proof: Proof) {
  if (account.bannedAt !== undefined) return 'banned'
  if (proof !== 'password') return undefined
  if (config.registration.requireEmailVerification && account.verifiedAt === undefined) return 'owes-verification'
  if (config.twoFactor.requireEmail2fa || account.twoFactorEnabledAt !== undefined) return 'owes-second-factor'
  return undefined
}
