import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '../../platform/kernel/clock.ts'
import type { Store } from '../../platform/store/store.ts'
import { FIGURES } from '../audit/events.ts'
import { dayCountersIn } from '../audit/tables/day-counters.ts'

const COUNTED_FROM_ACCOUNTS = ['account'] as const

interface Recount {
  readonly store: Store
  readonly now: number
  readonly keptSince: number
  readonly pauseMs: number
  readonly isStopped: () => boolean
}

/** An older version of the service, running beside this one, writes rows without counting them, so past days are recounted. */
export async function recountDays({ store, now, keptSince, pauseMs, isStopped }: Recount): Promise<void> {
  const today = Math.floor(now / DAY_MS)
  let day = await dayCountersIn(store).dayFrom(0)
  while (day !== undefined && day < today && !isStopped()) {
    const over = day
    // A day whose events the purge has begun to remove keeps its counters.
    const figures = over * DAY_MS >= keptSince ? FIGURES : COUNTED_FROM_ACCOUNTS
    await store.transaction((tx) => dayCountersIn(tx).recount(over, figures))
    await sleep(pauseMs)
    day = await dayCountersIn(store).dayFrom(over + 1)
  }
}
