import { actorOf } from '../../../gate/access/actor.ts'
import { lockActor } from '../../../gate/access/lock-actor.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { tellOwners } from '../steps/org-mails.ts'
import { removeOrganisation } from '../steps/remove-organisation.ts'
import { organisationsIn } from '../tables/organisations.ts'
import { adminOrgRoute, findOrg } from './get-org.ts'

export const deleteOrg = endpoint({
  ...adminOrgRoute,
  route: 'DELETE /admin/orgs/{id}',
  summary: 'Delete an organisation',
  auth: 'admin',
  scope: 'orgs:write',
  reply: Message,
  errors: ['org_not_found'],

  async handle(call) {
    const { params, caller, deps, fail } = call
    const { id } = await findOrg(deps.store, params.id)
    await inTransaction(call, async (tx) => {
      const org = await organisationsIn(tx).lock(id)
      if (!org) throw fail('org_not_found')
      await lockActor(tx)
      await tellOwners(tx, 'org-deleted', org)
      await removeOrganisation(tx, org)
      await tx.record('admin.org.deleted', { actorId: actorOf(caller), orgId: id })
    })
    return { message: 'The organisation was deleted.' }
  },
})
