import { isLastAdmin } from '../../../gate/access/guard-last-admin.ts'
import { type AdminScopes, roleInWords } from '../../../gate/accounts/admin-scopes.ts'
import type { Role } from '../../../gate/accounts/roles.ts'
import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { tellOfAdministrator } from '../../../gate/mails/tell-administrators.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { cancelEmailChange } from '../../email-change/index.ts'
import { endKeysOf } from '../../keys/index.ts'
import { lacksAdminFactor } from './admin-factor.ts'

interface Appointing {
  /** Undefined for the operator. */
  readonly actorId?: string
  /** What the one who appoints may do, and a new administrator may do as much. */
  readonly own: AdminScopes
}

export const BY_OPERATOR: Appointing = { own: undefined }

/** Of an account that is locked. */
export async function changeRole(
  tx: Transaction,
  account: Account,
  role: Role,
  { actorId, own }: Appointing,
): Promise<'last_admin' | 'admin_factor_missing' | undefined> {
  if (role === 'user' && (await isLastAdmin(tx, tx.deps, account))) return 'last_admin'
  if (account.role === role) return undefined
  if (role === 'admin' && (await lacksAdminFactor(tx, account))) return 'admin_factor_missing'
  const adminScopes = role === 'admin' ? own : undefined
  await accountsIn(tx).setRole(account.id, { role, adminScopes }, tx.deps.clock.now())
  await tx.record('admin.user.role_changed', { actorId, targetUserId: account.id, metadata: roleInWords({ role, adminScopes }) })
  if (role === 'user') {
    await endKeysOf(tx, account.id, 'demoted', actorId)
    return undefined
  }
  // A pending change of address was asked for with less proof than an administrator owes.
  await cancelEmailChange(tx, account.id, 'credentials', actorId)
  await tx.notify('new-administrator', account)
  await tellOfAdministrator(tx, { ...account, adminScopes }, actorId)
  return undefined
}
