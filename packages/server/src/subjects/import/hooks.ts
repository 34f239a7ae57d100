import type { GateHooks } from '../../gate/hooks.ts'
import { accountOriginsIn } from './tables/account-origins.ts'
import { importRunsIn } from './tables/import-runs.ts'
import { originInFile } from './views/origin-in-file.ts'
import { originOf } from './views/origin-view.ts'

export const importHooks: GateHooks = {
  accountPart: originInFile,
  async hereSince(tables, accountId) {
    const origin = await accountOriginsIn(tables).find(accountId)
    // A service of this kind says since when it had the account, and a run when that came here.
    return origin && Math.max(origin.createdAt, (await importRunsIn(tables).find(origin.runId))?.startedAt ?? 0)
  },

  async exported({ store }, { id }) {
    return { part: await originOf(store, id), isCut: false }
  },
}
