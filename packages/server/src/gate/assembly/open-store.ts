import type { Effects } from '../../platform/store/effects.ts'
import type { Engine } from '../../platform/store/engine.ts'
import { Store, type TransactionHooks } from '../../platform/store/store.ts'
import { TABLES } from '../../platform/store/table-list.ts'
import { dayCountersIn } from '../audit/tables/day-counters.ts'
import { SessionInvalidator } from '../session-cache/session-invalidator.ts'

/** What a transaction changed is told to processes that keep sessions, and counted by day. `publish` is called after COMMIT. */
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

/** A store with all tables. Without hooks of its own, as for a command, it tells other processes alone. */
export const openStore = (engine: Engine, hooks: TransactionHooks = hooksOf(new SessionInvalidator(engine))): Store =>
  new Store(engine, TABLES, hooks)
