import { HOUR_MS } from '../../platform/kernel/clock.ts'
import { idFor, newId } from '../../platform/kernel/ids.ts'
import { networksOf, shownNetworkOf } from '../../platform/kernel/networks-of.ts'
import type { Connection } from '../../platform/store/table.ts'
import type { Context } from '../deps.ts'
import { asEndReason } from '../sessions/end-reasons.ts'
import { type EventType, factsOf, type Maker } from './events.ts'
import { type Activity, activityIn } from './tables/activity.ts'
import { type AuditEvent, auditIn } from './tables/audit.ts'

export type Recorder = {
  readonly deps: Pick<Context['deps'], 'clock'> & Partial<Pick<Context['deps'], 'observer'>>
  readonly client: Context['client']
}

export type EventSubject = Partial<
  Pick<AuditEvent, 'isSuccess' | 'actorId' | 'targetUserId' | 'sessionId' | 'orgId' | 'metadata'>
>

const MINUTE_MS = 60_000

/** Pass the transaction of the change that the event tells of. The id is returned for taking the event back. */
export async function record(
  tables: Connection,
  { deps, client }: Recorder,
  type: EventType,
  subject: EventSubject,
): Promise<string> {
  const createdAt = deps.clock.now()
  const { isSuccess = true, actorId, targetUserId, sessionId, orgId } = subject
  const { ip, userAgent, requestId, keyName } = client
  const about = { ...(orgId !== undefined && { orgId }), ...subject.metadata }
  const alike = () => JSON.stringify([type, networksOf(ip)[0], targetUserId, about])
  const id = isShared({ isSuccess, actorId, sessionId }) ? idFor(sharedUntil(createdAt), alike()) : newId(createdAt)
  const metadata = keyName === undefined ? about : { ...about, key: keyName }
  const event = { id, type, isSuccess, actorId, targetUserId, sessionId, orgId, ip, userAgent, requestId, metadata, createdAt }
  await auditIn(tables).add(event)
  const shown = activityOf(event)
  if (shown) await activityIn(tables).add(shown)
  deps.observer?.audited(type)
  return id
}

/**
 * Removes events as if they had never been, also from the owner's activity. One that is sealed stays, and another event says that it was
 * taken back.
 */
export async function unrecord(tx: Connection, ids: readonly string[], now: number): Promise<void> {
  const removed = await auditIn(tx).remove(ids)
  for (const { count, ...event } of removed) {
    const shown = activityOf(event)
    if (shown) await activityIn(tx).takeBack(shown.id, count)
  }
  const kept = ids.filter((id) => !removed.some((one) => one.id === id))
  const by: Recorder = { deps: { clock: { now: () => now, elapsed: () => now } }, client: SERVICE }
  for (const { id, targetUserId } of await auditIn(tx).findAll(kept))
    await record(tx, by, 'audit.withdrawn', { targetUserId, metadata: { event: id } })
}

/** No person takes an event back. */
const SERVICE: Recorder['client'] = { ip: '', userAgent: '', requestId: '', device: undefined, language: undefined }

/** Alike failures without a known actor share a row for a minute: otherwise strangers would decide how long the log is. */
export const isShared = ({ isSuccess, actorId, sessionId }: Pick<AuditEvent, 'isSuccess' | 'actorId' | 'sessionId'>): boolean =>
  !isSuccess && actorId === undefined && sessionId === undefined

/** The last moment of the minute: as a part of the id it sorts the row behind others with the same `created_at`. */
export const sharedUntil = (createdAt: number): number => (Math.floor(createdAt / MINUTE_MS) + 1) * MINUTE_MS - 1

/** Rows of this account id are read by no owner. */
const NO_ACCOUNT = ''

/**
 * What the owner of the account may see of an event. What the owner must not see is never written: which administrator acted and
 * from where, and all of a stranger's address but its network.
 *
 * A failure that concerns no account has a row as well, which is never shown: without that row an attempt would take longer
 * where there is an account, and so reveal the account.
 */
function activityOf(event: AuditEvent): Omit<Activity, 'count'> | undefined {
  if (!factsOf(event.type)?.activity) return undefined
  const { id, type, isSuccess, createdAt, ip, userAgent, sessionId, targetUserId: accountId = NO_ACCOUNT } = event
  const by = makerOf(event)
  // Administrators write reasons of their own, for a ban, and those are not for the owner.
  const reason = type === 'session.revoked' ? asEndReason(event.metadata['reason']) : undefined
  const shown = { accountId, type, isSuccess, by, createdAt, reason }
  if (by === 'you') return { ...shown, id, ip, userAgent, sessionId }
  if (by === 'administrator') return { ...shown, id, ip: '', userAgent: '', sessionId: undefined }
  const network = shownNetworkOf(ip)
  const alike = JSON.stringify(['activity', accountId, type, isSuccess, network])
  return { ...shown, id: idFor(endOfHour(createdAt), alike), ip: network, userAgent, sessionId: undefined }
}

/** An empty request id is that of the command line. Administrators who change their own account are its owners. */
function makerOf({ type, actorId, targetUserId, requestId, metadata }: AuditEvent): Maker {
  if (requestId === '' || metadata['key'] !== undefined) return 'administrator'
  if (actorId !== undefined) return actorId === targetUserId ? 'you' : 'administrator'
  return factsOf(type)?.by ?? 'somebody'
}

const endOfHour = (at: number): number => (Math.floor(at / HOUR_MS) + 1) * HOUR_MS - 1
