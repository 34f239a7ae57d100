import { Failure } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { type OrgMember, orgMembersIn } from '../tables/org-members.ts'
import type { Organisation } from '../tables/organisations.ts'

/** A member of this organisation and of no other, by the id from a path or a body. */
export async function findMember(tables: Connection, { id }: Organisation, accountId: string): Promise<OrgMember> {
  const member = isId(accountId) ? await orgMembersIn(tables).find(id, accountId) : undefined
  if (!member) throw new Failure('org_member_not_found')
  return member
}
