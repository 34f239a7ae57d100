import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { headIn } from '../../../gate/audit/log/head.ts'
import { type SealedEvent, sealedEventsIn } from '../../../gate/audit/log/sealed-events.ts'
import type { Context } from '../../../gate/deps.ts'
import { backoffMs } from '../../../platform/kernel/backoff.ts'
import { collectorsIn } from '../tables/collectors.ts'
import { deliveryTo } from './delivery.ts'
import { BrokenOff, type Deliver, streamedEvent, TooLarge } from './streamed-event.ts'

/** Longer than any delivery takes: a process that holds a lease past this has died. */
const LEASE_MS = 60_000
const AT_ONCE = 200
const FIRST_PAUSE_MS = 2000
const MOST_PAUSE_MS = 300_000

export interface Feeding {
  /** As `AUDIT_STREAM` has it. */
  readonly target: string
  readonly holder: string
  readonly log: Logger
  readonly cut: AbortSignal
}

/**
 * Tells the collector all that is sealed and that it has not been told. The position moves on after the delivery, so a process that dies in
 * between leaves the delivery to be made again, and nothing is left out; one process at a time does so, and none holds a connection of the
 * database while it delivers.
 */
export async function feedCollector(contextFor: () => Context, feeding: Feeding): Promise<void> {
  const { store, sharedTime } = contextFor().deps
  const key = createHash('sha256').update(feeding.target).digest('hex')
  const known = await collectorsIn(store).find(key)
  const size = (await headIn(store).find())?.size ?? 0
  const isOthers = known && known.leaseHolder !== feeding.holder && known.leasedUntil > sharedTime.now()
  // Looks that find nothing to do write nothing.
  if (isOthers || (known?.position ?? 0) >= size) return
  if (!known) await collectorsIn(store).add(key)
  const deliver = deliveryTo(feeding.target, contextFor().deps.config)
  try {
    for (let most: number | undefined = AT_ONCE; most !== undefined && !feeding.cut.aborted; await nextTurn())
      most = await feedSome(contextFor, { ...feeding, key, deliver, most })
  } finally {
    if (feeding.cut.aborted) await collectorsIn(store).release(key, feeding.holder)
  }
}

interface Piece extends Feeding {
  readonly key: string
  readonly deliver: Deliver
  /** So many events at once. */
  readonly most: number
}

/** How many events the next piece may have; undefined where there is none, or a pause before it. */
async function feedSome(contextFor: () => Context, feed: Piece): Promise<number | undefined> {
  const { key, holder, log, cut, deliver, most } = feed
  const { store, sharedTime } = contextFor().deps
  const now = sharedTime.now()
  const collector = await collectorsIn(store).lease(key, holder, now, now + LEASE_MS)
  if (!collector) return undefined
  const events = await sealedEventsIn(store).list(collector.position, most)
  const last = events.at(-1)
  if (!last) return undefined
  tellOfGap(log, collector.position, events)
  try {
    const refused = await deliver(events.map(streamedEvent), cut)
    if (refused > 0) log.error({ refused, through: last.sequence }, 'the collector of the audit log has refused events')
  } catch (err) {
    if (cut.aborted) return undefined
    if (err instanceof TooLarge) return halved(contextFor, feed, events)
    // One event alone is not left out for that: it may be something else.
    if (err instanceof BrokenOff && events.length > 1) return Math.floor(events.length / 2)
    const pauseMs = backoffMs(collector.failures + 1, FIRST_PAUSE_MS, MOST_PAUSE_MS)
    log.error({ err, waiting: last.sequence, pauseMs: Math.round(pauseMs) }, 'the collector of the audit log was not reached')
    await collectorsIn(store).rest(key, holder, sharedTime.now() + Math.round(pauseMs))
    return undefined
  }
  const isOurs = await collectorsIn(store).advance(key, holder, last.sequence + 1)
  return isOurs ? Math.min(most * 2, AT_ONCE) : undefined
}

/** One event alone that is too large would keep all that come after it waiting: it stays in the log, and the log of the process names it. */
async function halved(contextFor: () => Context, { key, holder, log }: Piece, events: readonly SealedEvent[]) {
  const [first, second] = events
  if (!first || second) return Math.floor(events.length / 2)
  log.error(
    { sequence: first.sequence, event: first.id },
    'an event is too large for the collector of the audit log, and left out there',
  )
  const isOurs = await collectorsIn(contextFor().deps.store).advance(key, holder, first.sequence + 1)
  return isOurs ? 1 : undefined
}

/** A collector that was away for longer than events are kept. */
function tellOfGap(log: Logger, position: number, [first]: readonly SealedEvent[]): void {
  if (first && first.sequence > position && position > 0)
    log.error({ from: position, to: first.sequence - 1 }, 'events were removed by age before the collector had them')
}
