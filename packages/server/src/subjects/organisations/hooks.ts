import type { GateHooks } from '../../gate/hooks.ts'
import { ORG_HEADER, orgHeader } from './org-header.ts'
import { exportedOrganisations } from './steps/exported-organisations.ts'
import { isOnlyOwner } from './steps/last-owner.ts'
import { leaveOrganisations, lockMemberships, unwindMemberships } from './steps/unwind-memberships.ts'

export const organisationsHooks: GateHooks = {
  beforeLock: lockMemberships,

  async disowned(tx, { id }, { reason }) {
    if (reason !== 'mailbox_proved') return {}
    return { kinds: (await leaveOrganisations(tx, id)) > 0 ? ['organisations'] : [] }
  },

  exported: exportedOrganisations,
  identityHeaders: { names: [ORG_HEADER], isSent: ({ organisations }) => organisations.enabled, of: orgHeader },

  isNeeded: async (tables, { id, orgOwnerCount }) => orgOwnerCount > 0 && (await isOnlyOwner(tables, id)),

  // Those who stay are not told which administrator it was.
  removing: (tx, { id }, actorId) => unwindMemberships(tx, id, actorId === id ? actorId : undefined),
}
