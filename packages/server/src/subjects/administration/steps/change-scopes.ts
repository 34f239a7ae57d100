import { isLastAdmin } from '../../../gate/access/guard-last-admin.ts'
import { type AdminScopes, covers, namesOf } from '../../../gate/accounts/admin-scopes.ts'
import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { tellOfScopes } from '../../../gate/mails/tell-administrators.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { endKeysBeyond } from '../../keys/index.ts'

/** Of an administrator who is locked. Without an actor it is the operator at the command line. */
export async function changeScopes(
  tx: Transaction,
  account: Account,
  scopes: AdminScopes,
  actorId: string | undefined,
): Promise<'last_admin' | undefined> {
  if (scopes !== undefined && (await isLastAdmin(tx, tx.deps, account))) return 'last_admin'
  const { id, role, adminScopes: before } = account
  if (covers(scopes, before) && covers(before, scopes)) return undefined
  await accountsIn(tx).setRole(id, { role, adminScopes: scopes }, tx.deps.clock.now())
  const metadata = { before: inOneLine(before), scopes: inOneLine(scopes) }
  await tx.record('admin.user.scopes_changed', { actorId, targetUserId: id, metadata })
  await endKeysBeyond(tx, id, scopes, actorId)
  await tellOfScopes(tx, { ...account, adminScopes: scopes }, actorId)
  return undefined
}

const inOneLine = (scopes: AdminScopes): string => [namesOf(scopes)].flat().join(' ')
