import type { GateHooks } from '../../gate/hooks.ts'
import { applicationView } from './flows/applications.ts'
import { keysUnderDataKey } from './keys/under-data-key.ts'
import { endGrants } from './steps/end-grants.ts'
import { applicationsIn } from './tables/applications.ts'
import { authorizationCodesIn } from './tables/codes.ts'
import { deviceCodesIn } from './tables/device-codes.ts'
import { grantEndingsIn } from './tables/grant-endings.ts'
import { signingKeysIn } from './tables/signing-keys.ts'

/** Whatever hangs on a session ends, and moves, with it. */
export const openidHooks: GateHooks = {
  async sessionsEnded(tx, { accountId, ids, keptId }) {
    await endGrants(tx, { accountId, ...(ids ? { sessionIds: ids } : { exceptSession: keptId }) }, 'session_ended')
  },
  async sessionReplaced(tx, oldId, newId) {
    await grantEndingsIn(tx).moveAll(oldId, newId)
    await authorizationCodesIn(tx).moveAll(oldId, newId)
    await deviceCodesIn(tx).moveAll(oldId, newId)
  },
  async sessionKept(tx, sessionId, accountId) {
    await endGrants(tx, { accountId, sessionIds: [sessionId] }, 'session_ended')
  },
  async exported({ store, clock }, { id }) {
    const found = await applicationsIn(store).list(id, clock.now())
    return { part: { applications: found.map(applicationView) }, isCut: false }
  },
  holdsSealed: (tables) => signingKeysIn(tables).hasAny(),
  underDataKey: keysUnderDataKey,
  async removing(tx, { id }) {
    await endGrants(tx, { accountId: id, exceptSession: undefined }, 'session_ended')
  },
}
