import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import { systemClock, timestamp } from '../../platform/kernel/clock.ts'
import type { Backlog } from '../../platform/store/backlog.ts'
import type { Queries } from '../../platform/store/engine.ts'
import { deliveriesBacklog, deliveriesBacklogOf } from './tables/deliveries.ts'
import { type DisabledReason, WEBHOOKS } from './tables/webhooks.ts'

const { ok, warn } = findingsOf('webhooks')

const MOST_NAMED = 10
const EXAMINED = WEBHOOKS.pick('id', 'disabledAt', 'disabledReason', 'failingSince', 'previousUntil')

type Examined = ReturnType<typeof EXAMINED.read>

/** What an administrator has not decided, and can set right. */
const DISABLED: Readonly<Record<DisabledReason, string | undefined>> = {
  by_administrator: undefined,
  gone: 'because its server has answered 410: delete it, or enable it in the console',
  unreachable:
    'because its server took nothing for three days: enable it in the console once that answers, and it gets what it missed',
  maker_without_power: 'because who made it may make none any more: an administrator who enables it makes it theirs',
}

/** Servers that are not told what happens. */
export async function* checkWebhooks(sql: Queries): AsyncIterable<Finding> {
  const webhooks = (await sql.query(`SELECT ${EXAMINED.names} FROM webhooks ORDER BY id`)).map(EXAMINED.read)
  const problems: string[] = []
  for (const webhook of webhooks) problems.push(...problemOf(webhook, await deliveriesBacklogOf(sql, webhook.id)))
  if (problems.length === 0) yield ok(`${webhooks.length}${shown(await deliveriesBacklog(sql))}`)
  for (const problem of problems.slice(0, MOST_NAMED)) yield warn(problem)
  for (const { id, previousUntil = 0 } of webhooks)
    if (previousUntil > systemClock.now())
      yield ok(`the secret before the one of ${id} signs as well until ${timestamp(previousUntil)}`)
}

const shown = ({ waiting, oldestAt }: Backlog): string =>
  oldestAt === undefined
    ? ''
    : `, ${waiting} ${waiting === 1 ? 'delivery waits' : 'deliveries wait'}, the oldest since ${timestamp(oldestAt)}`

function problemOf(
  { id, disabledAt, disabledReason, failingSince }: Examined,
  { waiting, oldestAt }: Backlog,
): readonly string[] {
  if (disabledAt !== undefined) {
    const why = disabledReason && DISABLED[disabledReason]
    return why === undefined ? [] : [`${id} is disabled since ${timestamp(disabledAt)}, ${why}`]
  }
  if (failingSince === undefined) return []
  const since = oldestAt === undefined ? '' : `, of which ${waiting} wait since ${timestamp(oldestAt)}`
  return [
    `${id} has taken nothing since ${timestamp(failingSince)}${since}: its page in the console has what became of each delivery`,
  ]
}
