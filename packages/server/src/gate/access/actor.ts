import type { Account } from '../accounts/tables/accounts.ts'
import type { Caller, Deps, KeyHolder } from '../deps.ts'
import { elevationRefusal } from '../factors/step-up.ts'

/** Under which id the log tells of what an administrator, or a backend with a key, has done. */
export const actorOf = (caller: Caller | KeyHolder): string => ('key' in caller ? caller.key.id : caller.account.id)

/**
 * A key changes nothing of administrators, nor of the account that made it: with the mailbox or the factors of one, its holder
 * could sign in as them, and open everything.
 */
export const mayChange = (caller: Caller | KeyHolder, { id, role }: Pick<Account, 'id' | 'role'>): boolean =>
  !('key' in caller) || (role !== 'admin' && id !== caller.key.createdBy)

/** Why a caller may not make an administrator. People do, who have proved a moment ago who they are: never a key. */
export async function appointmentRefusal(
  deps: Deps,
  caller: Caller | KeyHolder,
): Promise<'insufficient_scope' | 'step_up_required' | undefined> {
  if ('key' in caller) return 'insufficient_scope'
  return (await elevationRefusal(deps, caller)) && 'step_up_required'
}

/** Who invites: without an account at the command line. */
export type Inviter = Pick<Account, 'id' | 'language'> | undefined

/** A key has no language: what it invites to is mailed in the default one. */
export const inviterOf = (caller: Caller | KeyHolder): Inviter =>
  'key' in caller ? { id: caller.key.id, language: undefined } : caller.account
