import type { Context } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { type Delivery, deliveriesIn } from '../tables/deliveries.ts'
import { type Webhook, webhooksIn } from '../tables/webhooks.ts'

/** Longer than any attempt takes: a process that holds a lease past this has died. */
const LEASE_MS = 60_000
export const AT_ONCE_FOR_ONE = 4
export const AT_ONCE = 16

type Leased = { readonly webhook: Webhook; readonly delivery: Delivery }

/**
 * What an endpoint is told next. `nothing` where there is nothing to tell it now; `full` where as much is under way as may be at once, of all
 * processes together: an endpoint that does not answer gets one attempt at a time, which tells whether it is back.
 */
export const leaseDelivery = (context: Context, id: string): Promise<Leased | 'nothing' | 'full'> =>
  inTransaction(context, async (tx) => {
    const webhook = (await webhooksIn(tx).lockAll()).find((one) => one.id === id)
    const now = tx.deps.sharedTime.now()
    if (!webhook || webhook.disabledAt !== undefined || webhook.pausedUntil > now) return 'nothing'
    const { all, ofIt } = await deliveriesIn(tx).underWay(id, now)
    if (all >= AT_ONCE || ofIt >= widthOf(webhook)) return 'full'
    const delivery = await deliveriesIn(tx).leaseNext(id, now, now + LEASE_MS)
    return delivery ? { webhook, delivery } : 'nothing'
  })

const widthOf = ({ failingSince }: Webhook): number => (failingSince === undefined ? AT_ONCE_FOR_ONE : 1)
