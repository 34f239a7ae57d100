import { Failure } from '../../platform/kernel/errors.ts'
import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import type { Caller, Context } from '../deps.ts'
import { sessionsIn } from '../sessions/tables/sessions.ts'
import type { Transaction } from '../transaction.ts'

/** Locks the caller's account. A session that ended since the call began must not change what outlives the session. */
export async function lockCaller(tx: Transaction<Context & { readonly caller: Caller }>): Promise<Account> {
  const account = await accountsIn(tx).lock(tx.caller.account.id, tx.deps.clock.now())
  if (!account || !(await sessionsIn(tx).isOpen(tx.caller.session.id))) throw new Failure('session_expired')
  return account
}
