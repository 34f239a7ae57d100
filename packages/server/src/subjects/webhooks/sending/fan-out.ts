import { checkpointsIn, type StoredCheckpoint } from '../../../gate/audit/log/checkpoints.ts'
import { headIn } from '../../../gate/audit/log/head.ts'
import { type SealedEvent, sealedEventsIn } from '../../../gate/audit/log/sealed-events.ts'
import type { Context } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { wants } from '../messages/message-types.ts'
import { idOfCheckpoint, messageOf } from '../messages/write-body.ts'
import { deliveriesIn } from '../tables/deliveries.ts'
import { MOST_OPEN, type Webhook, webhooksIn } from '../tables/webhooks.ts'

const AT_ONCE = 200

export const messagesFor = ({ id: webhookId, types }: Pick<Webhook, 'id' | 'types'>, events: readonly SealedEvent[]) =>
  events.flatMap((event) => {
    const told = messageOf(event)
    return told && wants(types, told.type) ? [{ webhookId, eventId: event.id, sequence: event.sequence, type: told.type }] : []
  })

const checkpointsFor = ({ id: webhookId, types }: Webhook, checkpoints: readonly StoredCheckpoint[]) =>
  wants(types, 'audit.checkpoint')
    ? checkpoints.map((checkpoint) => ({
        ...{ webhookId, eventId: idOfCheckpoint(checkpoint), sequence: checkpoint.size - 1 },
        type: 'audit.checkpoint' as const,
      }))
    : []

/**
 * Notes what an endpoint has to be told of the events that have a number. Where it has much to be told already, its cursor waits, so that a
 * dead endpoint fills no table and misses nothing. False where it has come to the end, or waits.
 */
export const fanOut = (context: Context, id: string): Promise<boolean> =>
  inTransaction(context, async (tx) => {
    const now = tx.deps.sharedTime.now()
    const webhook = await webhooksIn(tx).lock(id)
    if (!webhook || webhook.disabledAt !== undefined) return false
    const room = MOST_OPEN - (await deliveriesIn(tx).countOpen(id))
    if (room <= 0) return false
    const size = (await headIn(tx).find())?.size ?? 0
    const limit = Math.min(AT_ONCE, room)
    const events = await sealedEventsIn(tx).list(webhook.cursor, limit)
    const messages = messagesFor(webhook, events)
    const checkpointLimit = Math.min(AT_ONCE, room - messages.length)
    const checkpoints = await checkpointsIn(tx).list(webhook.checkpointCursor, checkpointLimit)
    await deliveriesIn(tx).add([...messages, ...checkpointsFor(webhook, checkpoints)], now, false)
    const next = (events.at(-1)?.sequence ?? webhook.cursor - 1) + 1
    // The log may keep the last of them no longer.
    const cursor = events.length < limit ? Math.max(next, size) : next
    const checkpointCursor = (checkpoints.at(-1)?.size ?? webhook.checkpointCursor - 1) + 1
    await webhooksIn(tx).advance(id, { cursor, checkpointCursor })
    return cursor < size || checkpoints.length === checkpointLimit
  })
