import type { Caller, KeyHolder } from '../deps.ts'
import type { Inviter } from '../invites/invite-mail.ts'

/** Under which id the log tells of what an administrator, or a backend with a key, has done. */
export const actorOf = (caller: Caller | KeyHolder): string => ('key' in caller ? caller.key.id : caller.account.id)

/** Administrators are made by people: a key that makes one could sign in as it, and open everything. */
export const mayAppoint = (caller: Caller | KeyHolder): boolean => !('key' in caller)

/** A key has no language: what it invites to is mailed in the default one. */
export const inviterOf = (caller: Caller | KeyHolder): Inviter =>
  'key' in caller ? { id: caller.key.id, language: undefined } : caller.account
