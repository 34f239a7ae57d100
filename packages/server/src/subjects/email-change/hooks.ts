import type { GateHooks } from '../../gate/hooks.ts'
import { cancelEmailChange } from './steps/cancel-email-change.ts'
import { emailChangesIn } from './tables/email-changes.ts'
import { emailRevertsIn } from './tables/email-reverts.ts'

export const emailChangeHooks: GateHooks = {
  codesEnded: (tx, accountId, actorId) => cancelEmailChange(tx, accountId, 'credentials', actorId),

  async disowned(tx, { id }, { reason }) {
    const { deps } = tx
    if (reason === 'mailbox_proved') await emailRevertsIn(tx).endAllOf(id, deps.clock.now())
    return {}
  },

  removing: (tx, { id }) => emailChangesIn(tx).forgetAddressesOf(id),
}
