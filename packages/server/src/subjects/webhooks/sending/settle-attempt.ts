import type { Context } from '../../../gate/deps.ts'
import { tellOfWebhook } from '../../../gate/mails/tell-administrators.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import type { Sent } from '../../../platform/outgoing/send.ts'
import { type Delivery, deliveriesIn } from '../tables/deliveries.ts'
import { type DisabledReason, type Webhook, webhooksIn } from '../tables/webhooks.ts'
import { isTriedOut, pauseAfter, restAfter, waitAskedFor } from './schedule.ts'

/** After which an endpoint that was never good is told nothing more. */
const GIVEN_UP_MS = 3 * DAY_MS
/** After which an endpoint has been down: what it was not told for so long does not wait for its time. */
const DOWN_MS = 300_000
const GONE = 410
const ASKS_TO_WAIT: readonly number[] = [429, 503]

/** Writes what became of an attempt. True where the endpoint has answered well. */
export async function settleAttempt(context: Context, webhook: Webhook, delivery: Delivery, sent: Sent): Promise<boolean> {
  const { deps } = context
  const { outcome, ms } = sent
  const now = deps.sharedTime.now()
  if (outcome === 'delivered') {
    await deliveriesIn(deps.store).finish(delivery.id, { outcome, ms }, now)
    const failingSince = await webhooksIn(deps.store).succeeded(webhook.id, now)
    if (failingSince !== undefined && now - failingSince >= DOWN_MS) await deliveriesIn(deps.store).hurry(webhook.id, now)
    return true
  }
  const wait = sent.status !== undefined && ASKS_TO_WAIT.includes(sent.status) ? waitAskedFor(sent.retryAfter, now) : 0
  const rest = webhook.failingSince === undefined ? 0 : restAfter(now - webhook.failingSince)
  const failingSince = await webhooksIn(deps.store).failed(webhook, now, now + Math.max(wait, rest))
  const givenUpAt = failingSince + GIVEN_UP_MS
  // An endpoint that has taken others since then refuses this one; what one that is down cannot be told, it is told when it is back.
  const isRefused = failingSince > delivery.createdAt && isTriedOut(delivery.attempts, now - delivery.createdAt)
  if (isRefused) await deliveriesIn(deps.store).finish(delivery.id, { outcome, ms }, now)
  else {
    const next = Math.max(now + wait, Math.min(now + pauseAfter(delivery.attempts), givenUpAt))
    await deliveriesIn(deps.store).postpone(delivery.id, { outcome, ms }, next)
  }
  if (sent.status === GONE) await disable(context, webhook, 'gone')
  else if (now >= givenUpAt) await disable(context, webhook, 'unreachable')
  return false
}

/** What it has to be told stays, and is sent once it is enabled. */
export const disable = (context: Context, webhook: Webhook, reason: DisabledReason): Promise<void> =>
  inTransaction(context, async (tx) => {
    const { id: webhookId, description } = webhook
    if (!(await webhooksIn(tx).disable(webhook, reason, tx.deps.sharedTime.now()))) return
    await tx.record('admin.webhook.disabled', { metadata: { webhookId, reason } })
    await tellOfWebhook(tx, 'webhook-disabled', description, undefined)
  })
