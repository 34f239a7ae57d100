import type { GateHooks } from '../../gate/hooks.ts'
import { endKeysOf } from './steps/end-keys.ts'

export const keysHooks: GateHooks = {
  async disowned(tx, context, { id }, { reason }) {
    return { kinds: (await endKeysOf(tx, context, id, reason)) > 0 ? ['api-keys'] : [] }
  },

  removing: async (tx, context, { id }, actorId) => void (await endKeysOf(tx, context, id, 'deleted', actorId)),
}
