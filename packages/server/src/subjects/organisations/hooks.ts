import type { GateHooks } from '../../gate/hooks.ts'
import { isId } from '../../platform/kernel/ids.ts'
import { ORG_HEADER, orgHeader } from './org-header.ts'
import { slugRefusal } from './org-slug.ts'
import { organisationBringer } from './steps/bring-organisations.ts'
import { exportedOrganisations } from './steps/exported-organisations.ts'
import { membershipsInFile } from './steps/memberships-in-file.ts'
import { leaveOrganisations, lockMemberships, unwindMemberships } from './steps/unwind-memberships.ts'
import { IS_ONLY_OWNER, orgMembersIn } from './tables/org-members.ts'
import { organisationsIn } from './tables/organisations.ts'

export const organisationsHooks: GateHooks = {
  accountPart: membershipsInFile,
  bringer: organisationBringer,
  beforeLock: lockMemberships,

  async disowned(tx, { id }, { reason }) {
    if (reason !== 'mailbox_proved') return {}
    return { kinds: (await leaveOrganisations(tx, id)) > 0 ? ['organisations'] : [] }
  },

  exported: exportedOrganisations,
  identityHeaders: { names: [ORG_HEADER], isSent: ({ organisations }) => organisations.enabled, of: orgHeader },

  memberships: {
    list: async (tables, { organisations }, accountId, most) =>
      organisations.enabled ? organisationsIn(tables).membershipsOf(accountId, most) : [],
    isMember: async (tables, { organisations }, orgId, accountId) =>
      organisations.enabled && (await orgMembersIn(tables).find(orgId, accountId)) !== undefined,
    async named(tables, { organisations }, name) {
      if (!organisations.enabled) return undefined
      if (isId(name)) return organisationsIn(tables).find(name)
      return slugRefusal(name) === undefined ? organisationsIn(tables).findBySlug(name) : undefined
    },
  },

  needed: IS_ONLY_OWNER,

  // Those who stay are not told which administrator it was.
  removing: (tx, { id }, actorId) => unwindMemberships(tx, id, actorId === id ? actorId : undefined),
}
