import type { Failure } from '../../platform/kernel/errors.ts'
import type { Connection } from '../../platform/store/table.ts'
import type { AdminScopes } from '../accounts/admin-scopes.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import { type Acting, lockActor } from './lock-actor.ts'

interface ChangingCall extends Acting {
  readonly params: { readonly id: string }
  readonly fail: (code: 'user_not_found' | 'insufficient_scope') => Failure
}

/** Locks the account that a path names until the transaction ends, for a caller who may change the account. */
export const lockUser = async (tx: Connection & ChangingCall): Promise<Account> => (await lockUserFor(tx)).account

/** The same where the caller gives away what they may do themselves. */
export async function lockUserFor(
  tx: Connection & ChangingCall,
): Promise<{ readonly account: Account; readonly own: AdminScopes }> {
  const { scopes: own, target: account } = await lockActor(tx, tx.params.id)
  if (!account) throw tx.fail('user_not_found')
  return { account, own }
}
