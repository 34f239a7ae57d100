import { idFor, newId } from '../../platform/kernel/ids.ts'
import { networksOf, shownNetworkOf } from '../../platform/kernel/networks-of.ts'
import type { Connection } from '../../platform/store/table.ts'
import type { Context } from '../deps.ts'
import { type EventType, factsOf, type Maker } from './events.ts'
import { type Activity, activityIn } from './tables/activity.ts'
import { type AuditEvent, auditIn } from './tables/audit.ts'

/** Also what the command line has, which is no request. */
export type Recorder = {
  readonly deps: Pick<Context['deps'], 'clock'> & Partial<Pick<Context['deps'], 'observer'>>
  readonly client: Context['client']
}

export type EventSubject = Partial<
  Pick<AuditEvent, 'isSuccess' | 'actorId' | 'targetUserId' | 'sessionId' | 'orgId' | 'metadata'>
>

const MINUTE_MS = 60_000

/** Writes one event where its effect is written: pass the `tx` of that transaction. Its id is for taking it back with that. */
export async function record(
  tables: Connection,
  { deps, client }: Recorder,
  type: EventType,
  subject: EventSubject,
): Promise<string> {
  const now = deps.clock.now()
  const { isSuccess = true, actorId, targetUserId, sessionId, orgId } = subject
  const metadata = { ...(orgId !== undefined && { orgId }), ...subject.metadata }
  const alike = () => JSON.stringify([type, networksOf(client.ip)[0], targetUserId, metadata])
  const id = isShared({ isSuccess, actorId, sessionId }) ? idFor(sharedUntil(now), alike()) : newId(now)
  const event: AuditEvent = {
    id,
    type,
    isSuccess,
    actorId,
    targetUserId,
    sessionId,
    orgId,
    ip: client.ip,
    userAgent: client.userAgent,
    requestId: client.requestId,
    metadata: client.keyName === undefined ? metadata : { ...metadata, key: client.keyName },
    createdAt: now,
  }
  await auditIn(tables).add(event)
  const shown = activityOf(event)
  if (shown) await activityIn(tables).add(shown)
  deps.observer?.audited(type)
  return id
}

/** Takes events back, as if they had never been: also where their owner sees them. */
export async function unrecord(tx: Connection, ids: readonly string[]): Promise<void> {
  for (const { count, ...event } of await auditIn(tx).remove(ids)) {
    const shown = activityOf(event)
    if (shown) await activityIn(tx).takeBack(shown.id, count)
  }
}

/**
 * Failures without a known actor that are alike share a row for a minute, and are counted there: otherwise strangers
 * would decide how long the log is. They meet by its id, which has its index already.
 */
export const isShared = ({ isSuccess, actorId, sessionId }: Pick<AuditEvent, 'isSuccess' | 'actorId' | 'sessionId'>): boolean =>
  !isSuccess && actorId === undefined && sessionId === undefined

/** The last moment of the minute. In the id it sorts the row behind others of the millisecond in which it was begun. */
export const sharedUntil = (createdAt: number): number => (Math.floor(createdAt / MINUTE_MS) + 1) * MINUTE_MS - 1

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
function activityOf(event: AuditEvent): Omit<Activity, 'count'> | undefined {
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
