import { idFor } from '../../platform/kernel/ids.ts'
import { shownNetworkOf } from '../../platform/kernel/networks-of.ts'
import { factsOf, type Maker } from './events.ts'
import type { Activity } from './tables/activity.ts'
import type { AuditEvent } from './tables/audit.ts'

const HOUR_MS = 3_600_000

/** The rows of no account, which no owner reads. */
const NO_ACCOUNT = ''

/**
 * An event as the owner of the account is to see it, if at all. What the owner must not see is left out here already, and never
 * written: which administrator it was and where from, and all of a stranger's address but its network.
 *
 * A failure that concerns no account has a row as well. It is never shown: without it, an attempt would take longer where there is
 * an account, and tell of it.
 */
export function activityOf(event: AuditEvent): Omit<Activity, 'count'> | undefined {
  if (!factsOf(event.type)?.activity) return undefined
  const { id, type, isSuccess, createdAt, ip, userAgent, sessionId, targetUserId: accountId = NO_ACCOUNT } = event
  const by = makerOf(event)
  const shown = { accountId, type, isSuccess, by, createdAt }
  if (by === 'you') return { ...shown, id, ip, userAgent, sessionId }
  if (by === 'administrator') return { ...shown, id, ip: '', userAgent: '', sessionId: undefined }
  const network = shownNetworkOf(ip)
  const alike = JSON.stringify(['activity', accountId, type, isSuccess, network])
  return { ...shown, id: idFor(endOfHour(createdAt), alike), ip: network, userAgent, sessionId: undefined }
}

/** What an administrator does to their own account, they did themselves. The command line sends no request. */
function makerOf({ type, actorId, targetUserId, requestId, metadata }: AuditEvent): Maker {
  if (requestId === '' || metadata['key'] !== undefined) return 'administrator'
  if (actorId !== undefined) return actorId === targetUserId ? 'you' : 'administrator'
  return factsOf(type)?.by ?? 'somebody'
}

/** In the id it sorts a row that stands for several behind others of the millisecond in which it was begun. */
const endOfHour = (at: number): number => (Math.floor(at / HOUR_MS) + 1) * HOUR_MS - 1
