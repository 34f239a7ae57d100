import { unsealedBacklog } from '../../gate/audit/log/sealed-events.ts'
import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import { humanTime, systemClock } from '../../platform/kernel/clock.ts'
import type { Queries } from '../../platform/store/engine.ts'

const { ok, warn } = findingsOf('audit log')

/** Much longer than a round of the sealer, and its rest after one that has failed. */
const LATE_MS = 600_000

/** Whether events wait for their number: until they have one, nothing would show that they were removed. */
export async function* checkSealing(sql: Queries): AsyncIterable<Finding> {
  const now = systemClock.now()
  const { waiting, oldestAt } = await unsealedBacklog(sql, now)
  if (oldestAt === undefined) yield ok('all events are sealed')
  else if (now - oldestAt < LATE_MS) yield ok(`${waiting} ${waiting === 1 ? 'event waits' : 'events wait'} to be sealed`)
  else
    yield warn(
      `${waiting} ${waiting === 1 ? 'event is' : 'events are'} not sealed, the oldest of ${humanTime(oldestAt)}: is the service running? If so, look for "could not be sealed" in its log`,
    )
}
