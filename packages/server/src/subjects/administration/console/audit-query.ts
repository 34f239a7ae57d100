import { chosen } from '../../../gate/pages/console/filters.tsx'
import type { Visit } from '../../../gate/pages/view.ts'
import { DAY_MS, timestamp } from '../../../platform/kernel/clock.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { listUsers } from '../flows/list-users.ts'

export const AUDIT_FILTERS = ['type', 'actor', 'target', 'ip', 'within', 'from', 'to', 'success'] as const

/** Periods that end now. */
const PERIODS: Readonly<Record<string, number>> = { '24h': DAY_MS, '7d': 7 * DAY_MS }

type Asked = Readonly<Record<string, string | undefined>>

/**
 * What the route is asked for, from what was chosen on the page. The log knows ids; people know addresses. An address that no
 * account has finds nothing, and is pointed out.
 */
export async function auditQuery(visit: Visit): Promise<{ readonly query: Asked; readonly strangers: readonly string[] }> {
  const { actor, target, within = '', from, to, ...rest } = chosen(visit.query, AUDIT_FILTERS)
  const actorId = await accountIdOf(visit, actor)
  const targetUserId = await accountIdOf(visit, target)
  const strangers = [actorId === null && 'actor', targetUserId === null && 'target'].filter((name) => name !== false)
  const isByDay = from !== undefined || to !== undefined
  if (!isByDay && within !== '' && !Object.hasOwn(PERIODS, within))
    throw new Failure('invalid_input', { message: `within must be one of ${Object.keys(PERIODS).join(', ')}.` })
  const period = isByDay ? undefined : PERIODS[within]
  const since = period === undefined ? from : timestamp(visit.deps.clock.now() - period)
  const query = { ...rest, actorId: actorId ?? undefined, targetUserId: targetUserId ?? undefined, from: since, to: dayAfter(to) }
  return { query, strangers }
}

/** People mean a day with all its hours; the route stops before the moment it is given. */
function dayAfter(day: string | undefined): string | undefined {
  const at = day === undefined ? Number.NaN : Date.parse(day)
  return Number.isNaN(at) || !/^\d{4}-\d\d-\d\d$/.test(day ?? '') ? day : timestamp(at + DAY_MS)
}

/** The id behind an address or an id: undefined for no wish, null for an address that no account has. */
export async function accountIdOf({ run }: Visit, wanted: string | undefined): Promise<string | null | undefined> {
  const text = wanted?.trim()
  if (text === undefined || text === '' || isId(text)) return text || undefined
  const { users } = await run(listUsers, { query: { email: text } })
  return users[0]?.id ?? null
}
