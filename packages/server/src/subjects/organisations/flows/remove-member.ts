import { endpoint } from '../../../gate/deps.ts'
import { Message } from '../../../gate/views/message.ts'
import { mayGive } from '../org-roles.ts'
import { endMembership } from '../steps/change-membership.ts'
import { enterOrganisation } from '../steps/enter-organisation.ts'
import { findMember } from '../steps/find-member.ts'
import { requireOtherOwner } from '../steps/last-owner.ts'

export const removeMember = endpoint({
  route: 'DELETE /auth/orgs/{orgId}/members/{userId}',
  params: { orgId: 'The organisation.', userId: 'The member.' },
  summary: 'Remove a member',
  auth: 'session',
  partOf: 'organisations.enabled',
  orgRole: 'admin',
  limit: 'general',
  reply: Message,
  errors: ['org_forbidden', 'cannot_remove_last_owner', 'org_member_not_found'],

  async handle(call) {
    const { params, caller, deps, fail } = call
    await deps.store.transaction(async (tx) => {
      const { org, member: own } = await enterOrganisation(tx, call)
      const member = await findMember(tx, org, params.userId)
      if (!mayGive(own.role, member.role)) throw fail('org_forbidden')
      await requireOtherOwner(tx, org, member)
      await endMembership(tx, call, org, member, caller.account.id)
    })
    return { message: 'The member was removed.' }
  },
})
