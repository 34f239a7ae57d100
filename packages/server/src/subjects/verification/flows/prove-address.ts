import { admit } from '../../../gate/access/admit.ts'
import { proveMailbox } from '../../../gate/access/prove-mailbox.ts'
import { signedInCaller } from '../../../gate/access/signed-in-caller.ts'
import { mailboxProofsIn } from '../../../gate/access/tables/mailbox-proofs.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { redeemCode } from '../../../gate/codes/redeem-code.ts'
import { codesIn } from '../../../gate/codes/tables/codes.ts'
import type { Context } from '../../../gate/deps.ts'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import type { CodeHashes } from '../../../platform/kernel/codes.ts'
import type { PresentedCookies } from '../../../platform/kernel/cookies.ts'
import { Failure } from '../../../platform/kernel/errors.ts'

export const REFUSALS = { unknown: 'code_invalid', used: 'code_already_used', expired: 'code_expired' } as const

interface PresentedCode {
  readonly hashes: CodeHashes
  /** The visitor says that another person chose the password. */
  readonly disowns: boolean
  /** The credentials that a right password was compared with; undefined where no password came with the code. */
  readonly compared: { readonly credentialVersion: number } | undefined
}

type Call = Context & { readonly cookies: PresentedCookies }

/** A refusal rolls everything back, so that the code stays good. */
export async function proveAddress(tx: Transaction<Call>, { hashes, disowns, compared }: PresentedCode) {
  const { deps, cookies } = tx
  const now = deps.clock.now()
  const redeemed = await redeemCode(tx, deps, hashes)
  if (redeemed.state !== 'taken') throw new Failure(REFUSALS[redeemed.state])
  if (!redeemed.account) throw new Failure('user_not_found')
  const { account } = redeemed
  const { id } = account
  const prover = { cookies, knowsPassword: compared?.credentialVersion === account.credentialVersion, disowns }
  const removed = await proveMailbox(tx, account, { prover, password: disowns || !hasPasswords(deps.config) ? 'void' : 'kept' })
  await accountsIn(tx).setVerified(id, now)
  await codesIn(tx).endAllOf(id, now, 'email-verification')
  const { credentialVersion } = (removed && (await accountsIn(tx).find(id))) ?? account
  const holder = await signedInCaller(tx, tx, cookies)
  const replaces = holder?.account.id === id ? holder.session : undefined
  // A proved mailbox does not replace an authenticator app or a passkey, so no code is mailed to it as a second factor.
  const outcome = await admit(tx, { accountId: id, credentialVersion, proof: 'mailbox', signIn: { method: 'mailbox' }, replaces })
  if (outcome.kind === 'refused') throw new Failure(outcome.reason === 'banned' ? 'user_banned' : 'user_not_found')
  if (outcome.kind === 'verification') throw new Error('a verified account owes no verification')
  const sessionId = outcome.kind === 'session' ? outcome.issued.session.id : undefined
  await tx.record('email.verified', { actorId: id, targetUserId: id, sessionId })
  if (removed && sessionId !== undefined) await mailboxProofsIn(tx).setProver(id, sessionId)
  return { outcome, removed }
}
