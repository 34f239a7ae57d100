import { Failure } from '../../platform/kernel/errors.ts'
import { isId } from '../../platform/kernel/ids.ts'
import type { Scope } from '../../platform/kernel/scopes.ts'
import type { Connection } from '../../platform/store/table.ts'
import { type AdminScopes, covers, mayDo } from '../accounts/admin-scopes.ts'
import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import type { Caller, Deps, KeyHolder } from '../deps.ts'
import { HOOKS } from '../hooks.ts'
import { sessionsIn } from '../sessions/tables/sessions.ts'

/** A call of an administrators' route, or the operator at the command line, who is no caller. */
export interface Acting {
  readonly deps: Pick<Deps, 'clock'>
  readonly caller?: Caller | KeyHolder
  readonly declared?: { readonly scope?: Scope | 'none' }
}

interface Held {
  /** What the one who acts may give to others. */
  readonly scopes: AdminScopes
  /** Undefined where there is no such account. */
  readonly target: Account | undefined
}

/**
 * Locks the account of the administrator who calls, and the account that the call changes. Rights that were taken away since the
 * call began are gone, and no administrator changes another with a scope that the caller lacks. A transaction of an administrators'
 * route begins with this; only organisations are locked before.
 */
export async function lockActor(tx: Connection & Acting, targetId = ''): Promise<Held> {
  const { caller, deps } = tx
  const actorId = caller && 'account' in caller ? caller.account.id : ''
  const held = await accountsIn(tx).lockAll([actorId, targetId].filter(isId), deps.clock.now())
  const target = held.get(targetId)
  if (!caller) return { scopes: undefined, target }
  if ('key' in caller) {
    await requireGood(tx, caller)
    if (target && !mayKeyChange(caller, target)) throw new Failure('insufficient_scope')
    return { scopes: [], target }
  }
  const scopes = await requireStill(tx, caller, held.get(actorId))
  if (target?.role === 'admin' && !covers(scopes, target.adminScopes)) throw new Failure('insufficient_scope')
  return { scopes, target }
}

/** A key changes neither administrators nor the account that made it: its holder could sign in as them and open everything. */
const mayKeyChange = ({ key }: KeyHolder, { id, role }: Account): boolean => role !== 'admin' && id !== key.createdBy

/** A key that was revoked or cut since the call began, while a password was hashed, opens no more. */
async function requireGood(tx: Connection & Acting, { key }: KeyHolder): Promise<void> {
  for (const { openedBy } of HOOKS) {
    if (!openedBy) continue
    const scopes = await openedBy(tx, key.id)
    if (!scopes) throw new Failure('invalid_api_key')
    if (!scopes.some((scope) => scope === tx.declared?.scope)) throw new Failure('insufficient_scope')
  }
}

/** What was checked as the call began, once more. */
async function requireStill(tx: Connection & Acting, { session }: Caller, account: Account | undefined): Promise<AdminScopes> {
  if (!account || !(await sessionsIn(tx).isOpen(session.id))) throw new Failure('session_expired')
  if (account.role !== 'admin') throw new Failure('forbidden')
  if (!mayDo(account, tx.declared?.scope)) throw new Failure('insufficient_scope')
  return account.adminScopes
}
