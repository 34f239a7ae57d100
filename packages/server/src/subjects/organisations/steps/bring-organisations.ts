import type {
  BroughtMembership,
  BroughtOrganisation,
  OrganisationBringer,
} from '../../../gate/account-file/brought-organisations.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { isOrgRole } from '../org-roles.ts'
import { organisationName, slugRefusal } from '../org-slug.ts'
import { broughtOrganisationsIn } from '../tables/brought-organisations.ts'
import { orgMembersIn } from '../tables/org-members.ts'
import { orgSlugsIn } from '../tables/org-slugs.ts'
import { organisationsIn } from '../tables/organisations.ts'
import { claimSlug } from './claim-slug.ts'

export const organisationBringer: OrganisationBringer = {
  checked(organisation) {
    const name = organisationName(organisation.name)
    return name === undefined ? undefined : { ...organisation, name }
  },

  isTaken: (tables, id) => broughtOrganisationsIn(tables).isTaken(id),

  async bring(tx, organisation, runId) {
    if (await broughtOrganisationsIn(tx).isTaken(organisation.id)) return undefined
    const slug = await freeSlug(tx, organisation)
    return (await broughtOrganisationsIn(tx).add({ ...organisation, slug, broughtIn: runId })) ? { slug } : undefined
  },

  /**
   * Only in organisations that the same import has made: nothing in a file gets a person into one that was there. Organisations are locked
   * in the order in which all lock them.
   */
  async join(tx, memberships, runId) {
    const made = await broughtOrganisationsIn(tx).madeBy(runId, [...new Set(memberships.map(({ orgId }) => orgId))])
    const left = new Set<string>()
    const counts = new Map<string, number>()
    for (const one of [...memberships].sort((a, b) => (a.orgId < b.orgId ? -1 : 1))) {
      const count = counts.get(one.accountId) ?? 0
      const hasRoom = made.has(one.orgId) && count < tx.deps.config.organisations.maxMemberships
      if (hasRoom && (await joined(tx, one))) counts.set(one.accountId, count + 1)
      else left.add(one.accountId)
    }
    return left
  },
}

async function freeSlug(tx: Transaction, { id, name, slug }: BroughtOrganisation): Promise<string> {
  const now = tx.deps.clock.now()
  if (slugRefusal(slug) === undefined && (await orgSlugsIn(tx).claim(slug, id, now))) return slug
  return claimSlug(tx, undefined, name, id, now)
}

type OfAccount = BroughtMembership & { readonly accountId: string }

async function joined(tx: Transaction, { orgId, accountId, role, joinedAt }: OfAccount): Promise<boolean> {
  if (!isOrgRole(role)) return false
  const org = await organisationsIn(tx).lock(orgId)
  if (!org || org.memberCount >= tx.deps.config.organisations.maxMembers) return false
  return orgMembersIn(tx).add({ orgId, accountId, role, joinedAt })
}
