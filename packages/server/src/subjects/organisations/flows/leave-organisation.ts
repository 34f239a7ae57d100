import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { endMembership } from '../steps/change-membership.ts'
import { enterOrganisation, orgRoute } from '../steps/enter-organisation.ts'
import { requireOtherOwner } from '../steps/last-owner.ts'

export const leaveOrganisation = endpoint({
  ...orgRoute,
  route: 'POST /auth/orgs/{orgId}/leave',
  summary: 'Leave an organisation',
  auth: 'session',
  orgRole: 'member',
  reply: Message,
  errors: ['cannot_remove_last_owner'],

  async handle(call) {
    await inTransaction(call, async (tx) => {
      const { org, member } = await enterOrganisation(tx)
      await requireOtherOwner(tx, org, member)
      await endMembership(tx, { org, member, actorId: call.caller.account.id })
    })
    return { message: 'You have left the organisation.' }
  },
})
