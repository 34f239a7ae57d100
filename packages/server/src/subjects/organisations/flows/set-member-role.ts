import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { Message } from '../../../gate/views/message.ts'
import { isOrgRole, mayGive } from '../org-roles.ts'
import { appointOwner } from '../steps/appoint-owner.ts'
import { changeRole } from '../steps/change-membership.ts'
import { enterOrganisation } from '../steps/enter-organisation.ts'
import { findMember } from '../steps/find-member.ts'
import { requireOtherOwner } from '../steps/last-owner.ts'

export const setMemberRole = endpoint({
  route: 'PATCH /auth/orgs/{orgId}/members/{userId}/role',
  params: { orgId: 'The organisation.', userId: 'The member.' },
  summary: 'Change what a member may do',
  auth: 'session',
  partOf: 'organisations.enabled',
  orgRole: 'admin',
  limit: 'general',
  body: Type.Object({ role: Type.String({ description: '`owner`, `admin` or `member`.' }) }),
  reply: Message,
  errors: [
    'invalid_role',
    'org_forbidden',
    'cannot_remove_last_owner',
    'org_member_not_found',
    'org_limit_reached',
    'invalid_input',
  ],

  async handle(call) {
    const { body, params, caller, deps, fail } = call
    const { role } = body
    await deps.store.transaction(async (tx) => {
      const { org, member: own } = await enterOrganisation(tx, call)
      if (!isOrgRole(role)) throw fail('invalid_role')
      const member = await findMember(tx, org, params.userId)
      if (!mayGive(own.role, member.role) || !mayGive(own.role, role)) throw fail('org_forbidden')
      if (role === 'owner' && member.role !== 'owner') return appointOwner(tx, call, org, member, caller.account.id)
      if (role !== 'owner') await requireOtherOwner(tx, org, member)
      await changeRole(tx, call, org, member, role, caller.account.id)
    })
    return { message: 'The role was changed.' }
  },
})
