import { Failure } from '../../../platform/kernel/errors.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { type OrgMember, orgMembersIn } from '../tables/org-members.ts'
import type { Organisation } from '../tables/organisations.ts'

/** Names the organisations, so that one knows where to appoint another owner. */
export const lastOwnerOf = (orgs: readonly Pick<Organisation, 'name'>[]): Failure<'cannot_remove_last_owner'> =>
  new Failure('cannot_remove_last_owner', {
    message: `Appoint another owner first, of: ${orgs.map(({ name }) => name).join(', ')}.`,
  })

/** Before an owner goes or becomes less than one: another must be left who could sign in. The caller holds the organisation's row. */
export async function requireOtherOwner(tx: Connection, org: Organisation, { accountId, role }: OrgMember): Promise<void> {
  if (role === 'owner' && !(await orgMembersIn(tx).hasOtherOwner(org.id, accountId))) throw lastOwnerOf([org])
}
