import type { Failure } from '../../platform/kernel/errors.ts'
import { isId } from '../../platform/kernel/ids.ts'
import type { Connection } from '../../platform/store/table.ts'
import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import type { Caller, Deps, KeyHolder } from '../deps.ts'
import { mayChange } from './actor.ts'

interface ChangingCall {
  readonly params: { readonly id: string }
  readonly caller: Caller | KeyHolder
  readonly deps: Deps
  readonly fail: (code: 'user_not_found' | 'insufficient_scope') => Failure
}

/** Locks the account that a path names until the transaction ends, for a caller who may change the account. */
export async function lockUser(tx: Connection & ChangingCall): Promise<Account> {
  const { params, caller, deps, fail } = tx
  const account = isId(params.id) ? await accountsIn(tx).lock(params.id, deps.clock.now()) : undefined
  if (!account) throw fail('user_not_found')
  if (!mayChange(caller, account)) throw fail('insufficient_scope')
  return account
}
