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
