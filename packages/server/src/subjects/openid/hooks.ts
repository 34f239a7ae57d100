import type { GateHooks } from '../../gate/hooks.ts'
import { endGrants } from './steps/end-grants.ts'
import { grantEndingsIn } from './tables/grant-endings.ts'

export const openidHooks: GateHooks = {
  async sessionsEnded(tx, { accountId, ids, keptId }) {
    await endGrants(tx, { accountId, ...(ids ? { sessionIds: ids } : { exceptSession: keptId }) }, 'session_ended')
  },
  sessionReplaced: (tx, oldId, newId) => grantEndingsIn(tx).moveAll(oldId, newId),
  async removing(tx, { id }) {
    await endGrants(tx, { accountId: id, exceptSession: undefined }, 'session_ended')
  },
}
