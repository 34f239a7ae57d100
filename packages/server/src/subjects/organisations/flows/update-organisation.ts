import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { parameter } from '../../../gate/views/fields.ts'
import { organisationName, typedSlug } from '../org-slug.ts'
import { claimTyped } from '../steps/claim-slug.ts'
import { enterOrganisation, orgRoute } from '../steps/enter-organisation.ts'
import { orgSlugsIn } from '../tables/org-slugs.ts'
import { organisationsIn } from '../tables/organisations.ts'
import { OrganisationView, organisationView } from '../views/organisation-view.ts'

export const updateOrganisation = endpoint({
  ...orgRoute,
  route: 'PUT /auth/orgs/{orgId}',
  summary: 'Change the name or the short name of an organisation',
  auth: 'session',
  orgRole: 'admin',
  body: Type.Object({
    name: parameter('What it is called: 1 to 100 characters; stays unless given.'),
    slug: Type.String({
      description: 'Its short name; stays unless given. The old one is kept for this organisation for a while.',
    }),
  }),
  reply: OrganisationView,
  errors: ['invalid_name', 'invalid_slug', 'org_slug_reserved', 'org_slug_exists'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    return inTransaction(call, async (tx) => {
      const { org } = await enterOrganisation(tx)
      const now = deps.clock.now()
      const name = body.name === undefined ? org.name : organisationName(body.name)
      if (name === undefined) throw fail('invalid_name')
      const slug = typedSlug(body.slug) ?? org.slug
      if (slug !== org.slug) {
        await claimTyped(tx, slug, org.id, now)
        await orgSlugsIn(tx).giveUp(org.slug, org.id, now + deps.config.organisations.slugHold)
      }
      if (slug === org.slug && name === org.name) return organisationView(org)
      const changed = { ...org, name, slug, updatedAt: now }
      await organisationsIn(tx).set(changed)
      await tx.record('org.updated', { actorId: caller.account.id, orgId: org.id })
      return organisationView(changed)
    })
  },
})
