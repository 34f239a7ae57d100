import { Type } from 'typebox'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message, textField } from '../../../gate/views/fields.ts'
import { isOrgRole } from '../org-roles.ts'
import { changeRole } from '../steps/change-membership.ts'
import { enterOrganisation, findMember, orgRoute } from '../steps/enter-organisation.ts'
import { appointOwner } from '../steps/set-owner.ts'

export const transferOwnership = endpoint({
  ...orgRoute,
  route: 'POST /auth/orgs/{orgId}/transfer',
  summary: 'Make a member an owner, and become less oneself',
  auth: 'elevated',
  orgRole: 'owner',
  body: Type.Object({
    userId: textField('The member who becomes owner.'),
    role: Type.Optional(
      Type.String({ description: 'What the caller is afterwards: `admin` unless named, `member` or `owner`.' }),
    ),
  }),
  reply: Message,
  errors: ['org_member_not_found', 'invalid_input', 'invalid_role', 'org_limit_reached'],

  async handle(call) {
    const { body, caller, fail } = call
    const { id: actorId } = caller.account
    await inTransaction(call, async (tx) => {
      const { org, member: own } = await enterOrganisation(tx)
      const role = body.role ?? 'admin'
      if (!isOrgRole(role)) throw fail('invalid_role')
      if (body.userId === actorId) throw fail('invalid_input', { message: 'You are an owner already.' })
      const member = await findMember(tx, org, body.userId)
      await accountsIn(tx).lockAll([actorId, member.accountId], tx.deps.clock.now())
      await appointOwner(tx, { org, member, actorId })
      await changeRole(tx, { org, member: own, actorId }, role)
      await tx.record('org.owner.transferred', { actorId, targetUserId: member.accountId, orgId: org.id })
    })
    return { message: 'The organisation has a new owner.' }
  },
})
