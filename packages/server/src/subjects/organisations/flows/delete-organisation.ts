import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { typedSlug } from '../org-slug.ts'
import { enterOrganisation, orgRoute } from '../steps/enter-organisation.ts'
import { tellOwners } from '../steps/org-mails.ts'
import { removeOrganisation } from '../steps/remove-organisation.ts'

export const deleteOrganisation = endpoint({
  ...orgRoute,
  route: 'DELETE /auth/orgs/{orgId}',
  summary: 'Delete an organisation',
  auth: 'elevated',
  orgRole: 'owner',
  body: Type.Object({ slug: Type.String({ description: 'Its short name, typed again.' }) }),
  reply: Message,
  errors: ['invalid_input'],

  async handle(call) {
    const { body, caller, fail } = call
    await inTransaction(call, async (tx) => {
      const { org } = await enterOrganisation(tx)
      if (typedSlug(body.slug) !== org.slug)
        throw fail('invalid_input', { message: 'Type the short name of the organisation to delete it.' })
      await tellOwners(tx, 'org-deleted', org)
      await removeOrganisation(tx, org)
      await tx.record('org.deleted', { actorId: caller.account.id, orgId: org.id })
    })
    return { message: 'The organisation was deleted.' }
  },
})
