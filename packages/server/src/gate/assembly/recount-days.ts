import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '../../platform/kernel/clock.ts'
import type { Store } from '../../platform/store/store.ts'
import { FIGURES } from '../audit/events.ts'
import { dayCountersIn } from '../audit/tables/day-counters.ts'

const PAUSE_MS = 20
const COUNTED_FROM_ACCOUNTS = ['account'] as const

interface Recount {
  readonly store: Store
  readonly now: number
  /** Since when the audit log has everything. */
  readonly keptSince: number
  readonly isStopped: () => boolean
}

/**
 * Counts every day anew that is over, one at a time. What an older version beside this one has done was written without
 * counters; after this they are right again, whatever happened.
 */
export async function recountDays({ store, now, keptSince, isStopped }: Recount): Promise<void> {
  const today = Math.floor(now / DAY_MS)
  let day = await dayCountersIn(store).dayFrom(0)
  while (day !== undefined && day < today && !isStopped()) {
    const over = day
    // Of a day that the purge has begun to remove, what was counted stays until it is gone.
    const figures = over * DAY_MS >= keptSince ? FIGURES : COUNTED_FROM_ACCOUNTS
    await store.transaction((tx) => dayCountersIn(tx).recount(over, figures))
    await sleep(PAUSE_MS)
    day = await dayCountersIn(store).dayFrom(over + 1)
  }
}
