import { Failure } from '../../../platform/kernel/errors.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { type OrgMember, orgMembersIn } from '../tables/org-members.ts'
import type { Organisation } from '../tables/organisations.ts'

/** The message names the organisations, so that the owner knows where to appoint another one. */
export function lastOwnerOf(orgs: readonly Organisation[]): Failure<'cannot_remove_last_owner'> {
  const names = orgs.map(({ name }) => name).join(', ')
  return new Failure('cannot_remove_last_owner', { message: `Appoint another owner first, of: ${names}.` })
}

/** Another owner must be left who could sign in. The caller has locked the organisation's row. */
export async function requireOtherOwner(tx: Connection, org: Organisation, { accountId, role }: OrgMember): Promise<void> {
  if (role === 'owner' && !(await orgMembersIn(tx).hasOtherOwner(org.id, accountId))) throw lastOwnerOf([org])
}

/** Whether an organisation would be left without an owner who could sign in, or would go along where the owner is alone in it. */
export async function isOnlyOwner(tables: Connection, accountId: string): Promise<boolean> {
  const members = orgMembersIn(tables)
  for (const { orgId, role } of await members.allOf(accountId))
    if (role === 'owner' && !(await members.hasOtherOwner(orgId, accountId))) return true
  return false
}
