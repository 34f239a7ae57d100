import { ACTIVE_WINDOWS, activeFigure } from '../../../gate/audit/events.ts'
import { dayCountersIn } from '../../../gate/audit/tables/day-counters.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import type { Connection } from '../../../platform/store/table.ts'

/** How many days back the counters are kept; without a retention, for ever. */
export const reachOf = (retention: number): number => (retention > 0 ? retention / DAY_MS : Number.POSITIVE_INFINITY)

/** `reach` is how many days back the counters are kept. Counting may also have begun later than that. */
export async function activeUsers(tables: Connection, today: number, reach: number) {
  const counters = dayCountersIn(tables)
  const begun = (await counters.firstDay(activeFigure(1))) ?? today
  const periods = []
  for (const days of ACTIVE_WINDOWS) {
    const totals = await counters.since(activeFigure(days), today - days)
    const isKnown = begun <= today - 2 * days + 1 && 2 * days <= reach
    periods.push({ days, users: totals.get(today) ?? 0, previous: isKnown ? (totals.get(today - days) ?? 0) : null })
  }
  return periods
}
