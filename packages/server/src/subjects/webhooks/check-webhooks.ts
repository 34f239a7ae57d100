import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import { timestamp } from '../../platform/kernel/clock.ts'
import { cell, number, optional, time } from '../../platform/store/columns.ts'
import type { Queries } from '../../platform/store/engine.ts'
import { type DisabledReason, WEBHOOKS } from './tables/webhooks.ts'

const { ok, warn } = findingsOf('webhooks')

const MOST_NAMED = 10
const EXAMINED = WEBHOOKS.pick('id', 'disabledAt', 'disabledReason', 'failingSince')

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
  let waiting = 0
  for (const webhook of webhooks) {
    const open = await openOf(sql, webhook.id)
    if (webhook.disabledAt === undefined) waiting += open.waiting
    problems.push(...problemOf(webhook, open))
  }
  if (problems.length === 0) yield ok(`${webhooks.length}${waiting > 0 ? `, ${waiting} deliveries wait` : ''}`)
  for (const problem of problems.slice(0, MOST_NAMED)) yield warn(problem)
}

interface Open {
  readonly waiting: number
  readonly oldestAt: number | undefined
}

async function openOf(sql: Queries, id: string): Promise<Open> {
  const [row] = await sql.query(
    `SELECT COUNT(*) AS waiting, MIN(created_at) AS oldest FROM webhook_deliveries WHERE webhook_id = ? AND done_at IS NULL`,
    [id],
  )
  return { waiting: cell(row, number('waiting')), oldestAt: cell(row, optional(time('oldest'))) }
}

function problemOf({ id, disabledAt, disabledReason, failingSince }: Examined, { waiting, oldestAt }: Open): readonly string[] {
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
