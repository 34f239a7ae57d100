import type { GateHooks } from '../../gate/hooks.ts'
import { cancelEmailChange } from './steps/cancel-email-change.ts'
import { emailChangesIn } from './tables/email-changes.ts'
import { emailRevertsIn } from './tables/email-reverts.ts'

export const emailChangeHooks: GateHooks = {
  codesEnded: (tx, context, accountId, actorId) => cancelEmailChange(tx, context, accountId, 'credentials', actorId),

  async disowned(tx, { deps }, { id }, { reason }) {
    if (reason === 'mailbox_proved') await emailRevertsIn(tx).endAllOf(id, deps.clock.now())
    return {}
  },

  removing: (tx, _context, { id }) => emailChangesIn(tx).forgetAddressesOf(id),
}
