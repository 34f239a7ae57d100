import type { PresentedCookies } from '../../platform/kernel/cookies.ts'
import type { Connection } from '../../platform/store/table.ts'
import { newcomerOf } from '../accounts/newcomer-cookie.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Context } from '../deps.ts'
import { lostAppsIn } from '../factors/tables/lost-apps.ts'
import type { Removed } from '../hooks.ts'
import type { Transaction } from '../transaction.ts'
import { notifyOfProof } from './notify-of-proof.ts'
import { removeUnproved } from './remove-unproved.ts'
import { signedInCaller } from './signed-in-caller.ts'
import { mailboxProofsIn } from './tables/mailbox-proofs.ts'

type Prover = { readonly cookies: PresentedCookies; readonly knowsPassword?: boolean; readonly disowns?: boolean }

/**
 * Every flow that proves a mailbox calls this function, with the account as locked.
 *
 * A stranger may have made the account with an address that is not theirs (pre-hijacking), so the first proof decides whose
 * account it is. A known prover keeps everything; for any other prover, everything set before is removed in this transaction and
 * mailed to the owner. Later proofs remove nothing. `password` says what the flow does with the password of an unknown prover.
 */
export async function proveMailbox(
  tx: Transaction,
  account: Account,
  { prover, password }: { readonly prover: Prover; readonly password: 'kept' | 'replaced' | 'void' },
): Promise<Removed | undefined> {
  if (password === 'replaced') await lostAppsIn(tx).remove(account.id)
  if (account.mailboxProvedAt !== undefined) return undefined
  await mailboxProofsIn(tx).add(account.id, tx.deps.clock.now())
  if (await isKnown(tx, tx, account, prover)) return undefined
  const removed = await removeUnproved(tx, account, password === 'void')
  const metadata = { removed: removed.kinds.join(' '), providers: removed.providers.join(' ') }
  await tx.record('account.claimed', { actorId: account.id, targetUserId: account.id, metadata })
  await notifyOfProof(tx, account, { removed, hasNewPassword: password === 'replaced' })
  return removed
}

/** The mailbox may belong to another person than the account's owner, so the proof counts only in a browser that is known. */
export async function noteProofByOwner(tx: Transaction, account: Account, cookies: PresentedCookies): Promise<void> {
  if (account.mailboxProvedAt !== undefined || !(await isKnown(tx, tx, account, { cookies }))) return
  await mailboxProofsIn(tx).add(account.id, tx.deps.clock.now())
}

/** Whether the browser is signed in to the account or made the account, or its user knows the password. */
export async function isKnown(
  tables: Connection,
  context: Pick<Context, 'deps'>,
  { id }: Account,
  prover: Prover,
): Promise<boolean> {
  if (prover.disowns) return false
  if (prover.knowsPassword || newcomerOf(context.deps, prover.cookies.newcomer) === id) return true
  return (await signedInCaller(tables, context, prover.cookies))?.account.id === id
}
