import { Failure } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { Connection } from '../../store/table.ts'
import { type OrgMember, orgMembersIn } from '../../store/tables/org-members.ts'
import type { Organisation } from '../../store/tables/organisations.ts'

/** A member of this organisation and of no other, by the id from a path or a body. */
export async function findMember(tables: Connection, { id }: Organisation, accountId: string): Promise<OrgMember> {
  const member = isId(accountId) ? await orgMembersIn(tables).find(id, accountId) : undefined
  if (!member) throw new Failure('org_member_not_found')
  return member
}
