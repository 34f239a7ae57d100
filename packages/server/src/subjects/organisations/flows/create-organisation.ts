import { Type } from 'typebox'
import { lockCaller } from '../../../gate/access/lock-caller.ts'
import { mayDo } from '../../../gate/accounts/admin-scopes.ts'
import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import { type Deps, endpoint } from '../../../gate/deps.ts'
import { limitShare } from '../../../gate/limits/share-limits.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { organisationName } from '../org-slug.ts'
import { claimSlug } from '../steps/claim-slug.ts'
import { requireRoomToJoin, requireRoomToOwn } from '../steps/join-organisation.ts'
import { orgMembersIn } from '../tables/org-members.ts'
import { organisationsIn } from '../tables/organisations.ts'
import { OrganisationView, organisationView } from '../views/organisation-view.ts'

export const createOrganisation = endpoint({
  route: 'POST /auth/orgs',
  summary: 'Make an organisation, and own it',
  auth: 'session',
  partOf: 'organisations.enabled',
  limit: 'general',
  body: Type.Object({
    name: Type.String({ description: 'What it is called: 1 to 100 characters.' }),
    slug: Type.String({ description: 'Its short name. Made of the name when it does not come.' }),
  }),
  reply: OrganisationView,
  status: 201,
  errors: ['invalid_name', 'invalid_slug', 'org_slug_reserved', 'org_slug_exists', 'org_limit_reached', 'forbidden'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    const { id: accountId } = caller.account
    const refused = () => fail('forbidden', { message: 'Only administrators make organisations here.' })
    if (!mayCreate(deps.config, caller.account)) throw refused()
    const name = organisationName(body.name)
    if (name === undefined) throw fail('invalid_name')
    return inTransaction(call, async (tx) => {
      const now = deps.clock.now()
      const id = newId(now)
      const slug = await claimSlug(tx, body.slug, name, id, now)
      await organisationsIn(tx).add({ id, name, slug, createdBy: accountId, createdAt: now })
      const account = await lockCaller(tx)
      if (!mayCreate(deps.config, account)) throw refused()
      await requireRoomToJoin(tx, account)
      requireRoomToOwn(deps, account)
      await limitShare(tx, deps, 'org-creation', accountId)
      await orgMembersIn(tx).add({ orgId: id, accountId, role: 'owner', joinedAt: now })
      await tx.record('org.created', { actorId: accountId, targetUserId: accountId, orgId: id })
      const org = await organisationsIn(tx).find(id)
      if (!org) throw new Error('an organisation was written and is not there')
      return organisationView(org)
    })
  },
})

/** Of administrators who are limited, those who may change organisations. */
export const mayCreate = ({ organisations }: Deps['config'], account: Account): boolean =>
  organisations.creation === 'anybody' || (account.role === 'admin' && mayDo(account, 'orgs:write'))
