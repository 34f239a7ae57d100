import type { Scope } from '../../platform/kernel/scopes.ts'
import { mayDo } from '../accounts/admin-scopes.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Caller, Deps, KeyHolder } from '../deps.ts'
import { elevationRefusal } from '../factors/step-up.ts'

/** The audit log names a backend by the id of its key. */
export const actorOf = (caller: Caller | KeyHolder): string => ('key' in caller ? caller.key.id : caller.account.id)

/** For a part of a route that wants more than the scope that the route declares. */
export const mayAlso = (caller: Caller | KeyHolder, scope: Scope): boolean =>
  'key' in caller ? caller.key.scopes.includes(scope) : mayDo(caller.account, scope)

/** Only a person who has just proved who they are may make an administrator, never a key. */
export async function appointmentRefusal(
  deps: Deps,
  caller: Caller | KeyHolder,
): Promise<'insufficient_scope' | 'step_up_required' | undefined> {
  return 'key' in caller ? 'insufficient_scope' : (await elevationRefusal(deps, caller)) && 'step_up_required'
}

/** Undefined at the command line, which has no account. */
export type Inviter = Pick<Account, 'id' | 'language'> | undefined

/** A key has no language: its invites are mailed in the default one. */
export const inviterOf = (caller: Caller | KeyHolder): Inviter =>
  'key' in caller ? { id: caller.key.id, language: undefined } : caller.account
