import { endpoint } from '../../core/deps.ts'
import { endMembership } from '../../core/orgs/change-membership.ts'
import { enterOrganisation } from '../../core/orgs/enter-organisation.ts'
import { requireOtherOwner } from '../../core/orgs/last-owner.ts'
import { Message } from '../../core/views/message.ts'

export const leaveOrganisation = endpoint({
  route: 'POST /auth/orgs/{orgId}/leave',
  params: { orgId: 'The organisation.' },
  summary: 'Leave an organisation',
  auth: 'session',
  partOf: 'organisations',
  orgRole: 'member',
  limit: 'general',
  reply: Message,
  errors: ['cannot_remove_last_owner'],

  async handle(call) {
    await call.deps.store.transaction(async (tx) => {
      const { org, member } = await enterOrganisation(tx, call)
      await requireOtherOwner(tx, org, member)
      await endMembership(tx, call, org, member, call.caller.account.id)
    })
    return { message: 'You have left the organisation.' }
  },
})
