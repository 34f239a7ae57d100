import type { GateHooks } from '../../gate/hooks.ts'
import { originOf } from './views/origin-view.ts'

export const importHooks: GateHooks = {
  async exported({ store }, { id }) {
    return { part: await originOf(store, id), isCut: false }
  },
}
