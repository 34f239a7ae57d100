import { Failure } from '../../platform/kernel/errors.ts'
import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import type { Caller, Context } from '../deps.ts'
import { sessionsIn } from '../sessions/tables/sessions.ts'
import type { Transaction } from '../transaction.ts'

/** The caller's account, held until the transaction ends, for what outlives the session: one that has ended since the call began adds nothing. */
export async function holdCaller(tx: Transaction<Context & { readonly caller: Caller }>): Promise<Account> {
  const { caller, deps } = tx
  const account = await accountsIn(tx).lock(caller.account.id, deps.clock.now())
  const session = await sessionsIn(tx).find(caller.session.id)
  if (!account || !session || session.revokedAt !== undefined) throw new Failure('session_expired')
  return account
}
