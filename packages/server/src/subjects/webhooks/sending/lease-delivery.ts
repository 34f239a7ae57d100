import type { Context } from '../../../gate/deps.ts'
import { inTransaction, type Transaction } from '../../../gate/transaction.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { type Delivery, deliveriesIn } from '../tables/deliveries.ts'
import { type Webhook, webhooksIn } from '../tables/webhooks.ts'

/** Longer than any attempt takes: a process that holds a lease past this has died. */
const LEASE_MS = 60_000
const AT_ONCE_FOR_ONE = 4
export const AT_ONCE = 16

type Leased = { readonly webhook: Webhook; readonly delivery: Delivery }

/**
 * What an endpoint is told next. `nothing` where there is nothing to tell it now; `full` where as much is under way as may be at once, of all
 * processes together.
 */
export const leaseDelivery = (context: Context, id: string): Promise<Leased | 'nothing' | 'full'> =>
  inTransaction(context, async (tx) => {
    const now = tx.deps.sharedTime.now()
    const { webhook, isFull } = await placeFor(tx, id, now)
    if (!webhook || webhook.disabledAt !== undefined || webhook.pausedUntil > now) return 'nothing'
    if (isFull(widthOf(webhook))) return 'full'
    const delivery = await deliveriesIn(tx).leaseNext(id, now, now + LEASE_MS)
    return delivery ? { webhook, delivery } : 'nothing'
  })

/**
 * A test counts as one of those that are under way, and is refused where there are as many as may be. Undefined then. What a process that
 * died has left of it is ended as a delivery of which the log keeps nothing.
 */
export const leaseTest = (context: Context, id: string, eventId: string): Promise<Webhook | undefined> =>
  inTransaction(context, async (tx) => {
    const now = tx.deps.sharedTime.now()
    const { webhook, isFull } = await placeFor(tx, id, now)
    if (!webhook) throw new Failure('webhook_not_found')
    if (isFull(AT_ONCE_FOR_ONE)) return undefined
    await deliveriesIn(tx).addTest({ webhookId: id, eventId }, now, now + LEASE_MS)
    return webhook
  })

/** In a transaction: one process at a time looks at how much is under way. */
async function placeFor(tx: Transaction, id: string, now: number) {
  const webhook = (await webhooksIn(tx).lockAll()).find((one) => one.id === id)
  const { all, ofIt } = await deliveriesIn(tx).underWay(id, now)
  return { webhook, isFull: (width: number) => all >= AT_ONCE || ofIt >= width }
}

/** An endpoint that does not answer gets one attempt, which tells whether it is back. */
export const widthOf = ({ failingSince }: Webhook): number => (failingSince === undefined ? AT_ONCE_FOR_ONE : 1)
