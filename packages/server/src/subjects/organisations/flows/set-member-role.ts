import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { oneOf } from '../../../platform/kernel/one-of.ts'
import { isOrgRole, mayGive, ORG_ROLES } from '../org-roles.ts'
import { changeRole, endMembership } from '../steps/change-membership.ts'
import { enterOrganisation, findMember, orgRoute } from '../steps/enter-organisation.ts'
import { requireOtherOwner } from '../steps/last-owner.ts'
import { appointOwner } from '../steps/set-owner.ts'

const params = { orgId: 'The organisation.', userId: 'The member.' }
const alike = { ...orgRoute, params, auth: 'session', orgRole: 'admin' } as const
const refusals = ['org_forbidden', 'cannot_remove_last_owner', 'org_member_not_found'] as const

export const setMemberRole = endpoint({
  ...alike,
  route: 'PATCH /auth/orgs/{orgId}/members/{userId}/role',
  summary: 'Change what a member may do',
  body: Type.Object({ role: oneOf(ORG_ROLES, { description: 'What the member may do from now on.' }) }),
  reply: Message,
  errors: ['invalid_role', ...refusals, 'org_limit_reached', 'invalid_input'],

  async handle(call) {
    const { body, params, caller, fail } = call
    const { role } = body
    await inTransaction(call, async (tx) => {
      const { org, member: own } = await enterOrganisation(tx)
      if (!isOrgRole(role)) throw fail('invalid_role')
      const member = await findMember(tx, org, params.userId)
      if (!mayGive(own.role, member.role) || !mayGive(own.role, role)) throw fail('org_forbidden')
      const membership = { org, member, actorId: caller.account.id }
      if (role === 'owner' && member.role !== 'owner') return appointOwner(tx, membership)
      if (role !== 'owner') await requireOtherOwner(tx, org, member)
      await changeRole(tx, membership, role)
    })
    return { message: 'The role was changed.' }
  },
})

export const removeMember = endpoint({
  ...alike,
  route: 'DELETE /auth/orgs/{orgId}/members/{userId}',
  summary: 'Remove a member',
  reply: Message,
  errors: refusals,

  async handle(call) {
    const { params, caller, fail } = call
    await inTransaction(call, async (tx) => {
      const { org, member: own } = await enterOrganisation(tx)
      const member = await findMember(tx, org, params.userId)
      if (!mayGive(own.role, member.role)) throw fail('org_forbidden')
      await requireOtherOwner(tx, org, member)
      await endMembership(tx, { org, member, actorId: caller.account.id })
    })
    return { message: 'The member was removed.' }
  },
})
