import { idFor, newId } from '../../platform/kernel/ids.ts'
import { networksOf } from '../../platform/kernel/networks-of.ts'
import type { Connection } from '../../platform/store/table.ts'
import type { Context } from '../deps.ts'
import { activityOf } from './activity.ts'
import type { EventType } from './events.ts'
import { activityIn } from './tables/activity.ts'
import { type AuditEvent, auditIn } from './tables/audit.ts'

/** Also what the command line has, which is no request. */
export type Recorder = {
  readonly deps: Pick<Context['deps'], 'clock'> & Partial<Pick<Context['deps'], 'observer'>>
  readonly client: Context['client']
}

type Subject = Partial<Pick<AuditEvent, 'isSuccess' | 'actorId' | 'targetUserId' | 'sessionId' | 'orgId' | 'metadata'>>

const MINUTE_MS = 60_000

/** Writes one event where its effect is written: pass the `tx` of that transaction. Its id is for taking it back with that. */
export async function record(tables: Connection, { deps, client }: Recorder, type: EventType, subject: Subject): Promise<string> {
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
