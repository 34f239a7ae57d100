import type { Effects } from '../../platform/store/effects.ts'
import type { Engine } from '../../platform/store/engine.ts'
import { Store, type TransactionHooks } from '../../platform/store/store.ts'
import { TABLES } from '../../platform/store/table-list.ts'
import { dayCountersIn } from '../audit/tables/day-counters.ts'
import { SessionInvalidator } from '../session-cache/session-invalidator.ts'

/** Tells processes that cache sessions what a transaction changed, and counts it by day. `publish` is called after COMMIT. */
export const hooksOf = (
  invalidator: SessionInvalidator,
  publish: (effects: Effects) => unknown = () => undefined,
): TransactionHooks => ({
  async beforeCommit(tx) {
    const { effects } = tx
    const posted = await invalidator.post(tx.sql, effects.changedKeys)
    await dayCountersIn(tx).add(effects.changes)
    return async () => {
      publish(effects)
      await invalidator.deliver(effects, posted)
    }
  },
  afterRefusal: ({ metKeys }) => invalidator.settle(metKeys),
  settle: (key) => invalidator.settle([key]),
})

/** Without `hooks`, as for a command, only other processes are told of changes. */
export const openStore = (engine: Engine, hooks: TransactionHooks = hooksOf(new SessionInvalidator(engine))): Store =>
  new Store(engine, TABLES, hooks)
