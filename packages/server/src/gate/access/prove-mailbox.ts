import type { PresentedCookies } from '../../platform/kernel/cookies.ts'
import type { Connection } from '../../platform/store/table.ts'
import { newcomerOf } from '../accounts/newcomer-cookie.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Context } from '../deps.ts'
import type { Removed } from '../hooks.ts'
import type { Transaction } from '../transaction.ts'
import { holderOf } from './holder-of.ts'
import { notifyOfProof } from './notify-of-proof.ts'
import { removeUnproved } from './remove-unproved.ts'
import { mailboxProofsIn } from './tables/mailbox-proofs.ts'

interface Prover {
  readonly cookies: PresentedCookies
  /** The right password came with the proof. */
  readonly knowsPassword?: boolean
  /** The prover says that another person has made the account. */
  readonly disowns?: boolean
}

interface Proving {
  readonly prover: Prover
  /** What becomes of the password where the prover is not known: the door replaces it, or has a reason to keep it. */
  readonly password: 'kept' | 'replaced' | 'void'
}

/**
 * The owner of a mailbox has proved it: the one place that every door with such a proof asks.
 *
 * A stranger may have made the account with an address that is not theirs (pre-hijacking). So the first proof of all decides
 * whose it is. A prover who is known keeps everything; for any other, what was made before goes in this transaction, and is told.
 * What is set afterwards is the owner's: no later proof comes here a second time. Pass the account as it is held.
 */
export async function proveMailbox(
  tx: Transaction,
  account: Account,
  { prover, password }: Proving,
): Promise<Removed | undefined> {
  if (account.mailboxProvedAt !== undefined) return undefined
  await mailboxProofsIn(tx).add(account.id, tx.deps.clock.now())
  if (await isKnown(tx, tx, account, prover)) return undefined
  const removed = await removeUnproved(tx, account, password === 'void')
  const metadata = { removed: removed.kinds.join(' '), providers: removed.providers.join(' ') }
  await tx.record('account.claimed', { actorId: account.id, targetUserId: account.id, metadata })
  await notifyOfProof(tx, account, { removed, hasNewPassword: password === 'replaced' })
  return removed
}

/**
 * A proof that decides nothing unless the prover is known: a mailbox agreed that an account gets its address, and may be another
 * person's than the owner's. In any other browser the next proof is the first.
 */
export async function noteProofByOwner(tx: Transaction, account: Account, cookies: PresentedCookies): Promise<void> {
  if (account.mailboxProvedAt !== undefined || !(await isKnown(tx, tx, account, { cookies }))) return
  await mailboxProofsIn(tx).add(account.id, tx.deps.clock.now())
}

/** Whether a browser is signed in to the account, or made it, or its user knows the password. */
export async function isKnown(
  tables: Connection,
  context: Pick<Context, 'deps'>,
  { id }: Account,
  prover: Prover,
): Promise<boolean> {
  if (prover.disowns) return false
  if (prover.knowsPassword || newcomerOf(context.deps, prover.cookies.newcomer) === id) return true
  return (await holderOf(tables, context, prover.cookies))?.account.id === id
}
