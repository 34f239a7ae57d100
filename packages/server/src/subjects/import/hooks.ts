import type { GateHooks } from '../../gate/hooks.ts'
import { accountOriginsIn } from './tables/account-origins.ts'
import { originInFile } from './views/origin-in-file.ts'
import { originOf } from './views/origin-view.ts'

export const importHooks: GateHooks = {
  accountPart: originInFile,
  hereSince: async (tables, accountId) => (await accountOriginsIn(tables).find(accountId))?.createdAt,

  async exported({ store }, { id }) {
    return { part: await originOf(store, id), isCut: false }
  },
}
