import { logKeyOf } from '../../../gate/audit/log/log-key.ts'
import { sealedEventsIn } from '../../../gate/audit/log/sealed-events.ts'
import type { Context } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'

const AT_ONCE = 200

/** Of all events that the person has done or that are about the person, some at a time. What they were stays, and that it was erased. */
export async function erasePerson(context: Context, accountId: string): Promise<number> {
  const key = await logKeyOf(context.deps)
  let erased = 0
  for (const column of ['actor_id', 'target_user_id'] as const)
    for (let found = AT_ONCE; found === AT_ONCE; erased += found)
      found = await inTransaction(context, async (tx) => {
        const events = sealedEventsIn(tx)
        const ids = await events.personalOf(accountId, column, AT_ONCE)
        for (const id of ids) {
          // In this order: an event may be sealed between the two.
          await events.blank(id)
          await events.erase(id, key.erasure(id))
        }
        return ids.length
      })
  await inTransaction(context, (tx) => tx.record('audit.erased', { targetUserId: accountId, metadata: { events: erased } }))
  return erased
}
