import { chosen } from '../../../gate/pages/console/filters.tsx'
import { may } from '../../../gate/pages/console/may.ts'
import type { Visit } from '../../../gate/pages/view.ts'
import { DAY_MS, timestamp } from '../../../platform/kernel/clock.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { listUsers } from '../flows/list-users.ts'

export const AUDIT_FILTERS = ['type', 'actor', 'target', 'ip', 'within', 'from', 'to', 'success'] as const

const PERIODS: Readonly<Record<string, number>> = { '24h': DAY_MS, '7d': 7 * DAY_MS }

/** The log knows accounts by id, people know them by address. `strangers` names the filters whose address no account has. */
export async function auditQuery(visit: Visit) {
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

/** A day on the page includes all its hours; the route stops before the moment in `to`. */
function dayAfter(day: string | undefined): string | undefined {
  const at = day === undefined ? Number.NaN : Date.parse(day)
  return Number.isNaN(at) || !/^\d{4}-\d\d-\d\d$/.test(day ?? '') ? day : timestamp(at + DAY_MS)
}

/**
 * Takes an id or an address. Undefined for an empty text, null for an address that no account has, and for every address where the
 * administrator must not look at accounts.
 */
export async function accountIdOf(visit: Visit, idOrEmail: string | undefined): Promise<string | null | undefined> {
  const text = idOrEmail?.trim()
  if (text === undefined || text === '' || isId(text)) return text || undefined
  if (!may(visit, 'users:read')) return null
  const { users } = await visit.run(listUsers, { query: { email: text } })
  return users[0]?.id ?? null
}
