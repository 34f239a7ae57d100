import type { GateHooks } from '../../gate/hooks.ts'
import { endKeysOf } from './steps/end-keys.ts'
import { apiKeysIn } from './tables/api-keys.ts'

export const keysHooks: GateHooks = {
  async disowned(tx, { id }, { reason }) {
    return { kinds: (await endKeysOf(tx, id, reason)) > 0 ? ['api-keys'] : [] }
  },

  openedBy: async (tables, keyId) => (await apiKeysIn(tables).findGood(keyId))?.scopes,

  removing: async (tx, { id }, actorId) => void (await endKeysOf(tx, id, 'deleted', actorId)),
}
