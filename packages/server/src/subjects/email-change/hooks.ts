import type { GateHooks } from '../../gate/hooks.ts'
import { cancelEmailChange } from './steps/cancel-email-change.ts'
import { emailChangesIn } from './tables/email-changes.ts'
import { emailRevertsIn } from './tables/email-reverts.ts'

export const emailChangeHooks: GateHooks = {
  codesEnded: (tx, accountId, actorId) => cancelEmailChange(tx, accountId, 'credentials', actorId),

  sessionReplaced: (tx, oldId, newId) => emailChangesIn(tx).moveAll(oldId, newId),

  async disowned(tx, { id }, { reason }) {
    if (reason === 'mailbox_proved') await emailRevertsIn(tx).endAllOf(id, tx.deps.clock.now())
    return {}
  },
}
